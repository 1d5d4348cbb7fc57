import { statuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { isStepId, wizardSteps } from '#domain/applications/wizard/steps.ts'
import type { AnswerOf } from '#domain/api/contract.ts'
import { formatDay } from '#domain/time/dates.ts'
import { CountBars } from '#client/ui/count-bars.tsx'
import { ColumnChart } from '#client/ui/column-chart.tsx'

export type Figures = AnswerOf<'GET /api/admin/application-figures'>

export type ApplicationFiguresProps = {
  figures: Figures
  /** The status that filters the list below; empty for several or none. */
  status: string
  onStatus: (status: ApplicationStatus | null) => void
}

/** Counts of applications by status and week, and the steps at which drafts are. */
export function ApplicationFigures({ figures, status, onStatus }: ApplicationFiguresProps) {
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
      <CountBars
        caption="Applications by status"
        heads={['Status', 'Applications']}
        bars={(Object.entries(statuses) as [ApplicationStatus, string][]).map(([name, label]) => ({
          id: name,
          count: figures.statuses[name],
          selected: name === status,
          label: (
            <button
              type="button"
              aria-pressed={name === status}
              onClick={() => onStatus(name === status ? null : name)}
              className="text-link min-h-7 text-left"
            >
              {label}
            </button>
          ),
        }))}
      />
      <ColumnChart
        caption="Applications by week"
        columnHead="Week of"
        series={['Started', 'Submitted']}
        columns={figures.weeks.map(({ week, started, submitted }) => ({
          id: week,
          label: formatDay(week),
          values: [started, submitted],
        }))}
      />
      <CountBars
        caption="Where drafts stall"
        heads={['Step', 'Drafts']}
        bars={figures.draftSteps.filter(hasDraftAtLastStep).map(({ step, count }) => ({
          id: step ?? 'none',
          label: titleOfStep(step),
          count,
        }))}
      />
    </div>
  )
}

/** The last step follows submission, so no draft should be there; shown if one is. */
function hasDraftAtLastStep({ step, count }: Figures['draftSteps'][number]): boolean {
  return count > 0 || (step !== null && step !== 'success')
}

function titleOfStep(step: string | null): string {
  if (!isStepId(step)) return 'Not started'
  return wizardSteps.find(({ id }) => id === step)?.title ?? step
}
