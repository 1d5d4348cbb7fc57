import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { auditChain, auditEvents } from '#features/audit/schema.ts'
import type { Context } from '#base/server/context.ts'
import { codeOf, type AuditRow } from './chain.ts'
import { openChainKeys } from './chain-keys.ts'
import type { Alteration } from './chain-proof.ts'

const code = z.string().regex(/^[0-9a-f]{64}$/u)

const proofSchema = z.looseObject({
  rows: z.array(
    z.strictObject({
      event: z.strictObject({
        id: z.int(),
        at: z.iso.datetime().transform((text) => new Date(text)),
        action: z.string(),
        success: z.boolean(),
        actorId: z.uuid().nullable(),
        actorRole: z.string().nullable(),
        objectId: z.uuid().nullable(),
        ip: z.string().nullable(),
        details: z.unknown(),
      }),
      code: code.nullable(),
      previousCode: code.nullable(),
      keyId: z.string().nullable(),
    }),
  ),
})

/** The rows of an audit proof (`inspector-file/audit-proof.ts`). */
export type ProofRows = z.infer<typeof proofSchema>['rows']

/** @throws Error for a text that is no audit proof */
export function parseProof(text: string): ProofRows {
  return proofSchema.parse(JSON.parse(text)).rows
}

/** How many rows were verified, those without a code among them, and the first wrong one. */
export interface ProofVerification {
  rows: number
  unchained: number
  wrong: Alteration | null
}

/**
 * Verifies the rows of an audit proof: each code follows from the row and the code before it, and is that of the log. A
 * row that was not chained yet is compared with the log itself.
 */
export async function verifyProof(
  { database: { db }, keyring }: Pick<Context, 'database' | 'keyring'>,
  rows: ProofRows,
): Promise<ProofVerification> {
  const keys = await openChainKeys(db, keyring)
  let wrong: Alteration | null = null
  for (const { event, code: given, previousCode, keyId } of rows) {
    // What is not an action of the log gives another code.
    const row = event as AuditRow
    const [logged] = await db
      .select({ event: auditEvents, code: auditChain.code })
      .from(auditEvents)
      .leftJoin(auditChain, eq(auditChain.eventId, auditEvents.id))
      .where(eq(auditEvents.id, row.id))
    const reason = problemWith({ row, given, previousCode, keyId }, logged, keys)
    if (reason !== null) {
      wrong = { eventId: row.id, reason }
      break
    }
  }
  return { rows: rows.length, unchained: rows.filter((one) => one.code === null).length, wrong }
}

interface Claim {
  row: AuditRow
  given: string | null
  previousCode: string | null
  keyId: string | null
}

function problemWith(
  { row, given, previousCode, keyId }: Claim,
  logged: { event: AuditRow; code: Buffer | null } | undefined,
  keys: Awaited<ReturnType<typeof openChainKeys>>,
): string | null {
  if (logged === undefined) return 'it is not in the log'
  if (!isDeepStrictEqual(row, logged.event)) return 'it was edited'
  if (given === null || previousCode === null || keyId === null) return null
  const key = keys.find(keyId)
  if (key === undefined) return `its key ${keyId} is not in ENCRYPTION_KEY`
  if (codeOf(key, Buffer.from(previousCode, 'hex'), row).toString('hex') !== given) {
    return 'its code does not follow from it'
  }
  return logged.code?.toString('hex') === given ? null : 'its code is not that of the log'
}
