import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { DUE_DILIGENCE_OFF, TRY_DUE_DILIGENCE } from '#features/due-diligence/rules/switched-off.ts'
import { healthLabels } from '#base/rules/health.ts'
import type { SystemCheck } from '#base/rules/health-checks.ts'
import { pathOfSection } from '#features/firm/client/firm-pages.ts'
import { listsQuery } from '#features/screening/client/lists/load-form.tsx'
import type { LettersState } from '#features/signing/api/letters.ts'
import { firmQuery } from '#features/firm/client/use-firm.ts'
import { lettersQuery } from '#features/signing/client/letters/use-letters.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { paths } from '#base/client/paths.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Badge } from '#base/client/ui/badge.tsx'
import { CountCard } from '#base/client/ui/count-card.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { statsQuery } from '#features/accounts/client/use-users.ts'

const systemQuery = queryFor('GET /api/system-admin/system')

/** Totals and the system's health (specification section 2). */
export function OverviewTab() {
  const { demo, ficaPack } = useBranding()
  const stats = useQuery({ ...statsQuery, staleTime: 0 })
  const system = useQuery({ ...systemQuery, staleTime: 0 })
  const { totalUsers, activeSessions, totalApplications } = stats.data ?? {}
  const health = system.isError ? 'Not available' : system.data && healthLabels[system.data.health]
  const worst = system.data?.checks.find((check) => check.health === system.data.health)
  return (
    <>
      <h2 className="sr-only">Overview</h2>
      {stats.isError ? (
        <LoadFailure
          className="mb-6"
          title="The figures couldn’t be loaded"
          onRetry={() => void stats.refetch()}
        >
          {detailOf(stats.error)}
        </LoadFailure>
      ) : null}
      <dl className="mb-10 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        <CountCard label="Total Users" count={totalUsers} />
        <CountCard label="Active Sessions" count={activeSessions} note="Open sessions right now" />
        <CountCard label="Applications" count={totalApplications} />
        <CountCard
          label="System Health"
          count={health}
          note={
            <Link href={`${paths.systemAdmin}?tab=system`} className="text-link inline-block py-1">
              {worst === undefined || worst.health === 'healthy' ? 'View checks' : worst.title}
            </Link>
          }
        />
      </dl>
      <SetUp clients={totalApplications} />
      <ToDo checks={system.data?.checks ?? []} />
      {demo && !ficaPack ? (
        <Notice tone="info" className="mb-10 max-w-xl">
          {`${DUE_DILIGENCE_OFF} ${TRY_DUE_DILIGENCE}`}
        </Notice>
      ) : null}
    </>
  )
}

/** The checklist of a new firm: ticked where it is true, and gone once all of it is. */
function SetUp({ clients }: { clients: number | undefined }) {
  const { ficaPack } = useBranding()
  const firm = useQuery({ ...firmQuery, staleTime: 0 })
  const letters = useQuery({ ...lettersQuery, staleTime: 0 })
  const lists = useQuery({ ...listsQuery, enabled: ficaPack })
  const isLoading = ficaPack && lists.data === undefined
  if (firm.data === undefined || letters.data === undefined || clients === undefined || isLoading) return null
  const { setup } = firm.data
  const { published, managers } = letters.data
  const hasList = lists.data?.sources.some(({ source, inForce }) => source === 'UN' && inForce !== null)
  const steps = [
    { label: 'Firm’s details', isDone: !setup.pending && setup.missing.length === 0, to: paths.setup },
    { label: 'FAIS letter', isDone: published !== null || hasLetters(managers), to: paths.letters },
    { label: 'Wealth managers', isDone: managers.length > 0, to: `${paths.systemAdmin}?tab=users` },
    ...(ficaPack ? [{ label: 'Sanctions list', isDone: hasList === true, to: paths.sanctionsLists }] : []),
    { label: 'First client', isDone: clients > 0, to: `${paths.systemAdmin}?tab=users` },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <section aria-labelledby="set-up" className="mb-10">
      <h3 id="set-up" className="text-xl">
        Set up
      </h3>
      <ol className="mt-2 border-t border-ink">
        {steps.map(({ label, isDone, to }) => (
          <li key={label} className="flex min-h-11 items-center gap-4 border-b border-hairline">
            <span className="font-semibold sm:w-64">{label}</span>
            {isDone ? (
              <Badge tone="success">Done</Badge>
            ) : (
              <Link href={to} className="text-link inline-flex min-h-11 items-center">
                <span>Open</span>
                <span className="sr-only">{`: ${label}`}</span>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Whether every wealth manager has a letter, also where none is published. */
const hasLetters = (managers: LettersState['managers']) =>
  managers.length > 0 && managers.every(({ letter }) => letter !== 'none')

interface Row {
  what: string
  which: string
  to: string
}

/** What the system administrator has to do, computed from the state of the system; nothing is drawn without any. */
function ToDo({ checks }: { checks: readonly SystemCheck[] }) {
  const firm = useQuery({ ...firmQuery, staleTime: 0 })
  const letters = useQuery({ ...lettersQuery, staleTime: 0 })
  const rows: Row[] = [
    ...checks
      .filter(({ health }) => health !== 'healthy')
      .map(({ title, summary }) => ({ what: title, which: summary, to: `${paths.systemAdmin}?tab=system` })),
    ...(firm.data?.setup.missing ?? []).map(({ section, label }) => ({
      what: 'Firm’s details',
      which: `${label} is missing`,
      to: pathOfSection(section),
    })),
    ...(letters.data?.managers ?? [])
      .filter(({ letter }) => letter === 'none')
      .map(({ name }) => ({ what: 'FAIS letter', which: `${name}’s clients can’t sign`, to: paths.letters })),
  ]
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="to-do" className="mb-10">
      <h3 id="to-do" className="text-xl">
        To do
      </h3>
      <ul className="mt-2 border-t border-ink">
        {rows.map(({ what, which, to }) => (
          <li key={`${what} ${which}`} className="border-b border-hairline hover:bg-sunken">
            <Link
              href={to}
              className="flex min-h-11 flex-wrap items-baseline gap-x-4 py-2 text-ink no-underline"
            >
              <span className="font-semibold sm:w-64">{what}</span>
              <span className="min-w-0 grow basis-64">{which}</span>
              <span className="text-link no-underline max-sm:sr-only">Open</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
