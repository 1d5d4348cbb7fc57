import { eq } from 'drizzle-orm'
import { record } from '#features/audit/server/record.ts'
import { lockOwnAccount } from '#features/sign-in/server/locked-account.ts'
import type { Queries } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'

/** A user's number for their clients, in E.164 form; null where the firm's number applies. */
export async function phoneOf(db: Queries, userId: string): Promise<string | null> {
  const [found] = await db.select({ phone: users.phone }).from(users).where(eq(users.id, userId))
  return found?.phone ?? null
}

/** Changes the user's own number for clients. Idempotent. */
export async function changeOwnPhone(act: CommandContext, phone: string | null): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, actor } = work
    await lockOwnAccount(tx, actor)
    if (phone !== (await phoneOf(tx, actor.userId))) await givePhone(work, actor.userId, phone)
  })
}

/** Sets the number of a locked wealth manager account. It is never logged. */
export async function givePhone(
  work: TransactionContext,
  userId: string,
  phone: string | null,
): Promise<void> {
  await work.tx.update(users).set({ phone }).where(eq(users.id, userId))
  await record(work, 'user.phone-changed', userId, { given: phone !== null })
}
