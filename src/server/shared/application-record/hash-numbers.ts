import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '#server/shared/context.ts'
import { applications } from '#server/platform/db/schema.ts'
import { hashOfAnswered } from './number-hash.ts'
import { decryptAnswers } from './encrypted-answers.ts'

const AT_ONCE = 200

type Hashing = Pick<Context, 'database' | 'keyring' | 'log'>

/**
 * Adds missing ID number hashes, from before they existed or from servers of an earlier version. Works in batches, can
 * be interrupted, and can run on several servers at once. Applications that cannot be decrypted are skipped.
 *
 * @returns the number of hashes added
 */
export async function hashNumbers(context: Hashing): Promise<number> {
  let total = 0
  for (let after: string | null = null; ;) {
    const { hashed, next }: Hashed = await hashSome(context, after)
    total += hashed
    if (next === null) break
    after = next
  }
  if (total > 0) context.log.info({ applications: total }, 'applications were indexed by ID number')
  return total
}

interface Hashed {
  hashed: number
  /** Where to continue; null at the end. */
  next: string | null
}

async function hashSome({ database: { db }, keyring, log }: Hashing, after: string | null): Promise<Hashed> {
  const hashOrLog = ({ id, answers }: Pick<typeof applications.$inferSelect, 'id' | 'answers'>) => {
    try {
      return hashOfAnswered(keyring, decryptAnswers(keyring, id, answers), answers)
    } catch (error) {
      log.error({ err: error, application: id }, 'reading the ID number of an application failed')
      return null
    }
  }
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: applications.id, answers: applications.answers })
      .from(applications)
      .where(and(isNull(applications.idNumberHash), after === null ? undefined : gt(applications.id, after)))
      .orderBy(asc(applications.id))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    let hashed = 0
    for (const row of rows) {
      const idNumberHash = hashOrLog(row)
      if (idNumberHash === null) continue
      await tx.update(applications).set({ idNumberHash }).where(eq(applications.id, row.id))
      hashed += 1
    }
    return { hashed, next: rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null) }
  })
}
