import { and, count, eq, isNull, sql } from 'drizzle-orm'
import {
  generateTemporaryPassword,
  type TemporaryPassword,
} from '#features/sign-in/server/temporary-passwords.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { systemContext, inTransaction } from '#features/access/server/command-context.ts'
import { openBareAccount } from './open-account.ts'

/** An arbitrary lock id: of two simultaneous first administrators one is created. */
const ADVISORY_LOCK = 7_234_119_003

interface NewAdmin {
  /** In lower case. */
  email: string
  fullName: string | null
  /** Requested although there is one already. */
  another: boolean
}

/**
 * Creates a system administrator with a temporary password, for operators: the first user of a deployment. Nothing is
 * mailed, since the mail server may not be configured yet.
 *
 * @returns the credentials, which are shown only once
 * @throws DomainError conflict where there is an active one and no other was requested, or the address has an account
 */
export async function createAdmin(
  context: Pick<Context, 'database' | 'now'>,
  { email, fullName, another }: NewAdmin,
): Promise<TemporaryPassword> {
  const drawn = await generateTemporaryPassword()
  const account = { username: email, fullName, role: 'system_administrator', wealthManagerId: null } as const
  return inTransaction(systemContext(context), async (work) => {
    const { tx } = work
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
    if (!another && (await countSystemAdmins(tx)) > 0) throw alreadyThere()
    const admin = await openBareAccount(work, account, { by: 'command', drawn })
    if (admin === null) throw new DomainError('conflict', `There is already an account for ${email}.`)
    return admin.temporary
  })
}

async function countSystemAdmins(tx: Transaction): Promise<number> {
  const [row] = await tx
    .select({ found: count() })
    .from(users)
    .where(and(eq(users.role, 'system_administrator'), isNull(users.deactivatedAt)))
  return row?.found ?? 0
}

function alreadyThere(): DomainError {
  return new DomainError(
    'conflict',
    'There is already a system administrator, who can create others under System Administration, Users. ' +
      'To create one here anyway (for instance because no one can sign in any more), add --another.',
  )
}
