import type { DocumentKindName } from '#domain/documents/kinds.ts'
import type { Actor, Origin } from '#server/actor.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Context } from '#server/context.ts'
import { Refusal } from '#server/refusal.ts'
import { sha256Of } from '../attach.ts'

interface FileToScan {
  kind: DocumentKindName
  name: string
  /** Null for the staff's FAIS letters. */
  applicationId: string | null
  actor: Actor
  origin: Origin
  now: Date
}

/**
 * Has the virus scanner look at a file that somebody sends. An infected one is refused, and that is recorded.
 *
 * @returns waiting where the scanner does not answer: the file can be kept, and nobody reads it before it was scanned
 * @throws Refusal invalid for an infected file
 */
export async function passScanner(
  { scanner, database, log }: Context,
  bytes: Buffer,
  { kind, name, applicationId, actor, origin, now }: FileToScan,
): Promise<'not-scanned' | 'waiting' | 'clean'> {
  if (scanner === null) return 'not-scanned'
  const verdict = await scanner.scanNow(bytes)
  if (verdict.is === 'clean') return 'clean'
  if (verdict.is === 'unknown') {
    log.warn({ why: verdict.why }, 'the virus scanner does not answer: a file waits')
    return 'waiting'
  }
  await appendAudit(database.db, {
    action: 'document.infected',
    details: { documentId: null, kind, sha256: sha256Of(bytes), virus: verdict.virus },
    actor,
    objectId: applicationId ?? actor.userId,
    ip: origin.ip,
    at: now,
    success: false,
  })
  throw new Refusal(
    'invalid',
    `A virus was found in ${name}, so it was not taken. Please have your computer or phone checked, and upload another copy.`,
  )
}
