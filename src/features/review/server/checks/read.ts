import { asc, eq, inArray } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { ReviewedCheck } from '#features/review/api/staff-applications.ts'
import { settlementOf, type Settled } from '#features/review/rules/checks.ts'
import { staffChecksOf } from '#features/applications/rules/warnings.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { checkSettlements } from '#features/review/schema/check-schema.ts'
import type { Queries } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { decryptJson } from '#base/server/db/encrypted-columns.ts'

/** What reading checks needs. */
export interface Reading {
  keyring: Keyring
  database: { db: Queries }
}

/** A decision on a check, with its author. */
export interface Settlement extends Settled {
  id: string
  number: number
  reason: string
  byName: string
  at: Date
}

/** The decisions on the checks of some applications, oldest first. */
export async function settlementsOf(
  { keyring, database: { db } }: Reading,
  applicationIds: readonly string[],
): Promise<Map<string, Settlement[]>> {
  const rows = await db
    .select({ settlement: checkSettlements, fullName: users.fullName, username: users.username })
    .from(checkSettlements)
    .innerJoin(users, eq(users.id, checkSettlements.actorId))
    .where(inArray(checkSettlements.applicationId, [...applicationIds]))
    .orderBy(asc(checkSettlements.applicationId), asc(checkSettlements.number))
  const grouped = Map.groupBy(rows, ({ settlement }) => settlement.applicationId)
  return new Map(
    [...grouped].map(([applicationId, made]) => [
      applicationId,
      made.map(({ settlement: { id, number, path, checkName, decision, content, at }, ...by }) => ({
        id,
        number,
        path,
        check: checkName,
        decision,
        byName: accountName(by),
        at,
        ...(decryptJson(keyring, checkSettlements.content, id, content) as { about: string; reason: string }),
      })),
    ]),
  )
}

/** The failed checks of an application, each with the latest decision on the current answers. */
export async function checksOf(
  reading: Reading,
  applicationId: string,
  answers: Answers,
): Promise<ReviewedCheck[]> {
  const checks = staffChecksOf(answers)
  if (checks.length === 0) return []
  const settlements = await settlementsOf(reading, [applicationId])
  return checks.map((check) => {
    const found = settlementOf(check, settlements.get(applicationId) ?? [])
    if (found === null) return { ...check, settlement: null }
    const { id, decision, reason, byName, at } = found
    return { ...check, settlement: { id, decision, reason, byName, at: at.toISOString() } }
  })
}
