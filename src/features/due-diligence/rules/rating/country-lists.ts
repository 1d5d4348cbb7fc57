import type { CheckState } from '#base/rules/check-state.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import type { ModelChoices } from './model.ts'

/** The published lists change every four months; the firm compares its own within this time. */
const COUNTRY_LIST_DAYS = 150

/** Whether the countries of a model were compared with the published lists. Days are yyyy-MM-dd. */
export function countryListsState(
  { highCountries, raisedCountries }: Pick<ModelChoices, 'highCountries' | 'raisedCountries'>,
  comparedOn: string | null,
  today: string,
): CheckState {
  if (comparedOn === null || highCountries.length + raisedCountries.length === 0)
    return { is: 'not-configured' }
  if (dayAfter(comparedOn, COUNTRY_LIST_DAYS) < today)
    return { is: 'stale', of: comparedOn, allowedDays: COUNTRY_LIST_DAYS }
  return { is: 'done', at: comparedOn, with: [] }
}
