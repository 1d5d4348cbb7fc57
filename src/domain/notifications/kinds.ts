/** What staff are told of in the application, in the words of its readers; `count` is of clients. */
export const notificationKinds = {
  mention: { text: ({ by }) => `${by ?? 'A colleague'} mentioned you in a note` },
  'corrections-answered': { text: () => 'The client sent corrections back' },
  'application-submitted': { text: () => 'The client submitted the application' },
  'submitted-unassigned': { text: () => 'Submitted, and nobody looks after the client' },
  'clients-assigned': {
    text: ({ count }) =>
      count === 1
        ? 'You look after this client from now on'
        : `You look after ${count} more clients from now on`,
  },
} as const satisfies Record<string, { text: (facts: NotificationFacts) => string }>

/** What the words of a notification depend on. */
interface NotificationFacts {
  /** Whoever mentions; null where it is not theirs to know any more. */
  by: string | null
  count: number
}

export type NotificationKind = keyof typeof notificationKinds

export const notificationKindNames = Object.keys(notificationKinds) as [
  NotificationKind,
  ...NotificationKind[],
]

/** How long notifications are kept, in days. */
export const NOTIFICATION_RETENTION_DAYS = 90

/** More unread ones than that are "99+": nobody counts them. */
export const MAX_COUNTED = 100

/** A notification in words. */
export function notificationText(kind: NotificationKind, facts: NotificationFacts): string {
  return notificationKinds[kind].text(facts)
}
