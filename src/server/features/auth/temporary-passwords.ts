import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { generatePassword } from '#domain/auth/password-generator.ts'
import type { Context } from '#server/shared/context.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema.ts'
import { temporaryPasswords, type TemporaryPasswordKind } from '#server/platform/db/sign-in-schema.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsToChoosePassword } from './sessions.ts'
import { withdrawConfirmation } from './withdraw-confirmation.ts'

const HOUR_MS = 60 * 60_000

/** For how long a temporary password can be used, in milliseconds (decisions, "Temporary passwords"). */
export const temporaryPasswordLifetimes = {
  invitation: 72 * HOUR_MS,
  'staff-reset': 24 * HOUR_MS,
  forgotten: HOUR_MS,
} as const satisfies Record<string, number>

export type TemporaryPasswordPurpose = keyof typeof temporaryPasswordLifetimes

/** Every kind: a sign-in checks as many, whichever there are. */
export const temporaryPasswordKinds = ['given', 'asked-for'] as const satisfies TemporaryPasswordKind[]

const kindOf = {
  invitation: 'given',
  'staff-reset': 'given',
  forgotten: 'asked-for',
} as const satisfies Record<TemporaryPasswordPurpose, TemporaryPasswordKind>

/** However it is drawn, it is of one length. */
const LENGTH = generatePassword(() => 0).length

/** Spaces and invisible characters, which copying adds; no temporary password holds one. */
const ADDED_BY_COPYING = /[\s\p{Cf}]/gu

/** A temporary password as it was typed or pasted; null for what cannot be one. */
export function readTemporaryPassword(typed: string): string | null {
  const password = typed.replaceAll(ADDED_BY_COPYING, '')
  return password.length === LENGTH ? password : null
}

/** A password that nobody has yet, and its hash. */
export interface DrawnPassword {
  password: string
  passwordHash: string
}

/** One that was given to somebody. */
export interface TemporaryPassword {
  password: string
  /** From then on it opens nothing. */
  expiresAt: Date
}

/** Opens nothing: no password has this hash. */
const notDrawn: DrawnPassword = { password: '', passwordHash: '' }

/**
 * Draws a temporary password; none for what is only rehearsed. Hashing takes a while: draw before the transaction that
 * issues it begins.
 */
export async function generateTemporaryPassword({
  rehearsal,
}: Pick<Context, 'rehearsal'> = {}): Promise<DrawnPassword> {
  if (rehearsal !== undefined) return notDrawn
  const password = generatePassword((max) => randomInt(max))
  return { password, passwordHash: await hashPassword(password) }
}

/**
 * Gives a user a temporary password, in place of an earlier one of its kind. One that staff give takes the place of all;
 * one that anybody may ask for voids nothing of what staff gave. Whom staff give one is invited, and registered no longer. The
 * password proper keeps working until an own one is chosen with this one.
 *
 * @returns what leaves once: to whoever gives it, and in the e-mail
 */
export async function issueTemporaryPassword(
  tx: Transaction,
  issue: { userId: string; drawn: DrawnPassword; purpose: TemporaryPasswordPurpose; now: Date },
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
    const askedFor = and(eq(temporaryPasswords.userId, userId), eq(temporaryPasswords.kind, 'asked-for'))
    await tx.delete(temporaryPasswords).where(askedFor)
    await endSessionsToChoosePassword(tx, userId)
    await withdrawConfirmation(tx, userId)
  }
  if (purpose === 'invitation') await tx.update(users).set({ invited: true }).where(eq(users.id, userId))
  return { password: drawn.password, expiresAt: row.expiresAt }
}

/** Whether a temporary password still opens its account: it was neither used nor replaced. */
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

/** Uses up the temporary passwords of a user who has chosen an own one. They stay for a while, to be recognised. */
export async function markTemporaryPasswordsUsed(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(temporaryPasswords)
    .set({ usedAt: now })
    .where(and(eq(temporaryPasswords.userId, userId), isNull(temporaryPasswords.usedAt)))
}

/** Removes the temporary passwords of a user, mailed to an address that is theirs no longer. */
export async function withdrawTemporaryPasswords(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(temporaryPasswords).where(eq(temporaryPasswords.userId, userId))
}
