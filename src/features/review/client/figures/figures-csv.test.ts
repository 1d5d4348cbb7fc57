import { expect, it } from 'vitest'
import { figuresCsv, type ReportFigures } from './figures-csv.ts'

const spread = { count: 3, median: 2.5, ninetieth: 6 }
const none = { count: 0, median: null, ninetieth: null }
const durations = { submitted: spread, decided: none, onboarded: none }

const figures: ReportFigures = {
  times: {
    since: '2025-12-01',
    all: durations,
    months: [{ month: '2026-11', ...durations }],
    managers: [
      { id: null, name: null, ...durations },
      { id: 'x', name: '=cmd;"a"', ...durations },
    ],
    drafts: [{ step: 'assets', quiet: spread }],
  },
  corrections: {
    since: '2025-12-01',
    applications: 2,
    rounds: 3,
    roundsEach: [{ rounds: 1, applications: 1 }],
    reasons: [{ reason: 'incomplete', count: 3 }],
    answered: { rounds: 2, median: 1.5, ninetieth: 4 },
  },
  applications: null,
}

it('has one row for each figure, as Excel with South African settings expects', () => {
  const lines = figuresCsv(figures).split('\r\n')
  expect(lines[0]).toBe('\uFEFFReport;Row;Measure;Applications;Value;90% within')
  expect(lines).toContain('Turnaround by month;2026-11;Submitted (days from invitation);3;2,5;6')
  expect(lines).toContain(
    'Turnaround by wealth manager;No wealth manager;Decided (business days from submission);0;;',
  )
  expect(lines).toContain('Corrections since 2025-12-01;All;Days to reply;2;1,5;4')
  expect(lines.at(-1)).toBe('')
})

it('quotes names, and none runs as a formula', () => {
  expect(figuresCsv(figures)).toContain(`;"'=cmd;""a""";`)
})

it('has the applications of admins', () => {
  const csv = figuresCsv({
    ...figures,
    applications: {
      statuses: {
        draft: 4,
        submitted: 0,
        under_review: 0,
        approved: 0,
        rejected: 0,
        onboarded: 0,
        cancelled: 0,
      },
      weeks: [{ week: '2026-11-23', started: 2, submitted: 1 }],
    },
  })
  expect(csv).toContain('Applications by status;Draft;Applications;;4;\r\n')
  expect(csv).toContain('Applications by week;2026-11-23;Submitted;;1;\r\n')
})
