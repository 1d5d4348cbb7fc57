import { eq } from 'drizzle-orm'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { applications } from '#features/access/schema/tables.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { notFound } from '#base/server/domain-error.ts'
import { decryptAnswers } from './encrypted-answers.ts'

/** An application with decrypted answers. */
export type ApplicationRow = Omit<typeof applications.$inferSelect, 'answers'> & { answers: Answers }

/** A client's application, locked until the transaction ends, which serialises saves. */
export async function lockApplicationOfClient(
  tx: Transaction,
  { keyring }: Pick<Context, 'keyring'>,
  userId: string,
): Promise<ApplicationRow> {
  const [row] = await tx.select().from(applications).where(eq(applications.userId, userId)).for('update')
  if (row === undefined) throw notFound()
  return decryptRow(keyring, row)
}

/**
 * Decrypts the row.
 *
 * @throws if the key of an answer is missing
 */
export function decryptRow(keyring: Keyring, row: typeof applications.$inferSelect): ApplicationRow {
  return { ...row, answers: decryptAnswers(keyring, row.id, row.answers) }
}
