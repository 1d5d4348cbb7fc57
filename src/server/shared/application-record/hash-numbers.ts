import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '#server/shared/context.ts'
import { applications } from '#server/platform/db/schema.ts'
import { hashOfAnswered } from './number-hash.ts'
import { decryptAnswers } from './encrypted-answers.ts'

const AT_ONCE = 200

type Hashing = Pick<Context, 'database' | 'keyring' | 'log'>

/**
 * Makes what finds applications by their ID numbers, where it is missing: of those from before there was any, and of those
 * that a server of an earlier version wrote. A few rows at a time; broken off anywhere, the next run goes on, and any
 * number of servers may do so at once. An application that cannot be opened keeps none of the others waiting.
 *
 * @returns of how many it was made
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
  /** Where to go on; null at the end. */
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
