import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import type { Spread, DurationName, TimeFigures } from '#features/review/api/time-figures.ts'
import { isStepId, wizardSteps } from '#features/applications/rules/wizard/steps.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { paths } from '#base/client/paths.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { SideIndex } from '#base/client/ui/side-index.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
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

const sections = {
  times: 'Times',
  drafts: 'Where drafts stop',
  corrections: 'Corrections',
  applications: 'Applications by status',
} as const

/** Turnaround, drafts, corrections and applications: for admins, and for managers of their own clients. */
export function FiguresPage() {
  const { user } = useSession()
  const [params] = useSearchParams()
  if (user?.role !== 'admin' && user?.role !== 'wealth_manager') return null
  const { role } = user
  const entries = Object.entries(sections)
    .filter(([name]) => role === 'admin' || name !== 'applications')
    .map(([name, label]) => ({
      label,
      href: `${paths.figures}?section=${name}`,
      isCurrent: name === params.get('section'),
    }))
  const section = entries.some(({ isCurrent }) => isCurrent) ? params.get('section') : null
  return (
    <StaffLayout role={role}>
      <SideIndex label="Reports" href={paths.figures} {...{ entries }} isIndex={section === null}>
        <TitleBar title="Reports">
          <ExportFigures role={role} />
        </TitleBar>
        {section === 'applications' ? <Applications /> : null}
        {section === 'times' || section === 'drafts' ? <Figures {...{ role, section }} /> : null}
        {section === 'corrections' ? (
          <Section
            className="mt-2"
            title="Corrections"
            description="What clients were asked to correct, why, and how many days they took."
          >
            <CorrectionFigures whose={role === 'admin' ? 'all' : 'own'} />
          </Section>
        ) : null}
      </SideIndex>
    </StaffLayout>
  )
}

/** Counts of all applications, for admins. */
function Applications() {
  const { data: figures, isError } = useQuery({ ...applicationsQuery, staleTime: 0 })
  return (
    <Section
      className="mt-2"
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

type FiguresProps = { role: keyof typeof queries; section: 'times' | 'drafts' }

function Figures({ role, section }: FiguresProps) {
  const { data: figures, error, refetch } = useQuery({ ...queries[role], staleTime: 0 })
  const home = homes[role]
  if (figures) {
    return section === 'times' ? <Times {...{ figures, home }} /> : <Drafts {...{ home }} {...figures} />
  }
  return error ? (
    <LoadFailure title="The figures couldn’t be loaded" onRetry={() => void refetch()}>
      {detailOf(error)}
    </LoadFailure>
  ) : (
    <TableSkeleton label="Counting..." />
  )
}

type TimesProps = { figures: TimeFigures; home: string }

function Times({ figures: { since, all, months, managers }, home }: TimesProps) {
  return (
    <>
      <Section
        className="mt-2 mb-8"
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
    </>
  )
}

function Drafts({ drafts, home }: Pick<TimeFigures, 'drafts'> & { home: string }) {
  return (
    <Section
      className="mt-2"
      title="Where drafts stop"
      description="Days since the draft was last changed."
      action={
        <Link href={`${home}?${DRAFTS}`} className="text-link py-2">
          Show all drafts
        </Link>
      }
    >
      <Steps drafts={drafts} />
    </Section>
  )
}

function Steps({ drafts }: Pick<TimeFigures, 'drafts'>) {
  if (drafts.length === 0) return <p className="text-ink-soft">There are no drafts.</p>
  return (
    <SpreadTable
      caption="Where drafts stop"
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
