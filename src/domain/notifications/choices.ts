import type { Role } from '#domain/users/roles.ts'
import { notificationKindNames, type NotificationKind } from './kinds.ts'

/** The ways on which something reaches its reader, in words. */
export const notificationWays = { app: 'In the app', mail: 'By mail' } as const

export type NotificationWay = keyof typeof notificationWays

/** What staff can be told of: what happens, at once, and each business day's digest of what waits. */
export type NotificationTopic = NotificationKind | 'digest'

/** One of these by one of the ways: what somebody switches off. */
export type NotificationChoice = `${NotificationTopic}:${NotificationWay}`

/** All of them in the words of who chooses. */
export const notificationTopicLabels: Readonly<Record<NotificationTopic, string>> = {
  mention: 'I am mentioned in a note',
  'corrections-answered': 'A client sends corrections back',
  'application-submitted': 'A client of mine submits',
  'submitted-unassigned': 'A client whom nobody looks after submits',
  'clients-assigned': 'I am given clients',
  digest: 'Something waits for me at 07:00 on a business day',
}

/** Who alone can be told of it; of what does not stand here, everybody who reviews. */
const readers: Readonly<Partial<Record<NotificationTopic, Role>>> = {
  'application-submitted': 'wealth_manager',
  'clients-assigned': 'wealth_manager',
  'submitted-unassigned': 'admin',
}

const notificationTopics: readonly NotificationTopic[] = [...notificationKindNames, 'digest']

/** What somebody of a role can be told of. */
export function notificationTopicsFor(role: Role): NotificationTopic[] {
  return notificationTopics.filter((one) => (readers[one] ?? role) === role)
}

/** Whether something comes that way: as its reader chooses, always, since it is a duty of theirs, or never. */
export type Delivery = 'chosen' | 'always' | 'never'

const deliveries: Readonly<Record<NotificationTopic, Readonly<Record<NotificationWay, Delivery>>>> = {
  mention: { app: 'chosen', mail: 'chosen' },
  'corrections-answered': { app: 'chosen', mail: 'chosen' },
  'application-submitted': { app: 'chosen', mail: 'always' },
  'submitted-unassigned': { app: 'chosen', mail: 'always' },
  'clients-assigned': { app: 'chosen', mail: 'always' },
  digest: { app: 'never', mail: 'chosen' },
}

/** How something comes on one of the ways. */
export function deliveryOf(one: NotificationTopic, way: NotificationWay): Delivery {
  return deliveries[one][way]
}

/** Everything that can be switched off. */
export const notificationChoices = notificationTopics.flatMap((one) =>
  (Object.keys(notificationWays) as NotificationWay[])
    .filter((way) => deliveryOf(one, way) === 'chosen')
    .map((way): NotificationChoice => `${one}:${way}`),
) as [NotificationChoice, ...NotificationChoice[]]
