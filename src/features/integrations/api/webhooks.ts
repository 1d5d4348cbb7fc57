import { z } from 'zod'
import { lineOfText } from '#base/rules/input/text.ts'
import { eventTypes } from '#features/applications/rules/events.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { packedCursor, pageSize } from '#base/rules/api/page.ts'
import { proofFields } from '#features/access/api/own-proof.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

const count = z.number().int().min(0)
const one = z.strictObject({ id: z.uuid() })

const endpointStates = ['on', 'paused', 'off'] as const
const deliveryStates = ['waiting', 'delivered', 'given-up'] as const

const name = lineOfText(80).min(1, 'Please enter a name')
const url = z.string().trim().min(1, 'Please enter an address').max(500, 'Please use at most 500 characters')
const chosenEvents = z
  .array(z.enum(eventTypes))
  .min(1, 'Please choose at least one event')
  .overwrite((types) => [...new Set(types)])

const webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  state: z.enum(endpointStates),
  /** Why it is in this state. */
  stateReason: z.enum(['new', 'person', 'failures', '410', 'address', 'restore']),
  operatorName: z.string(),
  agreedAt: timestamp,
  createdAt: timestamp,
  lastSuccessAt: timestamp.nullable(),
  /** Whether it may be switched on: the address was tested successfully. */
  tested: z.boolean(),
  failures: count,
  failingSince: timestamp.nullable(),
  restsUntil: timestamp.nullable(),
  /** Until when the previous secret signs as well. */
  previousUntil: timestamp.nullable(),
  waiting: count,
  /** Within the last 24 hours. */
  delivered: count,
  givenUp: count,
})

const delivery = z.object({
  id: z.uuid(),
  event: z.string(),
  createdAt: timestamp,
  state: z.enum(deliveryStates),
  attempts: count,
  status: z.number().int().nullable(),
  ms: count.nullable(),
  error: z.string().nullable(),
  nextAttemptAt: timestamp.nullable(),
  isResend: z.boolean(),
})

const deliveryDetail = delivery.extend({
  /** `evt_...`: the same at every attempt. */
  messageId: z.string(),
  body: z.string(),
  answer: z.string().nullable(),
})

const testResult = z.object({
  /** Null without a response. */
  status: z.number().int().nullable(),
  ms: count,
  /** The start of the response, or what went wrong. */
  answer: z.string(),
  address: z.string().nullable(),
  webhook,
})

export type WebhookEndpoint = z.infer<typeof webhook>
export type WebhookDelivery = z.infer<typeof delivery>
export type WebhookDeliveryDetail = z.infer<typeof deliveryDetail>
export type WebhookTest = z.infer<typeof testResult>

/** Webhooks, for system administrators. */
export const webhookEndpointCalls = endpoints({
  'GET /api/system-admin/webhooks': {
    summary: 'List the webhooks, without their secrets',
    tag: 'Integrations',
    access: 'webhooks.administer',
    answer: z.array(webhook),
  },
  'POST /api/system-admin/webhooks': {
    summary: 'Add a webhook, with a proof; off until a test succeeds, and its secret is shown only now',
    tag: 'Integrations',
    access: 'webhooks.administer',
    body: z.strictObject({
      name,
      url,
      events: chosenEvents,
      /** Who operates the receiver for the firm. */
      operatorName: lineOfText(120).min(1, 'Please enter who operates the receiver'),
      agreement: z.literal(true, { error: 'Please confirm the agreement' }),
      ...proofFields,
    }),
    answer: z.object({ webhook, secret: z.string() }),
    status: 201,
    repeated: 'keyed',
  },
  'PATCH /api/system-admin/webhooks/{id}': {
    summary: 'Change a webhook; a new address needs a proof, gets a new secret and has to be tested again',
    tag: 'Integrations',
    access: 'webhooks.administer',
    params: one,
    body: z.strictObject({
      name: name.optional(),
      url: url.optional(),
      events: chosenEvents.optional(),
      state: z.enum(endpointStates).optional(),
      /** With an address only. */
      ...proofFields,
    }),
    answer: z.object({ webhook, secret: z.string().nullable() }),
    repeated: 'same',
  },
  'DELETE /api/system-admin/webhooks/{id}': {
    summary: 'Remove a webhook with its deliveries',
    tag: 'Integrations',
    access: 'webhooks.administer',
    params: one,
    answer: 'nothing',
    repeated: 'same',
  },
  'POST /api/system-admin/webhooks/{id}/secret': {
    summary: 'Rotate the secret: the previous one signs as well for 24 hours',
    tag: 'Integrations',
    access: 'webhooks.administer',
    params: one,
    body: z.strictObject(proofFields),
    answer: z.object({ webhook, secret: z.string() }),
    repeated: 'keyed',
  },
  'DELETE /api/system-admin/webhooks/{id}/previous-secret': {
    summary: 'End the previous secret now',
    tag: 'Integrations',
    access: 'webhooks.administer',
    params: one,
    answer: 'nothing',
    repeated: 'same',
  },
  'POST /api/system-admin/webhooks/{id}/test': {
    summary: 'Send a test event and show the receiver’s response',
    tag: 'Integrations',
    access: 'webhooks.administer',
    params: one,
    answer: testResult,
    repeated: 'attempt',
  },
  'GET /api/system-admin/webhooks/{id}/deliveries': {
    summary: 'List deliveries to a webhook, latest first, page by page',
    tag: 'Integrations',
    access: 'webhooks.administer',
    params: one,
    query: z.strictObject({
      state: z.enum(deliveryStates).optional(),
      type: z.enum(eventTypes).optional(),
      limit: pageSize,
      cursor: packedCursor.optional(),
    }),
    answer: z.array(delivery),
  },
  'GET /api/system-admin/webhook-deliveries/{id}': {
    summary: 'Get a delivery with its content and the last response',
    tag: 'Integrations',
    access: 'webhooks.administer',
    params: one,
    answer: deliveryDetail,
  },
  'POST /api/system-admin/webhook-deliveries/{id}/resend': {
    summary: 'Send the event of a delivery again, as a new delivery',
    tag: 'Integrations',
    access: 'webhooks.administer',
    params: one,
    answer: delivery,
    status: 201,
    repeated: 'keyed',
  },
  'POST /api/system-admin/webhooks/{id}/resend': {
    summary: 'Send all events again that were given up since a time',
    tag: 'Integrations',
    access: 'webhooks.administer',
    params: one,
    body: z.strictObject({ since: timestamp }),
    answer: z.object({ deliveries: count }),
    repeated: 'keyed',
  },
})

type WebhookEndpointCalls = typeof webhookEndpointCalls
declare module '#base/rules/api/contract.ts' {
  interface Contract extends WebhookEndpointCalls {}
}
