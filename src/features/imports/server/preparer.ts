import type { Context } from '#base/server/context.ts'
import { decryptContent, type ImportRecord } from './content.ts'

/**
 * With due diligence, onboarded clients are imported by two admins: who prepared the file does not start its import.
 *
 * @returns who prepared it; null where anyone may start it
 */
export function preparerOf(
  { keyring, settings }: Pick<Context, 'keyring' | 'settings'>,
  found: Pick<ImportRecord, 'id' | 'content' | 'actorId' | 'state'>,
): string | null {
  if (!settings.dueDiligence.on || found.state !== 'checked') return null
  const { byStatus } = decryptContent(keyring, found).groups
  return byStatus.some(([status]) => status === 'onboarded') ? found.actorId : null
}
