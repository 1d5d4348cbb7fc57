import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { managerViewNames, offeredViews } from '#features/review/rules/views.ts'
import { opensRow } from '#base/client/lists/row-opener.ts'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { formatWholeRand, randToCents } from '#base/rules/money/rand.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import type { Column } from '#base/client/lists/column.ts'
import { useStableList } from '#base/client/lists/use-stable-list.ts'
import { useMinWidth } from '#base/client/ui/use-min-width.ts'
import { CredentialsDialog } from '#features/accounts/client/credentials-dialog.tsx'
import { InviteClientDialog } from '#features/accounts/client/invite-client-dialog.tsx'
import { useInvitation } from '#features/accounts/client/use-invitation.ts'
import { ApplicationsList } from './list/applications-list.tsx'
import { OwnStandIns } from './list/stand-ins.tsx'
import { cells, managerColumn, nameOf, progressColumns, waitingColumn } from './list/cells.tsx'
import { useLastView } from './list/use-last-view.ts'
import { useRowSettings } from './list/use-row-settings.ts'
import { emptyText, managerList, timeLabels, type ManagerSort } from './list/lists.ts'
import { addressIn } from '#features/review/client/addresses.ts'
import { managerWorkspace } from './workspaces.ts'
import { ListWithPanel } from './panel/list-with-panel.tsx'
import { OpenedApplication } from './panel/opened-application.tsx'
import { MIN_WIDTH_FOR_PANEL, useOpened } from './panel/use-opened.ts'

const sortLabels = {
  queue: 'Your Queue',
  submittedAt: 'Date Submitted',
  fullName: 'Client Name',
  status: 'Status',
  netWorth: 'Net Worth',
  ...timeLabels,
} as const satisfies Record<ManagerSort, string>

const viewsQuery = queryFor('GET /api/wealth-manager/application-views')

/** A wealth manager's own clients (specification section 2, "Wealth manager dashboard"). */
export function ManagerDashboardPage() {
  const { user } = useSession()
  const { ficaPack } = useBranding()
  const [params] = useSearchParams()
  useLastView(user?.id ?? '')
  const stable = useStableList(managerList)
  const { list } = stable
  const views = useQuery({ ...viewsQuery, staleTime: 0 })
  const invitation = useInvitation((detail) => `Failed to send invitation: ${detail}`)
  const opened = useOpened()
  const { isBeside } = opened
  const isWide = useMinWidth(MIN_WIDTH_FOR_PANEL)
  const settings = useRowSettings(user?.id ?? '', isBeside)
  if (!user) return null
  return (
    <StaffLayout role={user.role}>
      <ListWithPanel
        isBeside={isBeside}
        panel={
          <OpenedApplication
            workspace={managerWorkspace}
            letters={settings.keys}
            {...{ opened }}
            list={stable.latest}
          />
        }
      >
        <ApplicationsList
          role={managerWorkspace.role}
          title="Your Clients"
          figures={[
            { label: 'New Applications', count: views.data?.statuses.submitted },
            { label: 'Total Applications', count: views.data?.total },
          ]}
          invite="Invite New Client"
          onInvite={invitation.begin}
          stable={stable}
          queues={offeredViews(managerViewNames, ficaPack)}
          settings={settings}
          caption="Applications of your clients"
          opened={isBeside ? opened.id : null}
          addressOf={(id) => addressIn(managerWorkspace.review, params, id)}
          columns={columnsOf(params, {
            opensBeside: isWide,
            hasPack: ficaPack,
            standsIn: list.rows.some((row) => row.createdByWealthManagerId !== user.id),
          })}
          sorts={sortLabels}
          frame={views.data}
          exportedFrom="/api/wealth-manager/application-export"
          empty={views.data?.total === 0 ? 'No clients yet. Invite your first one.' : emptyText(list.view)}
        >
          <OwnStandIns standIns={views.data?.standIns} userId={user.id} />
        </ApplicationsList>
      </ListWithPanel>
      <InviteClientDialog
        invitation={invitation}
        title="Invite New Client"
        note="The client is assigned to you automatically. The login credentials are shown here."
        choosesManager={false}
      />
      <CredentialsDialog credentials={invitation.credentials} />
    </StaffLayout>
  )
}

/** How rows open, and which columns there are. */
interface ColumnChoice {
  /** In a panel beside the list, else on their page. */
  opensBeside: boolean
  hasPack: boolean
  /** Whether there are clients of managers whom the user stands in for. */
  standsIn: boolean
}

function columnsOf(
  params: URLSearchParams,
  { opensBeside, hasPack, standsIn }: ColumnChoice,
): Column<ListedApplication, ManagerSort>[] {
  return [
    {
      id: 'client',
      title: 'Client Name',
      sort: 'fullName',
      cell: opensBeside ? (application) => <NameLink {...{ application, params }} /> : cells.name,
    },
    { id: 'email', title: 'Email', width: 'w-60', cell: cells.emailInOneLine },
    { id: 'status', title: 'Status', sort: 'status', width: 'w-32', cell: cells.status },
    {
      id: 'netWorth',
      title: 'Net Worth',
      sort: 'netWorth',
      width: 'w-36',
      align: 'right',
      cell: ({ netWorth }) => (netWorth === null ? '–' : formatWholeRand(randToCents(netWorth))),
    },
    {
      id: 'submitted',
      title: 'Submitted',
      sort: 'submittedAt',
      width: 'w-28',
      cell: cells.submitted,
    },
    { id: 'phone', title: 'Phone', width: 'w-36', cell: cells.phone },
    ...(standsIn ? [managerColumn] : []),
    waitingColumn,
    ...progressColumns(hasPack),
    {
      id: 'review',
      title: 'Review',
      width: 'w-16',
      isAction: true,
      cell: (application) => (
        <Link
          {...(opensBeside ? {} : opensRow)}
          href={addressIn(managerWorkspace.review, params, application.id)}
          className="text-link"
        >
          <span>Review</span>
          <span className="sr-only">{` ${nameOf(application)}`}</span>
        </Link>
      ),
    },
  ]
}

/** Opens the application in the side panel. */
function NameLink({ application, params }: { application: ListedApplication; params: URLSearchParams }) {
  const name = cells.name(application)
  return (
    <Link
      {...opensRow}
      href={addressIn(managerWorkspace.list, params, application.id)}
      replace={params.has('application')}
      className="inline-block py-2 align-middle text-ink no-underline hover:underline"
    >
      {name}
    </Link>
  )
}
