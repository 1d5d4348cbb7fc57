/** Notices to clients from a list; repeating one soon needs confirmation. */
export type NoticeKind = 'reminder' | 'annual-review'

/** Repeating a notice within this time needs confirmation (decisions, "Send Reminder"). */
export const NOTICE_PAUSE_MS = 24 * 60 * 60 * 1000
