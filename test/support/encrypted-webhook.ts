import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { newId } from '#base/server/db/id.ts'
import { webhookEndpoints } from '#features/integrations/schema.ts'
import type { TestServer } from './server.ts'

/** A webhook that is switched off, in the middle of a rotation of its secret. */
export async function makeWebhook({ database: { db }, keyring, now }: TestServer['context']): Promise<void> {
  const id = newId()
  await db.insert(webhookEndpoints).values({
    id,
    name: 'CRM',
    url: 'https://crm.example/hook',
    events: [],
    state: 'off',
    stateReason: 'person',
    secret: encrypt(keyring, webhookEndpoints.secret, id, 'whsec_new'),
    previousSecret: encrypt(keyring, webhookEndpoints.secret, id, 'whsec_previous'),
    operatorName: 'CRM',
    agreedAt: now(),
    createdAt: now(),
  })
}
