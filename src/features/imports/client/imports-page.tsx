import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import type { ImportProgress } from '#features/imports/api/imports.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { queryFor } from '#base/client/lib/query-client.ts'
import { paths } from '#base/client/paths.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { useMayImport } from './import-query.ts'
import { ImportView } from './import-view.tsx'
import { stateBadges, summaryText } from './import-texts.ts'
import { UploadSection } from './upload-section.tsx'

/** Imports of clients from a file, for admins: the list, or one of them. */
export function ImportsPage() {
  const { user } = useSession()
  const [params] = useSearchParams()
  const id = params.get('import')
  if (!user) return null
  return (
    <StaffLayout role={user.role}>
      {id === null ? <ImportList /> : <ImportView key={id} id={id} />}
    </StaffLayout>
  )
}

function ImportList() {
  const mayImport = useMayImport()
  const list = useQuery({ ...queryFor('GET /api/admin/imports'), staleTime: 0 })
  return (
    <>
      <PageHeading
        eyebrow="Admin"
        title="Imports"
        lead="Bring your clients in from another system. You see what happens to each row before anything happens, and no one is mailed."
      />
      <div className="flex flex-col gap-10">
        {mayImport ? <UploadSection /> : null}
        <Section title="Earlier imports">
          {list.isPending ? <Spinner label="Loading imports..." /> : null}
          {list.isError ? (
            <LoadFailure onRetry={() => void list.refetch()}>The imports couldn’t be loaded.</LoadFailure>
          ) : null}
          {list.data === undefined ? null : <Rows imports={list.data} />}
        </Section>
      </div>
    </>
  )
}

function Rows({ imports }: { imports: readonly ImportProgress[] }) {
  if (imports.length === 0) return <p className="text-ink-soft">Nothing has been imported yet.</p>
  return (
    <ul aria-label="Earlier imports" className="border-t border-hairline">
      {imports.map((each) => (
        <li key={each.id} className="border-b border-hairline py-3">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Link
              href={`${paths.imports}?import=${each.id}`}
              className="text-link py-1 font-semibold wrap-anywhere"
            >
              {each.fileName}
            </Link>
            <Badge tone={stateBadges[each.state].tone}>{stateBadges[each.state].label}</Badge>
          </p>
          <p>{summaryText(each)}</p>
          <p className="text-sm text-ink-soft">
            {`Uploaded by ${each.createdByName} on ${formatDateTime(new Date(each.createdAt))}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
