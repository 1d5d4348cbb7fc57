import type { AuditDetails } from '#domain/audit/events.ts'
import type { Role } from '#domain/users/roles.ts'
import type { Actor } from '#server/actor.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { users } from '#server/db/schema.ts'
import { makeWay } from './unconfirmed.ts'

/** Somebody who is about to have an account. */
export interface NewUser {
  /** An e-mail address in lower case. */
  username: string
  role: Role
  fullName: string | null
  /** Null where the first sign-in is by a temporary password. */
  passwordHash: string | null
  /** For a client. */
  wealthManagerId: string | null
}

interface Creation {
  by: AuditDetails['user.created']['by']
  /** Who creates somebody else. */
  actor?: Pick<Actor, 'userId' | 'role'> | null
  ip: string | null
  now: Date
}

/**
 * Creates a user. Who registered the same address without confirming it makes way, but for somebody who registers too.
 *
 * @returns the id, or null where the username is taken
 */
export async function createUser(
  tx: Transaction,
  user: NewUser,
  { by, actor: creator = null, ip, now }: Creation,
): Promise<string | null> {
  if (by !== 'registration') await makeWay(tx, user.username, { actor: creator, ip, now, why: 'invited' })
  const id = newId()
  const created = await tx
    .insert(users)
    .values({ id, ...user, createdAt: now })
    .onConflictDoNothing({ target: users.username })
    .returning({ id: users.id })
  if (created.length === 0) return null
  // Who registers acts for themselves.
  const actor = by === 'registration' ? { userId: id, role: user.role } : creator
  await appendAudit(tx, {
    action: 'user.created',
    details: { role: user.role, by },
    actor,
    objectId: id,
    ip,
    at: now,
  })
  return id
}
