import type { Role } from '#features/access/rules/roles.ts'
import { notificationKindNames, type NotificationKind } from './kinds.ts'

/** What staff can be mailed about: events, and the daily digest of their work. */
export type NotificationTopic = NotificationKind | 'digest'

/** A mail that users can switch off. */
export type NotificationChoice = `${NotificationTopic}:mail`

/** Labels of all topics. */
export const notificationTopicLabels: Readonly<Record<NotificationTopic, string>> = {
  mention: 'I am mentioned in a note',
  'corrections-answered': 'A client sends corrections',
  'pack-handed-in': 'A client sends FICA documents',
  'approval-asked': 'A client needs the approval of a senior manager',
  'approval-withdrawn': 'My request for approval is withdrawn',
  'hit-open': 'A possible sanctions match waits for a decision',
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

/** Whether a topic is mailed as chosen, always as a duty, or never. */
export type Delivery = 'chosen' | 'always' | 'never'

/** Whether each topic is mailed. */
export const deliveries: Readonly<Record<NotificationTopic, Delivery>> = {
  mention: 'chosen',
  'corrections-answered': 'chosen',
  'pack-handed-in': 'chosen',
  'approval-asked': 'always',
  'approval-withdrawn': 'never',
  'hit-open': 'always',
  'application-submitted': 'always',
  'submitted-unassigned': 'always',
  'clients-assigned': 'always',
  digest: 'chosen',
}

/** All mails that can be switched off. */
export const notificationChoices = notificationTopics
  .filter((one) => deliveries[one] === 'chosen')
  .map((one): NotificationChoice => `${one}:mail`) as [NotificationChoice, ...NotificationChoice[]]

/** Whether a stored choice is one of today's: earlier releases had others. */
export function isChoice(stored: string): stored is NotificationChoice {
  return notificationChoices.some((one) => one === stored)
}
