import { retentionEndsOn } from '#features/applications/rules/retention.ts'

/** Why records are held beyond the end of their retention (FICA, section 23). */
export const holdReasons = {
  match: 'Confirmed match with a list',
  'report-filed': 'A report was filed',
  court: 'Order of a court, or a request of an authority',
} as const

export type HoldReason = keyof typeof holdReasons

export const holdReasonNames = Object.keys(holdReasons) as [HoldReason, ...HoldReason[]]

/** The last day of a hold (yyyy-MM-dd) that begins with a confirmed match: five years, as for a report. */
export function holdOfMatchUntil(confirmedAt: Date): string {
  return retentionEndsOn(confirmedAt)
}

const MAX_YEARS = 30

/** What is wrong with the last day of a hold (yyyy-MM-dd); null where nothing is. */
export function holdProblem(until: string, today: string): string | null {
  if (until < today) return 'Please choose a day from today on'
  const latest = `${Number(today.slice(0, 4)) + MAX_YEARS}${today.slice(4)}`
  return until > latest ? `Please choose a day within ${MAX_YEARS} years` : null
}
