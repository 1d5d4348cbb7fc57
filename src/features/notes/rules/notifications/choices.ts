import type { Role } from '#features/access/rules/roles.ts'
import { notificationKindNames, type NotificationKind } from './kinds.ts'

/** Notification channels, with labels. */
export const notificationWays = { app: 'In the app', mail: 'By email' } as const

export type NotificationWay = keyof typeof notificationWays

/** Notification topics: events, and the daily digest of waiting work. */
export type NotificationTopic = NotificationKind | 'digest'

/** A topic on a channel, which users can switch off. */
export type NotificationChoice = `${NotificationTopic}:${NotificationWay}`

/** Labels of all topics. */
export const notificationTopicLabels: Readonly<Record<NotificationTopic, string>> = {
  mention: 'I am mentioned in a note',
  'corrections-answered': 'A client sends corrections',
  'pack-handed-in': 'A client hands in due diligence tasks',
  'approval-asked': 'A client needs the approval of a senior manager',
  'approval-withdrawn': 'My request for approval is withdrawn',
  'hit-open': 'A hit on a sanctions list waits for a decision',
  'application-submitted': 'One of my clients submits',
  'submitted-unassigned': 'A client without a wealth manager submits',
  'clients-assigned': 'Clients are assigned to me',
  digest: 'Daily summary at 07:00 on business days',
}

/** Topics limited to one role; all others are for every reviewer. */
const readers: Readonly<Partial<Record<NotificationTopic, Role>>> = {
  'approval-asked': 'admin',
  'approval-withdrawn': 'admin',
  'hit-open': 'admin',
  'application-submitted': 'wealth_manager',
  'clients-assigned': 'wealth_manager',
  'submitted-unassigned': 'admin',
}

const notificationTopics: readonly NotificationTopic[] = [...notificationKindNames, 'digest']

/** Topics for a role. */
export function notificationTopicsFor(role: Role): NotificationTopic[] {
  return notificationTopics.filter((one) => (readers[one] ?? role) === role)
}

/** How a topic is delivered: as chosen, always as a duty, or never. */
export type Delivery = 'chosen' | 'always' | 'never'

const deliveries: Readonly<Record<NotificationTopic, Readonly<Record<NotificationWay, Delivery>>>> = {
  mention: { app: 'chosen', mail: 'chosen' },
  'corrections-answered': { app: 'chosen', mail: 'chosen' },
  'pack-handed-in': { app: 'chosen', mail: 'chosen' },
  'approval-asked': { app: 'chosen', mail: 'always' },
  'approval-withdrawn': { app: 'chosen', mail: 'never' },
  'hit-open': { app: 'chosen', mail: 'always' },
  'application-submitted': { app: 'chosen', mail: 'always' },
  'submitted-unassigned': { app: 'chosen', mail: 'always' },
  'clients-assigned': { app: 'chosen', mail: 'always' },
  digest: { app: 'never', mail: 'chosen' },
}

/** Delivery of a topic on a channel. */
export function deliveryOf(one: NotificationTopic, way: NotificationWay): Delivery {
  return deliveries[one][way]
}

/** All topics that can be switched off. */
export const notificationChoices = notificationTopics.flatMap((one) =>
  (Object.keys(notificationWays) as NotificationWay[])
    .filter((way) => deliveryOf(one, way) === 'chosen')
    .map((way): NotificationChoice => `${one}:${way}`),
) as [NotificationChoice, ...NotificationChoice[]]
