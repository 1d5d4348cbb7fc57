import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Role } from '#features/access/rules/roles.ts'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { prepareOnce } from '#base/server/db/prepare-once.ts'
import { knownBrowsers } from '#features/sign-in/schema/known-browsers.ts'
import { users } from '#features/access/schema/tables.ts'
import {
  invitationLinks,
  temporaryPasswords,
  type TemporaryPasswordKind,
} from '#features/access/schema/sign-in-schema.ts'

export interface TemporaryPassword {
  kind: TemporaryPasswordKind
  passwordHash: string
  expiresAt: Date
  usedAt: Date | null
}

/** The data of an account that a sign-in needs. */
export interface Account {
  id: string
  username: string
  role: Role
  fullName: string | null
  createdAt: Date
  /** Null unless an admin reads everything and changes nothing. */
  complianceSince: Date | null
  /** Whether no mail to the address has been answered yet. */
  invited: boolean
  deactivatedAt: Date | null
  passwordHash: string | null
  /** At most one of each kind. */
  temporary: TemporaryPassword[]
  /** Whether the user signed in from this browser before. */
  browserIsKnown: boolean
  /** Null without a second factor. */
  secondFactorSince: Date | null
}

const findByUsername = prepareOnce((db) =>
  db
    .select({
      id: users.id,
      username: users.username,
      role: users.role,
      fullName: users.fullName,
      createdAt: users.createdAt,
      invited: users.invited,
      complianceSince: users.complianceSince,
      deactivatedAt: users.deactivatedAt,
      passwordHash: users.passwordHash,
      temporary: {
        kind: temporaryPasswords.kind,
        passwordHash: temporaryPasswords.passwordHash,
        expiresAt: temporaryPasswords.expiresAt,
        usedAt: temporaryPasswords.usedAt,
      },
      secondFactorSince: users.secondFactorSince,
      knownSince: knownBrowsers.createdAt,
    })
    .from(users)
    .leftJoin(temporaryPasswords, eq(temporaryPasswords.userId, users.id))
    .leftJoin(
      knownBrowsers,
      and(
        eq(knownBrowsers.userId, users.id),
        eq(knownBrowsers.tokenHash, sql.placeholder('browserHash')),
        gt(knownBrowsers.expiresAt, sql.placeholder('now')),
      ),
    )
    .where(eq(users.username, sql.placeholder('username')))
    .prepare('find_account'),
)

/** The account of a username, including deactivated ones; null where there is none. */
export async function findAccount(
  db: Database,
  { username, browserHash, now }: { username: string; browserHash: Buffer | null; now: Date },
): Promise<Account | null> {
  const rows = await findByUsername(db).execute({ username, browserHash, now })
  const [found] = rows
  if (found === undefined) return null
  const { knownSince, ...account } = found
  const temporary = rows.flatMap((row) => row.temporary ?? [])
  return { ...account, temporary, browserIsKnown: knownSince !== null }
}

/** The active user of a username, as recipient of a temporary password. */
export async function findRecipient(tx: Transaction, username: string) {
  const [recipient] = await tx
    .select({ id: users.id, username: users.username, role: users.role, fullName: users.fullName })
    .from(users)
    .where(and(eq(users.username, username), isNull(users.deactivatedAt)))
  return recipient ?? null
}

/** The active user of an invitation's link, with the temporary password that it stands for; null for an unknown one. */
export async function findInvited(db: Database | Transaction, tokenHash: Buffer) {
  const [invited] = await db
    .select({
      id: users.id,
      username: users.username,
      role: users.role,
      deactivatedAt: users.deactivatedAt,
      passwordHash: temporaryPasswords.passwordHash,
      expiresAt: temporaryPasswords.expiresAt,
      usedAt: temporaryPasswords.usedAt,
    })
    .from(invitationLinks)
    .innerJoin(users, eq(users.id, invitationLinks.userId))
    .innerJoin(
      temporaryPasswords,
      and(eq(temporaryPasswords.userId, users.id), eq(temporaryPasswords.kind, 'given')),
    )
    .where(and(eq(invitationLinks.tokenHash, tokenHash), isNull(users.deactivatedAt)))
  return invited ?? null
}
