import { complianceRows } from '#features/screening/server/hits/compliance-rows.ts'
import { applicationRows } from '#features/today/server/application-rows.ts'
import { noticeRows } from '#features/today/server/notice-rows.ts'
import { reviewRows } from '#features/today/server/review-rows.ts'
import type { TodaySource } from '#features/today/server/today.ts'

/** What adds to the list of what staff have to do. */
export const todaySources: readonly TodaySource[] = [applicationRows, complianceRows, reviewRows, noticeRows]
