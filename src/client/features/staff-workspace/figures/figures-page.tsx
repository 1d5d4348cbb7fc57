import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Spread, DurationName, TimeFigures } from '#domain/api/time-figures.ts'
import { isStepId, wizardSteps } from '#domain/applications/wizard/steps.ts'
import { formatDay } from '#domain/time/dates.ts'
import { useSession } from '#client/features/auth/use-session.ts'
import { detailOf } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { paths } from '#client/shared/shell/paths.ts'
import { StaffLayout } from '#client/features/staff/staff-layout.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Section } from '#client/ui/section.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { SpreadTable, type SpreadRow } from './spread-table.tsx'

const queries = {
  admin: queryFor('GET /api/admin/time-figures'),
  wealth_manager: queryFor('GET /api/wealth-manager/time-figures'),
} as const

const homes = { admin: paths.admin, wealth_manager: paths.wealthManager } as const

/** The measured durations: name and unit. */
const measures = [
  { name: 'submitted', title: 'Submitted', unit: 'days from invitation' },
  { name: 'decided', title: 'Decided', unit: 'business days from submission' },
  { name: 'onboarded', title: 'Onboarded', unit: 'days from invitation' },
] as const satisfies { name: DurationName; title: string; unit: string }[]

/** The list of drafts, longest unchanged first. */
const DRAFTS = 'status=draft&sort=lastActivity&direction=asc'

/**
 * Processing times by month and by manager, and the steps of drafts: for admins, and for managers of their own clients.
 */
export function FiguresPage() {
  const { user } = useSession()
  if (user?.role !== 'admin' && user?.role !== 'wealth_manager') return null
  return (
    <StaffLayout role={user.role}>
      <PageHeading
        eyebrow={user.role === 'admin' ? 'Admin' : 'Wealth Manager'}
        title="Turnaround Times"
        lead="How long clients take, and how long we take. The large figure is the median; 90% finished within the smaller one."
      />
      <Figures role={user.role} />
    </StaffLayout>
  )
}

function Figures({ role }: { role: keyof typeof queries }) {
  const { data: figures, error, refetch } = useQuery({ ...queries[role], staleTime: 0 })
  if (figures) return <Tables figures={figures} home={homes[role]} />
  return error ? (
    <LoadFailure title="The figures couldn’t be loaded" onRetry={() => void refetch()}>
      {detailOf(error)}
    </LoadFailure>
  ) : (
    <TableSkeleton label="Counting..." />
  )
}

function Tables({
  figures: { since, all, months, managers, drafts },
  home,
}: {
  figures: TimeFigures
  home: string
}) {
  return (
    <div className="grid gap-12">
      <Section
        title="By month"
        description="Counted in the month it was completed. If a decision was reversed, the latest one counts. Time spent on corrections is included."
      >
        <SpreadTable
          caption="Turnaround times by month"
          head="Month"
          columns={measures}
          rows={[
            { id: 'all', label: `Since ${formatDay(since)}`, spreads: all },
            ...begun(months).map((month) => ({
              id: month.month,
              label: monthText(month.month),
              spreads: month,
            })),
          ]}
        />
      </Section>
      {managers.length > 0 ? (
        <Section
          title="By wealth manager"
          description={`Since ${formatDay(since)}, by the client’s current wealth manager. Select a name to see their clients.`}
        >
          <SpreadTable
            caption="Turnaround times by wealth manager"
            head="Wealth Manager"
            columns={measures}
            rows={managers.map((manager) => managerRow(manager, home))}
          />
        </Section>
      ) : null}
      <Section
        title="Where drafts stall"
        description="Days since the draft was last changed."
        action={
          <Link href={`${home}?${DRAFTS}`} className="text-link py-2">
            Show all drafts
          </Link>
        }
      >
        <Drafts drafts={drafts} />
      </Section>
    </div>
  )
}

function Drafts({ drafts }: Pick<TimeFigures, 'drafts'>) {
  if (drafts.length === 0) return <p className="text-ink-soft">There are no drafts.</p>
  return (
    <SpreadTable
      caption="Where drafts stall"
      head="Step"
      columns={[{ name: 'quiet', title: 'Inactive for', unit: 'days without a change' }]}
      rows={drafts.map(({ step, quiet }) => ({
        id: step ?? 'none',
        label: (
          <>
            <span>{titleOf(step)}</span>
            <span className="block text-xs text-ink-soft">{draftsText(quiet.count)}</span>
          </>
        ),
        spreads: { quiet },
      }))}
    />
  )
}

function managerRow(
  { id, name, ...spreads }: TimeFigures['managers'][number],
  home: string,
): SpreadRow<DurationName> {
  const label =
    id === null ? (
      'No wealth manager'
    ) : (
      <Link href={`${home}?wealthManager=${id}`} className="text-link">
        {name}
      </Link>
    )
  return { id: id ?? 'none', label, spreads: spreads satisfies Record<DurationName, Spread> }
}

function titleOf(step: string | null): string {
  return isStepId(step) ? (wizardSteps.find(({ id }) => id === step)?.title ?? step) : 'Not started'
}

function draftsText(count: number): string {
  return `${count.toLocaleString('en-ZA')} ${count === 1 ? 'draft' : 'drafts'}`
}

/** Leaves out the months before the first finished application. */
function begun(months: TimeFigures['months']): TimeFigures['months'] {
  const last = months.findLastIndex((month) => measures.some(({ name }) => month[name].count > 0))
  return months.slice(0, last + 1)
}

/** "November 2026" for 2026-11. */
function monthText(month: string): string {
  return formatDay(`${month}-01`).replace(/^\d+ /u, '')
}
