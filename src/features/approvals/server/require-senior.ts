import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** @throws DomainError senior-manager (409) with the names of those who can, for someone who is not one */
export async function requireSenior(tx: Transaction, actor: { userId: string }): Promise<void> {
  const seniors = await tx
    .select({ id: users.id, name: sql<string>`coalesce(${users.fullName}, ${users.username})` })
    .from(users)
    .where(
      and(eq(users.role, 'admin'), isNull(users.deactivatedAt), sql`${users.seniorManagerSince} is not null`),
    )
    .orderBy(asc(users.username))
  if (seniors.some(({ id }) => id === actor.userId)) return
  const names = seniors.map(({ name }) => name).join(', ')
  throw new DomainError(
    'conflict',
    `Only a senior manager can decide this. ${names === '' ? 'There is none yet: a system administrator can appoint one.' : `Senior managers: ${names}.`}`,
    { code: 'senior-manager' },
  )
}
