import { event } from '#features/audit/rules/event.ts'

export const notificationsEvents = {
  /** The user changed which notifications they receive. */
  'notifications.chosen': event<{ off: string[] }>('Notification settings changed', 'accounts'),
}
