import { Link, useSearchParams } from 'wouter'
import type { Approval } from '#domain/api/approvals.ts'
import { approvalKinds } from '#domain/due-diligence/approvals.ts'
import { formatDate } from '#domain/time/dates.ts'
import { HitsQueue } from '../hits/hits-queue.tsx'
import { useSession } from '#client/features/auth/use-session.ts'
import { StaffLayout } from '#client/features/staff/staff-layout.tsx'
import { callPage } from '#client/shared/lib/call-page.ts'
import { ListSection, type ListTexts } from '#client/shared/lists/list-section.tsx'
import { defineList, useList } from '#client/shared/lists/use-list.ts'
import { noView } from '#client/shared/lists/view.ts'
import { InspectorFiles } from './inspector-files.tsx'
import { useBranding } from '#client/shared/shell/branding.tsx'
import { NotFoundPage } from '#client/shared/shell/not-found-page.tsx'
import { paths } from '#client/shared/shell/paths.ts'
import { Tabs } from '#client/ui/tabs.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'

const approvals = defineList<Approval, object>({
  key: ['approvals'],
  view: noView,
  pageRows: 50,
  load: (_, page, signal) => callPage('GET /api/admin/compliance/approvals', page, signal),
})

const texts: ListTexts = {
  loading: 'Loading requests...',
  failed: 'The requests couldn’t be loaded',
  moreFailed: 'More requests couldn’t be loaded.',
  more: () => 'Show more requests',
}

const tabs = [
  { name: 'hits', label: 'Hits to decide' },
  { name: 'approvals', label: 'Approvals' },
] as const

/** The hits and requests that wait for a senior manager, for admins. */
export function CompliancePage() {
  const { user } = useSession()
  const { ficaPack } = useBranding()
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'approvals' ? 'approvals' : 'hits'
  if (!user) return null
  if (!ficaPack) return <NotFoundPage />
  return (
    <StaffLayout role={user.role}>
      <PageHeading
        eyebrow="Admin"
        title="Compliance"
        lead="Hits on sanctions lists, and requests for approval. Someone who did not ask decides."
      />
      <Tabs
        label="Compliance"
        tabs={tabs}
        value={tab}
        onChange={(name) => setParams(name === 'hits' ? {} : { tab: name })}
      >
        {tab === 'hits' ? <HitsQueue userId={user.id} readOnly={user.compliance} /> : <Requests />}
      </Tabs>
      <InspectorFiles />
    </StaffLayout>
  )
}

function Requests() {
  const list = useList(approvals)
  return (
    <ListSection list={list} texts={texts} empty="No requests are waiting for approval.">
      <ul aria-label="Requests for approval" className="border-t border-hairline">
        {list.rows.map(({ id, kind, applicationId, clientName, askedByName, askedAt, lapsesAt }) => (
          <li key={id} className="border-b border-hairline py-3">
            <Link
              href={`${paths.adminReview}?application=${applicationId}`}
              className="text-link inline-block py-1 font-semibold"
            >
              {clientName ?? 'Name not provided'}
            </Link>
            <p>{approvalKinds[kind]}</p>
            <p className="text-sm text-ink-soft">
              {`Asked by ${askedByName} on ${formatDate(new Date(askedAt))}. Lapses on ${formatDate(new Date(lapsesAt))}.`}
            </p>
          </li>
        ))}
      </ul>
    </ListSection>
  )
}
