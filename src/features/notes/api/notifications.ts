import { z } from 'zod'
import { notificationKindNames } from '#features/notes/rules/notifications/kinds.ts'
import { notificationChoices } from '#features/notes/rules/notifications/choices.ts'
import { endpoints } from '#features/access/api/endpoint.ts'

const notificationSchema = z.object({
  id: z.uuid(),
  kind: z.enum(notificationKindNames),
  at: z.iso.datetime(),
  read: z.boolean(),
  /** Number of clients. */
  count: z.number().int(),
  /** The application; null for several, or outside the reader's scope. */
  application: z.object({ id: z.uuid(), reference: z.string(), name: z.string() }).nullable(),
  /** The note that mentions the reader, and its author; null as above. */
  note: z.object({ id: z.uuid(), authorName: z.string() }).nullable(),
})

export type NotificationView = z.infer<typeof notificationSchema>

const page = z.object({
  rows: z.array(notificationSchema),
  /** Cursor of the next page; null at the end. */
  next: z.uuid().nullable(),
})

export type NotificationPage = z.infer<typeof page>

/** Channels that the user switched off; all others are on. */
const choices = z.strictObject({ off: z.array(z.enum(notificationChoices)).max(notificationChoices.length) })

/** Calls on the caller's own notifications (docs/decisions/0085). */
export const notificationEndpoints = endpoints({
  'GET /api/notifications': {
    summary: 'List your notifications, latest first, page by page',
    tag: 'Account',
    access: 'notifications.read',
    query: z.strictObject({
      /** Cursor from the previous page. */
      after: z.uuid().optional(),
    }),
    answer: page,
  },
  'GET /api/notifications/unread': {
    summary: 'Count your unread notifications, up to 100',
    tag: 'Account',
    access: 'notifications.read',
    answer: z.object({ unread: z.number().int() }),
  },
  'GET /api/account/notification-choices': {
    summary: 'List the notifications that you have switched off, by topic and channel',
    tag: 'Account',
    access: 'notifications.read',
    answer: choices,
  },
  'PUT /api/account/notification-choices': {
    summary: 'Switch notifications off, by topic and channel',
    tag: 'Account',
    access: 'notifications.read',
    repeated: 'same',
    body: choices,
    answer: choices,
  },
  'PUT /api/notifications': {
    summary: 'Mark a notification and all earlier ones as read',
    tag: 'Account',
    access: 'notifications.read',
    repeated: 'same',
    body: z.strictObject({ readUpTo: z.uuid() }),
    /** The previous value, for undo. */
    answer: z.object({ readAt: z.iso.datetime() }),
  },
  'PUT /api/notifications/unread': {
    summary: 'Undo marking notifications as read: those marked together become unread again',
    tag: 'Account',
    access: 'notifications.read',
    repeated: 'same',
    body: z.strictObject({ readAt: z.iso.datetime() }),
    answer: 'nothing',
  },
  'PUT /api/notifications/{id}': {
    summary: 'Mark a notification as read or unread',
    tag: 'Account',
    access: 'notifications.read',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ read: z.boolean() }),
    answer: 'nothing',
  },
})

type NotificationEndpoints = typeof notificationEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends NotificationEndpoints {}
}
