import { event } from '#features/audit/rules/event.ts'

export const systemEvents = {
  'encryption-keys.rotated': event<{ keyId: string; resealed: number }>('Encryption key rotated', 'system'),
  'encryption-keys.retired': event<{ keyIds: string[] }>('Encryption keys retired', 'system'),
  /** `takenAt` is the backup's consistent point in time. */
  'backup.taken': event<{ takenAt: string; files: number; missing: number }>('Backup taken', 'system'),
  'backup.restored': event<{ takenAt: string; files: number }>('Backup restored', 'system'),
  /** `filters` names the filters, never the values. */
  'audit-log.exported': event<{ filters: string[] }>('Audit log exported', 'views'),
  /** The first altered row, and how it differs. */
  'audit-log.found-altered': event<{ eventId: number; reason: string }>(
    'Audit log tampering detected',
    'system',
  ),
}
