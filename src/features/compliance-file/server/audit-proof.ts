import { asc, desc, eq, inArray, lt } from 'drizzle-orm'
import { commandCall } from '#base/server/command-call.ts'
import { CHAIN_START } from '#features/audit/server/log/chain.ts'
import { auditChain, auditChecks, auditEvents } from '#features/audit/schema.ts'
import type { Queries } from '#base/server/db/database.ts'

/** A row of the audit log with its place in the hash chain. */
export interface ProvenRow {
  event: typeof auditEvents.$inferSelect
  /** HMAC of the row and all before it, as hex; null within a minute, until the row is chained. */
  code: string | null
  previousCode: string | null
  keyId: string | null
}

/** The rows about some objects, oldest first, and what proves them. */
export interface AuditProof {
  howToVerify: string
  /** The newest link of the chain: it covers all rows before it. */
  head: { eventId: number; code: string } | null
  /** The latest check of the whole log. */
  checked: { at: string; sound: boolean; verifiedUpTo: number | null } | null
  rows: ProvenRow[]
}

const HOW_TO_VERIFY = `Each row’s code is the HMAC-SHA-256 of the code before it and of the row, with a key that the firm holds outside its database. “${commandCall('audit:verify', '--proof audit-proof.json')}” on the firm’s server verifies these rows and the whole log.`

/** The audit proof of some objects: an application, and what belongs to it. */
export async function auditProofOf(db: Queries, objects: readonly string[]): Promise<AuditProof> {
  const links = await db
    .select({ event: auditEvents, code: auditChain.code, keyId: auditChain.keyId })
    .from(auditEvents)
    .leftJoin(auditChain, eq(auditChain.eventId, auditEvents.id))
    .where(inArray(auditEvents.objectId, [...objects]))
    .orderBy(asc(auditEvents.id))
  const rows: ProvenRow[] = []
  for (const { event, code, keyId } of links) {
    rows.push({
      event,
      code: code?.toString('hex') ?? null,
      previousCode: code === null ? null : await codeBefore(db, event.id),
      keyId,
    })
  }
  const [head] = await db.select().from(auditChain).orderBy(desc(auditChain.eventId)).limit(1)
  const [checked] = await db.select().from(auditChecks).where(eq(auditChecks.scope, 'whole'))
  return {
    howToVerify: HOW_TO_VERIFY,
    head: head === undefined ? null : { eventId: head.eventId, code: head.code.toString('hex') },
    checked:
      checked === undefined
        ? null
        : {
            at: checked.checkedAt.toISOString(),
            sound: checked.sound,
            verifiedUpTo: checked.verifiedUpTo,
          },
    rows,
  }
}

async function codeBefore(db: Queries, eventId: number): Promise<string> {
  const [link] = await db
    .select({ code: auditChain.code })
    .from(auditChain)
    .where(lt(auditChain.eventId, eventId))
    .orderBy(desc(auditChain.eventId))
    .limit(1)
  return (link?.code ?? CHAIN_START).toString('hex')
}
