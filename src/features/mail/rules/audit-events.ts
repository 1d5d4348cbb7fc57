import { clientEvent, event } from '#features/audit/rules/event.ts'

export const mailEvents = {
  /** Delivery failed permanently, or retries ended after days. About the recipient. */
  'mail.given-up': clientEvent<{ template: string; attempts: number }>('Email delivery failed', 'system'),
  /** About the withheld mail, so that neither clients nor managers see it. */
  'mail.withheld': event<{ template: string }>('Email withheld by compliance', 'due-diligence'),
}
