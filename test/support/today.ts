import type { TodayRow } from '#features/today/rules/today.ts'
import type { HttpSession } from './http.ts'

/** What a member of staff has to do. */
export async function todayOf(staff: HttpSession): Promise<TodayRow[]> {
  return (await staff.get('/api/today')).body as TodayRow[]
}
