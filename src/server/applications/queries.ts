import { eq, isNotNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Answers } from '#domain/applications/wizard/answers.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { applications, users } from '#server/db/schema.ts'
import { documentsOfApplication, type DocumentRow } from '#server/documents/queries.ts'
import type { Keyring } from '#server/encryption/keyring.ts'
import { notFound } from '#server/refusal.ts'
import { openAnswers } from './sealed-answers.ts'

/** An application with its answers opened. */
export type ApplicationRow = Omit<typeof applications.$inferSelect, 'answers'> & { answers: Answers }

/** An application with what its client sees around it. */
export interface ApplicationView {
  application: ApplicationRow
  manager: { name: string | null; hasFaisLetter: boolean } | null
  documents: DocumentRow[]
}

const managers = alias(users, 'managers')

/**
 * The application of a client.
 *
 * @throws Refusal not-found where the user has none
 */
export async function applicationOfClient(
  { database, keyring }: Context,
  userId: string,
): Promise<ApplicationView> {
  const [row] = await database.db
    .select({
      application: applications,
      managerId: managers.id,
      managerName: managers.fullName,
      managerUsername: managers.username,
      hasFaisLetter: isNotNull(managers.faisDocumentId),
    })
    .from(applications)
    .leftJoin(managers, eq(managers.id, applications.wealthManagerId))
    .where(eq(applications.userId, userId))
  if (row === undefined) throw notFound()
  return {
    application: opened(keyring, row.application),
    manager:
      row.managerId === null
        ? null
        : { name: row.managerName ?? row.managerUsername, hasFaisLetter: row.hasFaisLetter === true },
    documents: await documentsOfApplication(database.db, row.application.id),
  }
}

/** A client's application, locked until the transaction ends: two saves follow one another. */
export async function lockApplicationOfClient(
  tx: Transaction,
  { keyring }: Pick<Context, 'keyring'>,
  userId: string,
): Promise<ApplicationRow> {
  const [row] = await tx.select().from(applications).where(eq(applications.userId, userId)).for('update')
  if (row === undefined) throw notFound()
  return opened(keyring, row)
}

function opened(keyring: Keyring, row: typeof applications.$inferSelect): ApplicationRow {
  return { ...row, answers: openAnswers(keyring, row.id, row.answers) }
}

/** The manager of an application, for mail; null where none is assigned. */
export async function managerOf(
  tx: Transaction,
  { wealthManagerId }: Pick<ApplicationRow, 'wealthManagerId'>,
): Promise<{ username: string } | null> {
  if (wealthManagerId === null) return null
  const [manager] = await tx
    .select({ username: users.username })
    .from(users)
    .where(eq(users.id, wealthManagerId))
  return manager ?? null
}
