import type { WebhookDelivery, WebhookEndpoint } from '#features/integrations/api/webhooks.ts'
import { formatTime } from '#base/rules/time/dates.ts'

const reasons = {
  new: 'Off: not tested yet',
  person: 'Off',
  failures: 'Off: failed for three days',
  '410': 'Off: the receiver is gone',
  address: 'Off',
  restore: 'Off',
} as const satisfies Record<WebhookEndpoint['stateReason'], string>

const pausedReasons = {
  ...reasons,
  person: 'Paused',
  address: 'Paused: address not permitted',
  restore: 'Paused by a restore',
} as const

/** The state of a webhook in words. */
export function stateText({ state, stateReason, restsUntil }: WebhookEndpoint): string {
  if (state === 'paused') return pausedReasons[stateReason]
  if (state === 'off') return reasons[stateReason]
  return restsUntil === null ? 'On' : `Failing: next attempt at ${formatTime(new Date(restsUntil))}`
}

/** Labels of delivery states. */
export const deliveryLabels = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  'given-up': 'Given up',
} as const satisfies Record<WebhookDelivery['state'], string>
