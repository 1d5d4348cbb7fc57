import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { readCode } from '#domain/auth/second-factor.ts'
import type { Context } from '#server/shared/context.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { secondFactors } from '#server/platform/db/schema.ts'
import { stepOf } from './authenticator.ts'
import { findRecoveryCode, consumeRecoveryCode } from './recovery-codes.ts'
import { openSecret } from './sealed-secret.ts'

/** A code that is right, and was not used when it was looked at. */
export type ProvedCode = { is: 'code'; step: number } | { is: 'recovery-code'; id: string }

/** Checks what somebody typed as the second factor; null where it is wrong. It is not used up by that. */
export async function proveCode(
  { database: { db }, keyring }: Pick<Context, 'database' | 'keyring'>,
  { userId, typed, now }: { userId: string; typed: string; now: Date },
): Promise<ProvedCode | null> {
  const read = readCode(typed)
  if (read.is === 'neither') return null
  if (read.is === 'recovery-code') {
    const id = await findRecoveryCode(db, userId, read.code)
    return id === null ? null : { is: 'recovery-code', id }
  }
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  if (factor === undefined) return null
  const step = await stepOf(openSecret(keyring, userId, factor.secret), read.code, now)
  const isUsed = step !== null && factor.lastStep !== null && step <= factor.lastStep
  return step === null || isUsed ? null : { is: 'code', step }
}

/**
 * Uses a code up, with what it is good for: false where that happened meanwhile. Of an authenticator's codes all those
 * before go with it.
 */
export async function consumeCode(
  tx: Transaction,
  { userId, proved, now }: { userId: string; proved: ProvedCode; now: Date },
): Promise<boolean> {
  if (proved.is === 'recovery-code') return consumeRecoveryCode(tx, proved.id, now)
  const { step } = proved
  const used = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondFactors.userId, userId),
        or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step)),
      ),
    )
    .returning({ userId: secondFactors.userId })
  return used.length > 0
}
