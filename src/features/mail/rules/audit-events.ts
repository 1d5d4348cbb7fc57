import { clientEvent } from '#features/audit/rules/event.ts'

export const mailEvents = {
  /** Delivery failed permanently, or retries ended after days. About the recipient. */
  'mail.given-up': clientEvent<{ template: string; attempts: number }>('Email delivery failed', 'system'),
}
