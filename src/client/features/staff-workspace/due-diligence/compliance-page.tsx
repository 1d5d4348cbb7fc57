import { Link } from 'wouter'
import type { Approval } from '#domain/api/approvals.ts'
import { approvalKinds } from '#domain/due-diligence/approvals.ts'
import { formatDate } from '#domain/time/dates.ts'
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

/** The requests that wait for a senior manager, for admins. */
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
        lead="Requests for approval, oldest first. A senior manager who did not ask decides on the client’s page."
      />
      <Requests />
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
