import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Spread, DurationName, TimeFigures } from '#features/review/api/time-figures.ts'
import { isStepId, wizardSteps } from '#features/applications/rules/wizard/steps.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { paths } from '#base/client/paths.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { ApplicationFigures } from './application-figures.tsx'
import { CorrectionFigures } from './correction-figures.tsx'
import { ExportFigures } from './export-figures.tsx'
import { SpreadTable, type SpreadRow } from './spread-table.tsx'

const queries = {
  admin: queryFor('GET /api/admin/time-figures'),
  wealth_manager: queryFor('GET /api/wealth-manager/time-figures'),
} as const

const applicationsQuery = queryFor('GET /api/admin/application-figures')

const homes = { admin: paths.admin, wealth_manager: paths.wealthManager } as const

/** The measured durations: name and unit. */
const measures = [
  { name: 'submitted', title: 'Submitted', unit: 'days from invitation' },
  { name: 'decided', title: 'Decided', unit: 'business days from submission' },
  { name: 'onboarded', title: 'Onboarded', unit: 'days from invitation' },
] as const satisfies { name: DurationName; title: string; unit: string }[]

/** The list of drafts, longest unchanged first. */
const DRAFTS = 'status=draft&sort=lastActivity&direction=asc'

/** Applications, turnaround, drafts and corrections: for admins, and for managers of their own clients. */
export function FiguresPage() {
  const { user } = useSession()
  if (user?.role !== 'admin' && user?.role !== 'wealth_manager') return null
  return (
    <StaffLayout role={user.role}>
      <PageHeading
        eyebrow={user.role === 'admin' ? 'Admin' : 'Wealth Manager'}
        title="Reports"
        lead="Applications, how long clients take and how long we take, where drafts stall, and what we ask clients to correct."
      />
      <ExportFigures role={user.role} />
      <div className="grid gap-12">
        {user.role === 'admin' ? <Applications /> : null}
        <Figures role={user.role} />
        <Section
          title="Corrections"
          description="What clients were asked to correct, why, and how many days they took."
        >
          <CorrectionFigures whose={user.role === 'admin' ? 'all' : 'own'} />
        </Section>
      </div>
    </StaffLayout>
  )
}

/** Counts of all applications, for admins. */
function Applications() {
  const { data: figures, isError } = useQuery({ ...applicationsQuery, staleTime: 0 })
  return (
    <Section
      title="Applications"
      description="Now, and in the last weeks. Select a status to see its applications."
    >
      {figures ? (
        <ApplicationFigures figures={figures} />
      ) : (
        <p className="text-ink-soft">{isError ? 'Not available right now' : 'Counting…'}</p>
      )}
    </Section>
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
    <>
      <Section
        title="Turnaround by month"
        description="The large figure is the median; 90% finished within the smaller one. Counted in the month it was completed. If a decision was reversed, the latest one counts. Time spent on corrections is included."
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
          title="Turnaround by wealth manager"
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
    </>
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
