import { randomInt } from 'node:crypto'
import { and, eq, exists, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { generatePassword } from '#domain/auth/password-generator.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { temporaryPasswords, type TemporaryPasswordKind } from '#server/db/sign-in-schema.ts'
import { hashPassword } from './passwords.ts'
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

/** Whether a text could be a temporary password at all. */
export function hasFormOfTemporaryPassword(password: string): boolean {
  return password.length === LENGTH
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
export async function drawTemporaryPassword({
  rehearsal,
}: Pick<Context, 'rehearsal'> = {}): Promise<DrawnPassword> {
  if (rehearsal !== undefined) return notDrawn
  const password = generatePassword((max) => randomInt(max))
  return { password, passwordHash: await hashPassword(password) }
}

/**
 * Gives a user a temporary password, in place of an earlier one of its kind. One that staff give takes the place of all;
 * one that anybody may ask for voids nothing of what staff gave. Whom staff give one is invited, and registered no longer. The password proper keeps working until this one is used.
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
    await withdrawConfirmation(tx, userId)
  }
  if (purpose === 'invitation') await tx.update(users).set({ invited: true }).where(eq(users.id, userId))
  return { password: drawn.password, expiresAt: row.expiresAt }
}

/**
 * Uses a temporary password up, and with it every other of its user: whoever comes with one needs none besides. False
 * where somebody else was quicker, or it was replaced meanwhile.
 */
export async function useUpTemporaryPassword(
  tx: Transaction,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<boolean> {
  const theOne = alias(temporaryPasswords, 'the_one')
  const isThere = tx
    .select({ userId: theOne.userId })
    .from(theOne)
    .where(and(eq(theOne.userId, userId), eq(theOne.passwordHash, passwordHash), isNull(theOne.usedAt)))
  const used = await tx
    .update(temporaryPasswords)
    .set({ usedAt: now })
    .where(and(eq(temporaryPasswords.userId, userId), isNull(temporaryPasswords.usedAt), exists(isThere)))
    .returning({ userId: temporaryPasswords.userId })
  return used.length > 0
}

/** Once a password is chosen, no temporary one is left that would open the account. */
export async function withdrawTemporaryPasswords(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(temporaryPasswords).where(eq(temporaryPasswords.userId, userId))
}
