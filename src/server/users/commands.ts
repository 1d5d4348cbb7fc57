import type { AuditDetails } from '#domain/audit/events.ts'
import type { Role } from '#domain/users/roles.ts'
import type { Doer } from '#server/actor.ts'
import { record } from '#server/audit/record.ts'
import { newId } from '#server/db/id.ts'
import { users } from '#server/db/schema.ts'
import type { Work } from '#server/work.ts'
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

/**
 * Creates a user. Who registered the same address without confirming it makes way, but for somebody who registers too.
 *
 * @returns the id, or null where the username is taken
 */
export async function createUser(
  work: Omit<Work<Doer | null>, 'context'>,
  user: NewUser,
  by: AuditDetails['user.created']['by'],
): Promise<string | null> {
  const { tx, now } = work
  if (by !== 'registration') await makeWay(work, user.username)
  const id = newId()
  const created = await tx
    .insert(users)
    .values({ id, ...user, createdAt: now })
    .onConflictDoNothing({ target: users.username })
    .returning({ id: users.id })
  if (created.length === 0) return null
  // Who registers acts for themselves.
  const actor = by === 'registration' ? { userId: id, role: user.role } : work.actor
  await record({ ...work, actor }, 'user.created', id, { role: user.role, by })
  return id
}
