import { eq } from 'drizzle-orm'
import type { Answers } from '#domain/applications/wizard/answers.ts'
import type { Context } from '#server/shared/context.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { applications } from '#server/platform/db/schema.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { notFound } from '#server/platform/domain-error.ts'
import { decryptAnswers } from './encrypted-answers.ts'

/** An application with its answers opened. */
export type ApplicationRow = Omit<typeof applications.$inferSelect, 'answers'> & { answers: Answers }

/** A client's application, locked until the transaction ends: two saves follow one another. */
export async function lockApplicationOfClient(
  tx: Transaction,
  { keyring }: Pick<Context, 'keyring'>,
  userId: string,
): Promise<ApplicationRow> {
  const [row] = await tx.select().from(applications).where(eq(applications.userId, userId)).for('update')
  if (row === undefined) throw notFound()
  return decryptRow(keyring, row)
}

/** The row as it is worked with. @throws where a key is missing that sealed an answer */
export function decryptRow(keyring: Keyring, row: typeof applications.$inferSelect): ApplicationRow {
  return { ...row, answers: decryptAnswers(keyring, row.id, row.answers) }
}
