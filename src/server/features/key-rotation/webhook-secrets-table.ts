import { asc, eq, gt } from 'drizzle-orm'
import { webhookEndpoints } from '#server/platform/db/integration-schema.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptWebhookSecret, encryptWebhookSecret } from '#server/features/webhooks/encrypted-secret.ts'
import { encryptedTable, ROWS_AT_ONCE } from './encrypted-table.ts'

function again(keyring: Keyring, id: string, encrypted: string): string {
  return encryptWebhookSecret(keyring, id, decryptWebhookSecret(keyring, id, encrypted))
}

/** Secrets of webhooks, with those that are being replaced. */
export const webhookSecretsTable = encryptedTable({
  what: 'secrets of webhooks',
  some: (tx, after) =>
    tx
      .select({
        id: webhookEndpoints.id,
        value: { secret: webhookEndpoints.secret, previousSecret: webhookEndpoints.previousSecret },
      })
      .from(webhookEndpoints)
      .where(after === null ? undefined : gt(webhookEndpoints.id, after))
      .orderBy(asc(webhookEndpoints.id))
      .limit(ROWS_AT_ONCE)
      .for('update'),
  texts: ({ secret, previousSecret }) => [secret, ...(previousSecret === null ? [] : [previousSecret])],
  reencrypt: (keyring, id, { secret, previousSecret }) => ({
    secret: again(keyring, id, secret),
    previousSecret: previousSecret === null ? null : again(keyring, id, previousSecret),
  }),
  write: (tx, id, value) => tx.update(webhookEndpoints).set(value).where(eq(webhookEndpoints.id, id)),
})
