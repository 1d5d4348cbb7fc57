import { clientEvent, event } from '#features/audit/rules/event.ts'

export const annualReviewsEvents = {
  'annual-review.taken-back': event<{ act: 'notified' | 'completed' }>(
    'Annual review undone',
    'applications',
  ),
  'annual-review.notified': clientEvent('Annual review notification sent', 'applications'),
  'annual-review.spread': event<{ months: number }>('First annual review spread', 'applications'),
  'annual-review.spread-undone': event('Spread of annual review undone', 'applications'),
  'annual-review.completed': clientEvent('Annual review completed', 'applications'),
}
