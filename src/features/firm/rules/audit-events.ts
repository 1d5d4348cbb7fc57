import { event } from '#features/audit/rules/event.ts'
import type { FirmSection } from '#features/brand/rules/sections.ts'
import type { WordedMail } from '#features/brand/rules/wording.ts'

export const firmEvents = {
  /** Values are in the versions. */
  'firm.settings-changed': event<{ section: FirmSection; version: number; fields: string[]; by?: 'import' }>(
    'Firm settings changed',
    'system',
  ),
  'firm.settings-restored': event<{ section: FirmSection; version: number; from: number; fields: string[] }>(
    'Earlier firm settings restored',
    'system',
  ),
  /** A logo; the hash addresses the stored picture. */
  'firm.file-changed': event<{ kind: string; sha256: string }>('Logo changed', 'system'),
  /** Environment variables set other values than at the last start. Fields as `section.field`. */
  'firm.environment-changed': event<{ fields: string[] }>('Firm settings changed on the server', 'system'),
  'firm.setup-completed': event('Firm setup completed', 'system'),
  'firm.wording-tested': event<{ mail: WordedMail }>('Email wording tested', 'system'),
  'firm.letter-published': event<{ version: number }>('FAIS letter published', 'system'),
  'firm.letters-started': event<{ runId: string; version: number; managers: number }>(
    'Generation of FAIS letters started',
    'system',
  ),
  /** The manager is the event's object. */
  'firm.letter-generated': event<{ documentId: string; version: number; sha256: string }>(
    'FAIS letter generated',
    'system',
  ),
  'firm.letter-profile-changed': event<{ fields: string[] }>('Facts for the FAIS letter changed', 'system'),
}
