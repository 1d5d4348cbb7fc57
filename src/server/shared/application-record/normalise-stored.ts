import { asc, eq, gt, sql } from 'drizzle-orm'
import { normalisedAnswers, type Answers } from '#domain/applications/wizard/answers.ts'
import { changedAnswers } from '#domain/applications/wizard/merge.ts'
import { nameText } from '#domain/applications/wizard/text.ts'
import { record } from '#server/shared/audit/record.ts'
import type { Context } from '#server/shared/context.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { SCHEMA } from '#server/platform/db/migrations.ts'
import { dataMigrations } from '#server/platform/db/node-schema.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { systemContext, inTransaction, type TransactionContext } from '#server/shared/command-context.ts'
import { decryptAnswers, storedAnswers } from './encrypted-answers.ts'

const AT_ONCE = 200

type Normalising = Pick<Context, 'database' | 'keyring' | 'log' | 'now'>
type Step = TransactionContext<null, 'database' | 'keyring' | 'log'>

interface Looked {
  ids: string[]
  changed: number
}

/** Processes the rows after an id, and writes those that change. */
type LookAtSome = (work: Step, after: string | null) => Promise<Looked>

/** All migrations of stored values by name. A changed rule gets a new name, so that it runs again. */
const passes: Readonly<Record<string, LookAtSome>> = {
  'answers-in-one-spelling': normaliseAnswers,
  'names-in-one-spelling': normaliseNames,
}

/**
 * Rewrites values stored by earlier versions in today's normalised form: numbers, postal codes and names of
 * applications with the ID number hash, and account names. Works in batches with stored progress, so interruptions are
 * safe. Waits until no server of an earlier version has run for an hour.
 *
 * @returns the number of changed rows
 */
export async function normaliseStored(context: Normalising): Promise<number> {
  let total = 0
  for (const [name, lookAtSome] of Object.entries(passes)) {
    for (;;) {
      const changed = await inTransaction(systemContext(context), (work) => takeStep(work, name, lookAtSome))
      if (changed === null) break
      total += changed
    }
  }
  if (total > 0) context.log.info({ rows: total }, 'stored values were normalised')
  return total
}

/** @returns the number of changed rows; null where the migration is complete, or another server runs it */
async function takeStep(work: Step, name: string, lookAtSome: LookAtSome): Promise<number | null> {
  const { tx, now } = work
  await tx.insert(dataMigrations).values({ name }).onConflictDoNothing()
  const [pass] = await tx
    .select()
    .from(dataMigrations)
    .where(eq(dataMigrations.name, name))
    .for('update', { skipLocked: true })
  if (pass === undefined || pass.finishedAt !== null || (await hasEarlierServers(tx))) return null
  const { ids, changed } = await lookAtSome(work, pass.position)
  const finishedAt = ids.length < AT_ONCE ? now : null
  const position = ids.at(-1) ?? pass.position
  await tx.update(dataMigrations).set({ position, finishedAt }).where(eq(dataMigrations.name, name))
  return changed
}

/** Whether a server may still be running that stores values as typed. */
async function hasEarlierServers(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from nodes where schema < ${SCHEMA} and seen_at > clock_timestamp() - interval '1 hour' limit 1`,
  )
  return rows.length > 0
}

async function normaliseAnswers(work: Step, after: string | null): Promise<Looked> {
  const { tx, context } = work
  const rows = await tx
    .select({ id: applications.id, answers: applications.answers })
    .from(applications)
    .where(after === null ? undefined : gt(applications.id, after))
    .orderBy(asc(applications.id))
    .limit(AT_ONCE)
    .for('update')
  let changed = 0
  for (const { id, answers: encrypted } of rows) {
    const before = decryptedOrNull(work, id, encrypted)
    if (before === null) continue
    const answers = normalisedAnswers(before)
    const fields = changedAnswers(before, answers)
    if (fields.length === 0) continue
    const stored = storedAnswers(context.keyring, id, answers, { encrypted, answers: before })
    await tx.update(applications).set(stored).where(eq(applications.id, id))
    await record(work, 'application.normalised', id, { fields })
    changed += 1
  }
  return { ids: rows.map(({ id }) => id), changed }
}

/** Applications that cannot be decrypted are skipped. */
function decryptedOrNull(
  { context }: Step,
  id: string,
  encrypted: (typeof applications.$inferSelect)['answers'],
): Answers | null {
  try {
    return decryptAnswers(context.keyring, id, encrypted)
  } catch (error) {
    context.log.error({ err: error, application: id }, 'reading the answers of an application failed')
    return null
  }
}

async function normaliseNames({ tx }: Step, after: string | null): Promise<Looked> {
  const rows = await tx
    .select({ id: users.id, fullName: users.fullName })
    .from(users)
    .where(after === null ? undefined : gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(AT_ONCE)
    .for('update')
  let changed = 0
  for (const { id, fullName } of rows) {
    const name = nameText().safeParse(fullName)
    if (!name.success || name.data === fullName) continue
    await tx.update(users).set({ fullName: name.data }).where(eq(users.id, id))
    changed += 1
  }
  return { ids: rows.map(({ id }) => id), changed }
}
