/** What staff send a client from a list, each told apart so that a second one soon after asks first. */
export type NoticeKind = 'reminder' | 'annual-review'

/** Whoever sends the same again within this time is asked first (decisions, "Send Reminder"). */
export const NOTICE_PAUSE_MS = 24 * 60 * 60 * 1000
