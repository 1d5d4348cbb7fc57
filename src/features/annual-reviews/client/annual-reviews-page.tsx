import { useQuery, type QueryKey } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { reviewFilterNames } from '#features/applications/rules/annual-reviews.ts'
import type { AnnualReview } from '#features/annual-reviews/api.ts'
import { annualReviewSorts, MAX_PAGE_SIZE } from '#base/rules/api/list.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { paths } from '#base/client/paths.ts'
import { adminWorkspace, managerWorkspace } from '#features/review/client/workspaces.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { callPage } from '#base/client/lib/call-page.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { MIN_TABLE_WIDTH } from '#base/client/lists/list-table.tsx'
import { defineList } from '#base/client/lists/use-list.ts'
import { useStableList } from '#base/client/lists/use-stable-list.ts'
import { nonEmpty, oneOf, searched, sortedFirst } from '#base/client/lists/view.ts'
import { Button } from '#base/client/ui/button.tsx'
import { CountLine } from '#base/client/ui/count-line.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { useMinWidth } from '#base/client/ui/use-min-width.ts'
import { reviewCard, reviewColumns, SelectAll } from './review-columns.tsx'
import { LeftOutNotice, NotifyDialog } from './notify-dialog.tsx'
import { ReviewsDialog } from './reviews-dialog.tsx'
import { ReviewsList, type ReviewsView } from './reviews-list.tsx'
import { useNotification } from './use-notification.ts'
import { useSelection } from './use-selection.ts'

type ListKey = 'GET /api/admin/annual-reviews' | 'GET /api/wealth-manager/annual-reviews'

/** The list of a call. */
const listFrom = (call: ListKey, figuresKey: QueryKey) =>
  defineList<AnnualReview, ReviewsView>({
    key: [...applicationListsKey, call],
    view: { review: oneOf(reviewFilterNames), ...sortedFirst(annualReviewSorts), search: searched },
    pageRows: MAX_PAGE_SIZE,
    isWindowed: true,
    isCached: true,
    counts: [figuresKey],
    load: (view, page, signal) => callPage(call, { ...nonEmpty(view), ...page }, signal),
  })

const figuresOf = {
  admin: queryFor('GET /api/admin/annual-review-figures'),
  wealth_manager: queryFor('GET /api/wealth-manager/annual-review-figures'),
}

/** Texts and path of each role. */
const scopes = {
  admin: {
    workspace: adminWorkspace,
    path: paths.annualReviews,
    caption: 'Onboarded clients',
    list: listFrom('GET /api/admin/annual-reviews', figuresOf.admin.queryKey),
    figures: figuresOf.admin,
  },
  wealth_manager: {
    workspace: managerWorkspace,
    path: paths.ownAnnualReviews,
    caption: 'Your onboarded clients',
    list: listFrom('GET /api/wealth-manager/annual-reviews', figuresOf.wealth_manager.queryKey),
    figures: figuresOf.wealth_manager,
  },
} as const

/** Due annual reviews: of all clients (specification section 2, "Annual Reviews"), or of a manager's own. */
export function AnnualReviewsPage() {
  const { user } = useSession()
  if (user?.role !== 'admin' && user?.role !== 'wealth_manager') return null
  return (
    <StaffLayout role={user.role}>
      <AnnualReviews role={user.role} />
    </StaffLayout>
  )
}

/** The page of admins; managers see it for their own clients. */
function AnnualReviews({ role }: { role: keyof typeof scopes }) {
  const { workspace, path, caption, ...of } = scopes[role]
  const { due, upcoming } = useBranding().office.annualReview
  const stable = useStableList(of.list)
  const { list } = stable
  const figures = useQuery({ ...of.figures, staleTime: 0 })
  const selection = useSelection(list.rows)
  const notification = useNotification(selection)
  const minTableWidth = useMinWidth(MIN_TABLE_WIDTH)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = list.rows.find(({ id }) => id === openedId)
  const mayAct = useMay('application.administer')
  const ticked = mayAct ? selection : null
  const open = ({ id }: AnnualReview) => setOpenedId(id)
  const withRefresh = list.rows.some(({ refreshOn }) => refreshOn !== null)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <Link href={workspace.list} className="text-link py-2.5 text-xs desk:py-0">
          Back to Dashboard
        </Link>
        <TitleBar title="Annual Reviews">
          <CountLine
            counts={[
              { label: 'Total Onboarded', count: figures.data?.totalOnboarded, href: path },
              { label: 'Reviews Due', count: figures.data?.due, href: `${path}?review=due` },
              {
                label: 'Upcoming Reviews',
                count: figures.data?.upcoming,
                href: `${path}?review=upcoming`,
                note: `Due within ${due - upcoming} month${due - upcoming === 1 ? '' : 's'}`,
              },
            ]}
          />
        </TitleBar>
      </div>
      <ReviewsList
        stable={stable}
        caption={caption}
        columns={reviewColumns(ticked, open, withRefresh)}
        card={reviewCard(ticked, open)}
      >
        {mayAct ? (
          <>
            {minTableWidth || list.rows.length === 0 ? null : <SelectAll selection={selection} />}
            {selection.ids.size > 0 ? (
              <Button
                size="small"
                icon={<BellRing aria-hidden="true" className="size-5" />}
                onClick={notification.ask}
              >{`Notify for Annual Review (${selection.ids.size})`}</Button>
            ) : null}
          </>
        ) : null}
      </ReviewsList>
      <LeftOutNotice leftOut={notification.leftOut} onClose={notification.forget} />
      <NotifyDialog notification={notification} ids={selection.ids} />
      {opened === undefined ? null : (
        <ReviewsDialog
          review={opened}
          workspace={workspace}
          onClose={() => setOpenedId(null)}
          mayComplete={mayAct}
        />
      )}
    </>
  )
}
