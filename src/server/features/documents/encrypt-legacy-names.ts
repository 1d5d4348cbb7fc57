import { asc, eq } from 'drizzle-orm'
import type { Context } from '#server/shared/context.ts'
import { documents, isPlaintextName } from '#server/platform/db/schema.ts'
import { encryptName } from './encrypted-name.ts'

const AT_ONCE = 200

/**
 * Encrypts file names that earlier versions stored as plaintext, in batches. Safe to interrupt, and to run on several
 * servers at once.
 *
 * @returns how many there were
 */
export async function encryptLegacyNames(
  context: Pick<Context, 'database' | 'keyring' | 'log'>,
): Promise<number> {
  let total = 0
  for (;;) {
    const encrypted = await encryptBatch(context)
    total += encrypted
    if (encrypted < AT_ONCE) break
  }
  if (total > 0) context.log.info({ names: total }, 'file names encrypted')
  return total
}

async function encryptBatch({
  database: { db },
  keyring,
}: Pick<Context, 'database' | 'keyring'>): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: documents.id, encryptedName: documents.encryptedName })
      .from(documents)
      .where(isPlaintextName)
      .orderBy(asc(documents.id))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    for (const { id, encryptedName } of rows) {
      await tx
        .update(documents)
        .set({ encryptedName: encryptName(keyring, id, encryptedName) })
        .where(eq(documents.id, id))
    }
    return rows.length
  })
}
