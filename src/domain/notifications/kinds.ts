/** What staff are told of in the application, in the words of its readers; `count` is of clients. */
export const notificationKinds = {
  mention: { words: ({ by }) => `${by ?? 'A colleague'} mentioned you in a note` },
  'corrections-answered': { words: () => 'The client sent corrections back' },
  'application-submitted': { words: () => 'The client submitted the application' },
  'submitted-unassigned': { words: () => 'Submitted, and nobody looks after the client' },
  'clients-assigned': {
    words: ({ count }) =>
      count === 1
        ? 'You look after this client from now on'
        : `You look after ${count} more clients from now on`,
  },
} as const satisfies Record<string, { words: (told: Told) => string }>

/** What the words of a notification depend on. */
interface Told {
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
export const NOTIFICATIONS_KEPT_DAYS = 90

/** More unread ones than that are "99+": nobody counts them. */
export const MOST_COUNTED = 100

/** A notification in words. */
export function notificationWords(kind: NotificationKind, told: Told): string {
  return notificationKinds[kind].words(told)
}
