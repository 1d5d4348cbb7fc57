import { z } from 'zod'
import { notificationChoices } from '#features/notes/rules/notifications/choices.ts'
import { endpoints } from '#features/access/api/endpoint.ts'

/** Mails that the user switched off; all others are on. */
const choices = z.strictObject({ off: z.array(z.enum(notificationChoices)).max(notificationChoices.length) })

/** Notifications of the caller (docs/decisions/0085, 0158). */
export const notificationEndpoints = endpoints({
  'GET /api/account/notification-choices': {
    summary: 'List the mails about your work that you have switched off',
    tag: 'Account',
    access: 'notifications.read',
    answer: choices,
  },
  'PUT /api/account/notification-choices': {
    summary: 'Switch mails about your work off',
    tag: 'Account',
    access: 'notifications.read',
    repeated: 'same',
    body: choices,
    answer: choices,
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
