import { randomInt } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { generatePassword } from '#features/sign-in/rules/password-generator.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import {
  invitationLinks,
  temporaryPasswords,
  type TemporaryPasswordKind,
} from '#features/access/schema/sign-in-schema.ts'
import { hashMailedCode, newMailedCode } from '#base/server/encryption/secret-token.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsToChoosePassword } from './sessions.ts'
import { withdrawConfirmation } from './withdraw-confirmation.ts'

const HOUR_MS = 60 * 60_000

/** Lifetimes of temporary passwords, in milliseconds (decisions, "Temporary passwords"). */
export const temporaryPasswordLifetimes = {
  invitation: 72 * HOUR_MS,
  'staff-reset': 24 * HOUR_MS,
  forgotten: HOUR_MS,
  chosen: 72 * HOUR_MS,
} as const satisfies Record<string, number>

export type TemporaryPasswordPurpose = keyof typeof temporaryPasswordLifetimes

/** The generated kinds: a sign-in always checks one of each, to take the same time. */
export const temporaryPasswordKinds = ['given', 'asked-for'] as const satisfies TemporaryPasswordKind[]

const kindOf = {
  invitation: 'given',
  'staff-reset': 'given',
  forgotten: 'asked-for',
  chosen: 'chosen',
} as const satisfies Record<TemporaryPasswordPurpose, TemporaryPasswordKind>

/** All generated passwords have the same length. */
const LENGTH = generatePassword(() => 0).length

/** Spaces and invisible characters, which copying adds and no temporary password contains. */
const ADDED_BY_COPYING = /[\s\p{Cf}]/gu

/** A typed or pasted temporary password; null for other formats. */
export function readTemporaryPassword(typed: string): string | null {
  const password = typed.replaceAll(ADDED_BY_COPYING, '')
  return password.length === LENGTH ? password : null
}

/** A new password and its hash. */
export interface GeneratedPassword {
  password: string
  passwordHash: string
}

/** An issued temporary password. */
export interface TemporaryPassword {
  password: string
  /** It is invalid from then on. */
  expiresAt: Date
  /** Of an invitation: the code in its link, which signs in instead of the password. */
  token: string | null
}

/** A hash that no password has. */
const UNUSABLE: GeneratedPassword = { password: '', passwordHash: '' }

/** Generates a temporary password; none in a dry run. Hashing is slow, so call it before the transaction. */
export async function generateTemporaryPassword({
  dryRun,
}: Pick<Context, 'dryRun'> = {}): Promise<GeneratedPassword> {
  if (dryRun !== undefined) return UNUSABLE
  const password = generatePassword((max) => randomInt(max))
  return { password, passwordHash: await hashPassword(password) }
}

/**
 * Issues a temporary password, which replaces an earlier one of its kind. One from staff replaces all kinds and marks
 * the user as invited; a requested one does not affect those from staff. The permanent password keeps working until a
 * new one is chosen.
 *
 * @returns shown only once: to the issuer, and in the email
 */
export async function issueTemporaryPassword(
  tx: Transaction,
  issue: { userId: string; drawn: GeneratedPassword; purpose: TemporaryPasswordPurpose; now: Date },
): Promise<TemporaryPassword> {
  const { userId, drawn, purpose, now } = issue
  const kind = kindOf[purpose]
  const row = {
    passwordHash: drawn.passwordHash,
    createdAt: now,
    expiresAt: new Date(now.getTime() + temporaryPasswordLifetimes[purpose]),
    usedAt: null,
  }
  await tx
    .insert(temporaryPasswords)
    .values({ userId, kind, ...row })
    .onConflictDoUpdate({ target: [temporaryPasswords.userId, temporaryPasswords.kind], set: row })
  if (kind === 'given') {
    const others = and(eq(temporaryPasswords.userId, userId), ne(temporaryPasswords.kind, kind))
    await tx.delete(temporaryPasswords).where(others)
    await endSessionsToChoosePassword(tx, userId)
    await withdrawConfirmation(tx, userId)
    await tx.delete(invitationLinks).where(eq(invitationLinks.userId, userId))
  }
  const issued = { password: drawn.password, expiresAt: row.expiresAt }
  if (purpose !== 'invitation') return { ...issued, token: null }
  await tx.update(users).set({ invited: true }).where(eq(users.id, userId))
  return { ...issued, token: await issueLink(tx, userId) }
}

/** @returns the code of the link, of which only the hash is stored */
async function issueLink(tx: Transaction, userId: string): Promise<string> {
  const token = newMailedCode()
  await tx.insert(invitationLinks).values({ userId, tokenHash: hashMailedCode(token) })
  return token
}

/** Whether a temporary password is still valid: neither used nor replaced. */
export async function isTemporaryPassword(
  tx: Transaction,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<boolean> {
  const found = await tx
    .select({ userId: temporaryPasswords.userId })
    .from(temporaryPasswords)
    .where(
      and(
        eq(temporaryPasswords.userId, userId),
        eq(temporaryPasswords.passwordHash, passwordHash),
        isNull(temporaryPasswords.usedAt),
      ),
    )
  return found.length > 0
}

/** Marks a user's temporary passwords as used. They stay for a while, to be recognised. */
export async function markTemporaryPasswordsUsed(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(temporaryPasswords)
    .set({ usedAt: now })
    .where(and(eq(temporaryPasswords.userId, userId), isNull(temporaryPasswords.usedAt)))
}

/** Deletes a user's temporary passwords, which were mailed to a former address. */
export async function withdrawTemporaryPasswords(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(temporaryPasswords).where(eq(temporaryPasswords.userId, userId))
  await tx.delete(invitationLinks).where(eq(invitationLinks.userId, userId))
}
