import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { recordFailure } from '#features/audit/server/record.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { sha256Of } from '../attach.ts'

interface FileToScan {
  kind: DocumentKindName
  name: string
  /** Null for the staff's FAIS letters. */
  applicationId: string | null
}

/**
 * Scans an uploaded file for viruses. An infected one is refused, and that is recorded.
 *
 * @returns waiting where the scanner does not answer: the file may be stored, and is not served before it was scanned
 * @throws DomainError invalid for an infected file
 */
export async function passScanner(
  act: CommandContext<Doer>,
  bytes: Buffer,
  { kind, name, applicationId }: FileToScan,
): Promise<'not-scanned' | 'waiting' | 'clean'> {
  const { scanner, log } = act.context
  if (scanner === null) return 'not-scanned'
  const verdict = await scanner.scanNow(bytes)
  if (verdict.is === 'clean') return 'clean'
  if (verdict.is === 'unknown') {
    log.warn({ why: verdict.why }, 'the virus scanner does not answer; a file waits for it')
    return 'waiting'
  }
  await recordFailure(autocommit(act), 'document.infected', applicationId ?? act.actor.userId, {
    documentId: null,
    kind,
    sha256: sha256Of(bytes),
    virus: verdict.virus,
  })
  throw new DomainError(
    'invalid',
    `We found a virus in ${name}, so it was not accepted. Please have your computer or phone checked, and upload another copy.`,
  )
}
