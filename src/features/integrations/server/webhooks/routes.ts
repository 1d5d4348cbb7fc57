import type { webhookEndpointCalls } from '#features/integrations/api/webhooks.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { answerWithPage } from '#base/server/lists/answer-with-page.ts'
import { deliveryById, listDeliveries, resend, resendGivenUp } from './deliveries.ts'
import { addWebhook, changeWebhook, endPreviousSecret, removeWebhook, rotateSecret } from './manage.ts'
import { listWebhooks } from './read.ts'
import { testWebhook } from './test-webhook.ts'

/** Webhooks, for system administrators. */
export const webhookHandlers: Handlers<keyof typeof webhookEndpointCalls> = {
  'GET /api/system-admin/webhooks': ({ context, now }) => listWebhooks(context.database.db, now),

  'POST /api/system-admin/webhooks': (call) =>
    addWebhook(call, call.body, (tx, added) => call.keep(tx, added)),

  'PATCH /api/system-admin/webhooks/{id}': (call) => changeWebhook(call, call.params.id, call.body),

  async 'DELETE /api/system-admin/webhooks/{id}'(call) {
    await removeWebhook(call, call.params.id)
  },

  'POST /api/system-admin/webhooks/{id}/secret': (call) =>
    rotateSecret(call, { ...call.params, ...call.body }, (tx, rotated) => call.keep(tx, rotated)),

  async 'DELETE /api/system-admin/webhooks/{id}/previous-secret'(call) {
    await endPreviousSecret(call, call.params.id)
  },

  'POST /api/system-admin/webhooks/{id}/test': (call) => testWebhook(call, call.params.id),

  'GET /api/system-admin/webhooks/{id}/deliveries': async (call) =>
    answerWithPage(await listDeliveries(call, call.params.id, call.query), call),

  'GET /api/system-admin/webhook-deliveries/{id}': ({ context, params }) =>
    deliveryById(context.database.db, params.id),

  'POST /api/system-admin/webhook-deliveries/{id}/resend': (call) =>
    resend(call, call.params.id, (tx, delivery) => call.keep(tx, delivery)),

  'POST /api/system-admin/webhooks/{id}/resend': (call) =>
    resendGivenUp(call, { ...call.params, ...call.body }, (tx, deliveries) => call.keep(tx, { deliveries })),
}
