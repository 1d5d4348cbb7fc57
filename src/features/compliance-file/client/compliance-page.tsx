import { Link, useSearchParams } from 'wouter'
import type { Approval } from '#features/approvals/api.ts'
import { approvalKinds } from '#features/approvals/rules/approvals.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { ImportedNotCompared } from '#features/screening/client/hits/imported-not-compared.tsx'
import { StaffScreening } from '#features/screening/client/hits/staff-screening.tsx'
import { NoUnListNotice } from '#features/screening/client/lists/no-un-list-notice.tsx'
import { HitsQueue } from '#features/screening/client/hits/hits-queue.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { waitingKey } from '#features/approvals/client/use-waiting.ts'
import { callPage } from '#base/client/lib/call-page.ts'
import { countText, ListSection, type ListTexts } from '#base/client/lists/list-section.tsx'
import { ListStatus } from '#base/client/lists/list-status.tsx'
import { hitsList } from '#features/screening/client/hits/use-hits.ts'
import { defineList } from '#base/client/lists/use-list.ts'
import { useStableList, type StableList } from '#base/client/lists/use-stable-list.ts'
import { noView } from '#base/client/lists/view.ts'
import { InspectorFiles } from './inspector-files.tsx'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { NotFoundPage } from '#features/brand/client/shell/not-found-page.tsx'
import { Tabs } from '#base/client/ui/tabs.tsx'
import { paths } from '#base/client/paths.ts'
import { PageHeading } from '#base/client/ui/page-heading.tsx'

const approvals = defineList<Approval, object>({
  key: ['approvals'],
  view: noView,
  pageRows: 50,
  counts: [waitingKey],
  load: (_, page, signal) => callPage('GET /api/admin/compliance/approvals', page, signal),
})

const texts: ListTexts = {
  loading: 'Loading requests...',
  failed: 'The requests couldn’t be loaded',
  moreFailed: 'More requests couldn’t be loaded.',
  more: () => 'Show more requests',
}

type TabName = 'hits' | 'approvals'

const withCount = (label: string, total: number | null) => (total === null ? label : `${label} (${total})`)

/** The chosen tab; without a choice, the one with waiting work. */
function openTab(chosen: string | null, hits: number | null, requests: number | null): TabName {
  if (chosen === 'hits' || chosen === 'approvals') return chosen
  return hits === 0 && requests !== null && requests > 0 ? 'approvals' : 'hits'
}

/** The hits and requests that wait for a senior manager, for admins. */
export function CompliancePage() {
  const { user } = useSession()
  const { ficaPack } = useBranding()
  if (!user) return null
  if (!ficaPack) return <NotFoundPage />
  return (
    <StaffLayout role={user.role}>
      <PageHeading
        eyebrow="Admin"
        title="Compliance"
        lead={
          <>
            <span>
              Hits on sanctions lists, and requests for approval. No one decides on their own request.{' '}
            </span>
            <Link href={paths.sanctionsLists} className="text-link">
              Sanctions lists
            </Link>
          </>
        }
      />
      <NoUnListNotice />
      <ImportedNotCompared />
      <Queues userId={user.id} readOnly={user.compliance} />
      <StaffScreening />
      <InspectorFiles />
    </StaffLayout>
  )
}

/** The hits and the requests, each in a tab; what others decide is shown when the user asks or opens the tab. */
export function Queues({ userId, readOnly }: { userId: string; readOnly: boolean }) {
  const [params, setParams] = useSearchParams()
  const hits = useStableList(hitsList)
  const requests = useStableList(approvals)
  const [hitCount, requestCount] = [hits.list.total, requests.list.total]
  const tabs = [
    { name: 'hits', label: withCount('Hits to decide', hitCount) },
    { name: 'approvals', label: withCount('Approvals', requestCount) },
  ] as const
  const tab = openTab(params.get('tab'), hitCount, requestCount)
  const open = (name: TabName) => {
    setParams({ tab: name })
    const opened = name === 'hits' ? hits : requests
    opened.showChanges()
  }
  return (
    <Tabs label="Compliance" tabs={tabs} value={tab} onChange={open}>
      {tab === 'hits' ? (
        <HitsQueue stable={hits} {...{ userId, readOnly }} />
      ) : (
        <Requests stable={requests} />
      )}
    </Tabs>
  )
}

function Requests({ stable }: { stable: StableList<Approval, object> }) {
  const { list } = stable
  return (
    <>
      <div className="mb-4 flex">
        <ListStatus stable={stable} count={countText(list, ['request', 'requests'])} />
      </div>
      <ListSection list={list} texts={texts} empty="No requests are waiting for approval.">
        <ul aria-label="Requests for approval" className="border-t border-hairline">
          {list.rows.map(({ id, kind, applicationId, clientName, askedByName, askedAt, lapsesAt }) => (
            <li key={id} className="border-b border-hairline py-3">
              <Link
                href={
                  applicationId === null
                    ? '/admin/compliance?tab=hits'
                    : `${paths.adminReview}?application=${applicationId}`
                }
                className="text-link inline-block py-1 font-semibold"
              >
                {clientName ?? 'Name not provided'}
              </Link>
              <p>{`${approvalKinds[kind]}${applicationId === null ? ', member of staff' : ''}`}</p>
              <p className="text-sm text-ink-soft">
                {`Asked by ${askedByName} on ${formatDate(new Date(askedAt))}. Lapses on ${formatDate(new Date(lapsesAt))}.`}
              </p>
            </li>
          ))}
        </ul>
      </ListSection>
    </>
  )
}
