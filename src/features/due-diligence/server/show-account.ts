import { and, eq } from 'drizzle-orm'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import { record } from '#features/audit/server/record.ts'
import { applications } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { requirePack } from './load.ts'
import { lockAsStaff } from './write-task.ts'

/** @throws DomainError not-found for an application that is missing or out of scope */
export async function requireStaffScope({ context, actor }: CommandContext, id: string): Promise<void> {
  requirePack(context.settings)
  const { db } = context.database
  const isFound = and(eq(applications.id, id), inScope(actor, 'pack.verify'))
  if ((await db.$count(applications, isFound)) === 0) throw notFound()
}

/** The whole account number of the latest declaration; showing it is recorded. */
export async function showAccount(
  act: CommandContext,
  id: string,
): Promise<{ accountNumber: string | null; iban: string | null }> {
  return inTransaction(act, async (work) => {
    const { found } = await lockAsStaff(work, id)
    const bank = found.declaredAround.drafts.bank
    if (bank === undefined) throw notFound()
    await record(work, 'pack.account-shown', id, {})
    return { accountNumber: bank.accountNumber ?? null, iban: bank.iban ?? null }
  })
}
