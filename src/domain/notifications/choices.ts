import type { Role } from '#domain/users/roles.ts'
import { notificationKindNames, type NotificationKind } from './kinds.ts'

/** The ways on which something reaches its reader, in words. */
export const notificationWays = { app: 'In the app', mail: 'At once by mail' } as const

export type NotificationWay = keyof typeof notificationWays

/** A kind by one of its ways: what somebody switches off. */
export type NotificationChoice = `${NotificationKind}:${NotificationWay}`

/** The kinds in the words of who chooses. */
export const kindLabels: Readonly<Record<NotificationKind, string>> = {
  mention: 'I am mentioned in a note',
  'corrections-answered': 'A client sends corrections back',
  'application-submitted': 'A client of mine submits',
  'submitted-unassigned': 'A client whom nobody looks after submits',
  'clients-assigned': 'I am given clients',
}

/** Who alone can be told of a kind; of what does not stand here, everybody who reviews. */
const readers: Readonly<Partial<Record<NotificationKind, Role>>> = {
  'application-submitted': 'wealth_manager',
  'clients-assigned': 'wealth_manager',
  'submitted-unassigned': 'admin',
}

/** What somebody of a role can be told of. */
export function kindsFor(role: Role): NotificationKind[] {
  return notificationKindNames.filter((kind) => (readers[kind] ?? role) === role)
}

/** Those mails that can be switched off: the others are duties of whoever looks after a client. */
const mailed: ReadonlySet<NotificationKind> = new Set(['mention', 'corrections-answered'])

/** Whether somebody can choose that. */
export function isChoosable(kind: NotificationKind, way: NotificationWay): boolean {
  return way === 'app' || mailed.has(kind)
}

/** Everything that can be switched off. */
export const notificationChoices = notificationKindNames.flatMap((kind) =>
  (Object.keys(notificationWays) as NotificationWay[])
    .filter((way) => isChoosable(kind, way))
    .map((way): NotificationChoice => `${kind}:${way}`),
) as [NotificationChoice, ...NotificationChoice[]]
