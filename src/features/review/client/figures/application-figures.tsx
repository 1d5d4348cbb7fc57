import { Link } from 'wouter'
import { statuses, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { paths } from '#base/client/paths.ts'
import { CountBars } from '#base/client/ui/count-bars.tsx'
import { ColumnChart } from '#base/client/ui/column-chart.tsx'

type Figures = AnswerOf<'GET /api/admin/application-figures'>

/** Counts of applications by status and week. */
export function ApplicationFigures({ figures }: { figures: Figures }) {
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
      <CountBars
        caption="Applications by status"
        heads={['Status', 'Applications']}
        bars={(Object.entries(statuses) as [ApplicationStatus, string][]).map(([name, label]) => ({
          id: name,
          count: figures.statuses[name],
          label: (
            <Link href={`${paths.admin}?status=${name}`} className="text-link inline-block min-h-7">
              {label}
            </Link>
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
    </div>
  )
}
