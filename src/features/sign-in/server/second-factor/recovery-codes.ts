import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { generateRecoveryCode, readCode, RECOVERY_CODES } from '#features/access/rules/second-factor.ts'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { recoveryCodes } from '#features/access/schema/tables.ts'
import { hashPassword, isPassword } from '../passwords.ts'

/** New recovery codes and their hashes. */
export interface GeneratedCodes {
  codes: string[]
  hashes: string[]
}

/** Generates recovery codes. Hashing is slow, so call it before the transaction. */
export async function generateRecoveryCodes(): Promise<GeneratedCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    generateRecoveryCode((below) => randomInt(below)),
  )
  return { codes, hashes: await Promise.all(codes.map((code) => hashPassword(plain(code)))) }
}

/** Removes hyphens for comparison. */
function plain(code: string): string {
  const read = readCode(code)
  return read.is === 'neither' ? code : read.code
}

/** Stores recovery codes, which replace the user's previous ones. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  { hashes }: GeneratedCodes,
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ id: newId(), userId, codeHash })))
}

const unusedOf = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))

/** How many unused recovery codes a user has. */
export async function recoveryCodesLeft(db: Database | Transaction, userId: string): Promise<number> {
  return db.$count(recoveryCodes, unusedOf(userId))
}

/** The matching unused recovery code of a user; null for none. */
export async function findRecoveryCode(db: Database, userId: string, code: string): Promise<string | null> {
  const unused = await db.select().from(recoveryCodes).where(unusedOf(userId))
  for (const { id, codeHash } of unused) if (await isPassword(code, codeHash)) return id
  return null
}

/** Uses up a recovery code; false where it was used meanwhile. */
export async function consumeRecoveryCode(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.id, id), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id })
  return used.length > 0
}
