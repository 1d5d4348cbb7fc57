import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { generatePassword } from '#domain/auth/password-generator.ts'
import type { Transaction } from '#server/db/database.ts'
import { temporaryPasswords, users } from '#server/db/schema.ts'
import { hashPassword } from './passwords.ts'

const HOUR_MS = 60 * 60_000

/** For how long a temporary password can be used, in milliseconds (decisions, "Temporary passwords"). */
export const temporaryPasswordLifetimes = {
  invitation: 72 * HOUR_MS,
  'staff-reset': 24 * HOUR_MS,
  forgotten: HOUR_MS,
} as const satisfies Record<string, number>

export type TemporaryPasswordPurpose = keyof typeof temporaryPasswordLifetimes

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

/** Draws a temporary password. Hashing takes a while: draw before the transaction that issues it begins. */
export async function drawTemporaryPassword(): Promise<DrawnPassword> {
  const password = generatePassword((max) => randomInt(max))
  return { password, passwordHash: await hashPassword(password) }
}

/**
 * Gives a user a temporary password, in place of an earlier one. The password proper keeps working until this one is
 * used.
 *
 * @returns when it can no longer be used
 */
export async function issueTemporaryPassword(
  tx: Transaction,
  issue: { userId: string; drawn: DrawnPassword; purpose: TemporaryPasswordPurpose; now: Date },
): Promise<Date> {
  const { userId, drawn, purpose, now } = issue
  const row = {
    passwordHash: drawn.passwordHash,
    createdAt: now,
    expiresAt: new Date(now.getTime() + temporaryPasswordLifetimes[purpose]),
    usedAt: null,
  }
  await tx
    .insert(temporaryPasswords)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: temporaryPasswords.userId, set: row })
  if (purpose === 'invitation') await tx.update(users).set({ invited: true }).where(eq(users.id, userId))
  return row.expiresAt
}

/** Uses a temporary password up; false where somebody else was quicker, or it was replaced meanwhile. */
export async function useUpTemporaryPassword(
  tx: Transaction,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<boolean> {
  const used = await tx
    .update(temporaryPasswords)
    .set({ usedAt: now })
    .where(
      and(
        eq(temporaryPasswords.userId, userId),
        eq(temporaryPasswords.passwordHash, passwordHash),
        isNull(temporaryPasswords.usedAt),
      ),
    )
    .returning({ userId: temporaryPasswords.userId })
  return used.length > 0
}

/** Once a password is chosen, no temporary one is left that would open the account. */
export async function withdrawTemporaryPassword(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(temporaryPasswords).where(eq(temporaryPasswords.userId, userId))
}
