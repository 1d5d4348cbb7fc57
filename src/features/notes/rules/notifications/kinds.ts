/** Notification kinds with their text; `count` is of clients. */
export const notificationKinds = {
  mention: { text: ({ by }) => `${by ?? 'A colleague'} mentioned you in a note` },
  'corrections-answered': { text: () => 'The client sent corrections' },
  'pack-handed-in': { text: () => 'The client handed in due diligence tasks' },
  'approval-asked': { text: () => 'A request for approval is waiting' },
  'approval-withdrawn': { text: () => 'Your request for approval was withdrawn' },
  'hit-open': { text: () => 'Something is waiting in Compliance' },
  'application-submitted': { text: () => 'The client submitted the application' },
  'submitted-unassigned': { text: () => 'Submitted, and the client has no wealth manager' },
  'clients-assigned': {
    text: ({ count }) =>
      count === 1 ? 'You now look after this client' : `You now look after ${count} more clients`,
  },
} as const satisfies Record<string, { text: (facts: NotificationFacts) => string }>

/** Values in a notification's text. */
interface NotificationFacts {
  /** The author of a mention; null outside the reader's scope. */
  by: string | null
  count: number
}

export type NotificationKind = keyof typeof notificationKinds

export const notificationKindNames = Object.keys(notificationKinds) as [
  NotificationKind,
  ...NotificationKind[],
]

/** Retention of notifications, in days. */
export const NOTIFICATION_RETENTION_DAYS = 90

/** From this number on counts in the header show as "99+". */
export const MAX_COUNTED = 100

/** A count in the header. */
export function countText(count: number): string {
  return count >= MAX_COUNTED ? `${MAX_COUNTED - 1}+` : String(count)
}

/** A notification's text. */
export function notificationText(kind: NotificationKind, facts: NotificationFacts): string {
  return notificationKinds[kind].text(facts)
}
