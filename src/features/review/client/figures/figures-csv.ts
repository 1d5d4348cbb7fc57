import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { DurationName, Spread, TimeFigures } from '#features/review/api/time-figures.ts'
import { statuses, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { wizardSteps } from '#features/applications/rules/wizard/steps.ts'
import { correctionReasons } from '#features/applications/rules/round/reasons.ts'
import { csvCellText } from '#base/rules/input/csv-cell.ts'

type Row = (string | number | null)[]

/** The figures of the page; those of applications for admins only. */
export interface ReportFigures {
  times: TimeFigures
  corrections: AnswerOf<'GET /api/admin/correction-figures'>
  applications: Pick<AnswerOf<'GET /api/admin/application-figures'>, 'statuses' | 'weeks'> | null
}

const TITLES = ['Report', 'Row', 'Measure', 'Applications', 'Value', '90% within']

const durationLabels = {
  submitted: 'Submitted (days from invitation)',
  decided: 'Decided (business days from submission)',
  onboarded: 'Onboarded (days from invitation)',
} as const satisfies Record<DurationName, string>

const durationNames = Object.keys(durationLabels) as DurationName[]
const statusNames = Object.keys(statuses) as ApplicationStatus[]

function durationRows(report: string, row: string, spreads: Record<DurationName, Spread>): Row[] {
  return durationNames.map((name) => {
    const { count, median, ninetieth } = spreads[name]
    return [report, row, durationLabels[name], count, median, ninetieth]
  })
}

function timeRows({ since, all, months, managers, drafts }: TimeFigures): Row[] {
  const stepOf = (step: string | null) => wizardSteps.find(({ id }) => id === step)?.title ?? 'Not started'
  return [
    ...durationRows('Turnaround by month', `Since ${since}`, all),
    ...months.flatMap((month) => durationRows('Turnaround by month', month.month, month)),
    ...managers.flatMap(({ name, ...spreads }) =>
      durationRows('Turnaround by wealth manager', name ?? 'No wealth manager', spreads),
    ),
    ...drafts.map(({ step, quiet: { count, median, ninetieth } }): Row => [
      'Where drafts stall',
      stepOf(step),
      'Days without a change',
      count,
      median,
      ninetieth,
    ]),
  ]
}

function correctionRows({ since, ...figures }: ReportFigures['corrections']): Row[] {
  const { applications, rounds, roundsEach, reasons, answered } = figures
  const report = `Corrections since ${since}`
  return [
    [report, 'All', 'Correction requests', applications, rounds, null],
    [report, 'All', 'Days to reply', answered.rounds, answered.median, answered.ninetieth],
    ...reasons.map(({ reason, count }): Row => [
      report,
      correctionReasons[reason],
      'Requests',
      null,
      count,
      null,
    ]),
    ...roundsEach.map(({ rounds: each, applications: count }): Row => [
      report,
      `Requests: ${each}`,
      'Applications',
      null,
      count,
      null,
    ]),
  ]
}

function applicationRows({ statuses: counts, weeks }: NonNullable<ReportFigures['applications']>): Row[] {
  return [
    ...statusNames.map((name): Row => [
      'Applications by status',
      statuses[name],
      'Applications',
      null,
      counts[name],
      null,
    ]),
    ...weeks.flatMap(({ week, started, submitted }): Row[] => [
      ['Applications by week', week, 'Started', null, started, null],
      ['Applications by week', week, 'Submitted', null, submitted, null],
    ]),
  ]
}

/**
 * The figures as CSV, one row for each: with byte order mark, semicolons and decimal commas, as Excel with South African
 * settings expects.
 */
export function figuresCsv({ times, corrections, applications }: ReportFigures): string {
  const rows: Row[] = [
    TITLES,
    ...(applications === null ? [] : applicationRows(applications)),
    ...timeRows(times),
    ...correctionRows(corrections),
  ]
  const lines = rows.map((row) => row.map((cell) => quoted(csvCellText(cell))).join(';'))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function quoted(text: string): string {
  return /[";\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
