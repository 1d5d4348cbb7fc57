/** What staff get mails about, unless they switch them off. */
export const notificationKindNames = [
  'mention',
  'corrections-answered',
  'pack-handed-in',
  'approval-asked',
  'approval-withdrawn',
  'hit-open',
  'application-submitted',
  'submitted-unassigned',
  'clients-assigned',
] as const

export type NotificationKind = (typeof notificationKindNames)[number]

/** Kinds that no work in a list shows: they are kept until their reader has seen them. */
export const noticeKinds = ['mention', 'clients-assigned', 'approval-withdrawn'] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** Retention of notifications, in days. */
export const NOTIFICATION_RETENTION_DAYS = 90

/** From this number on counts in the header show as "99+". */
const MAX_COUNTED = 100

/** A count in the header. */
export function countText(count: number): string {
  return count >= MAX_COUNTED ? `${MAX_COUNTED - 1}+` : String(count)
}
