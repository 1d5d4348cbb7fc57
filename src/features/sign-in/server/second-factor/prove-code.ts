import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { and, eq, lt } from 'drizzle-orm'
import { readCode } from '#features/access/rules/second-factor.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { secondFactors } from '#features/access/schema/tables.ts'
import { stepOf } from './authenticator.ts'
import { findRecoveryCode, consumeRecoveryCode } from './recovery-codes.ts'

/** A correct code that was unused when it was checked. */
export type ProvedCode = { is: 'code'; step: number } | { is: 'recovery-code'; id: string }

/** Checks a second-factor code without using it up; null where it is wrong. */
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
  // One that was not confirmed yet counts for nothing, also beside a passkey.
  if (factor === undefined || factor.lastStep === null) return null
  const step = await stepOf(decrypt(keyring, secondFactors.secret, userId, factor.secret), read.code, now)
  return step === null || step <= factor.lastStep ? null : { is: 'code', step }
}

/** Uses up a code, with all earlier ones of an authenticator; false where it was used meanwhile. */
export async function consumeCode(
  tx: Transaction,
  { userId, proved, now }: { userId: string; proved: ProvedCode; now: Date },
): Promise<boolean> {
  if (proved.is === 'recovery-code') return consumeRecoveryCode(tx, proved.id, now)
  const { step } = proved
  const used = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId })
  return used.length > 0
}
