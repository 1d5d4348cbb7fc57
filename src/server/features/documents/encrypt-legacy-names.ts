import { asc, eq } from 'drizzle-orm'
import type { Context } from '#server/shared/context.ts'
import { documents, nameInTheClear } from '#server/platform/db/schema.ts'
import { sealName } from './sealed-name.ts'

const AT_ONCE = 200

/**
 * Seals the names of files that earlier versions stored in the clear, a few rows at a time, until there are none.
 * Broken off anywhere, the next run goes on; any number of servers may do so at once.
 *
 * @returns how many there were
 */
export async function sealNamesInTheClear(
  context: Pick<Context, 'database' | 'keyring' | 'log'>,
): Promise<number> {
  let total = 0
  for (;;) {
    const sealed = await sealSome(context)
    total += sealed
    if (sealed < AT_ONCE) break
  }
  if (total > 0) context.log.info({ names: total }, 'names of files were sealed')
  return total
}

async function sealSome({
  database: { db },
  keyring,
}: Pick<Context, 'database' | 'keyring'>): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: documents.id, sealedName: documents.sealedName })
      .from(documents)
      .where(nameInTheClear)
      .orderBy(asc(documents.id))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    for (const { id, sealedName } of rows) {
      await tx
        .update(documents)
        .set({ sealedName: sealName(keyring, id, sealedName) })
        .where(eq(documents.id, id))
    }
    return rows.length
  })
}
