/** Events that webhooks deliver and `/api/v1/events` lists. Their payloads hold ids and statuses, never answers. */
export const eventLabels = {
  'application.created': 'Application created',
  'application.submitted': 'Application submitted',
  'application.status_changed': 'Status changed',
  'application.corrections_asked': 'Corrections requested',
  'application.corrections_answered': 'Corrections answered',
  'application.document_signed': 'Document signed',
  'application.manager_changed': 'Wealth manager changed',
  'client.invited': 'Client invited',
  'client.erased': 'Client erased',
  'annual_review.completed': 'Annual review completed',
} as const

export type EventType = keyof typeof eventLabels

export const eventTypes = Object.keys(eventLabels) as [EventType, ...EventType[]]

/** The event of a test delivery, which only its endpoint receives. */
export const TEST_EVENT = 'webhook.test'

/** Label of an event in the delivery log. */
export function eventLabel(type: string): string {
  return type === TEST_EVENT ? 'Test' : (eventLabels[type as EventType] ?? type)
}
