import { DAY_MS } from '#base/rules/time/calendar-days.ts'

/** Notices to clients from a list; repeating one soon needs confirmation. */
export type NoticeKind = 'reminder' | 'annual-review'

/** Repeating a notice within this time needs confirmation (decisions, "Send Reminder"). */
export const NOTICE_PAUSE_MS = DAY_MS
