import { event, type ProofFailure } from '#features/audit/rules/event.ts'

export const importsEvents = {
  'import.uploaded': event<{ importId: string; kind: 'clients' | 'staff'; bytes: number; sha256: string }>(
    'Import file uploaded',
    'accounts',
  ),
  /** A virus was found in a file to import. */
  'import.infected': event<{ sha256: string; virus: string }>('Infected import file rejected', 'accounts'),
  'import.mapped': event<{ importId: string; fields: string[] }>('Import columns matched', 'accounts'),
  /** A row is imported although its ID number exists; the reason is not in the log. */
  'import.row-forced': event<{ importId: string; row: number }>('Import of a duplicate allowed', 'accounts'),
  /** A cell was corrected before the import; neither value is in the log. */
  'import.cell-corrected': event<{ importId: string; row: number; field: string | null }>(
    'Import row corrected',
    'accounts',
  ),
  'import.rows-left-out': event<{ importId: string; rows: number }>('Import rows left out', 'accounts'),
  'import.rows-put-back': event<{ importId: string; rows: number }>('Import rows put back', 'accounts'),
  'import.problems-downloaded': event<{ importId: string; rows: number }>(
    'Import problems downloaded',
    'views',
  ),
  'import.proof-failed': event<{ reason: ProofFailure }>('Import confirmation failed', 'accounts'),
  'import.started': event<{ importId: string; rows: number }>('Import started', 'accounts'),
  'import.paused': event<{ importId: string }>('Import paused', 'accounts'),
  'import.resumed': event<{ importId: string }>('Import resumed', 'accounts'),
  'import.ended': event<{ importId: string; created: number; skipped: number; failed: number }>(
    'Import finished',
    'accounts',
  ),
  'import.undo-started': event<{ importId: string; rows: number }>('Undo of an import started', 'accounts'),
  'import.undone': event<{ importId: string; deleted: number; retained: number }>(
    'Import undone',
    'accounts',
  ),
  'import.reviews-spread': event<{ importId: string; clients: number; months: number }>(
    'Annual reviews of an import spread',
    'accounts',
  ),
  'import.reviews-spread-undone': event<{ importId: string; clients: number }>(
    'Spread of annual reviews undone',
    'accounts',
  ),
  'import.discarded': event<{ importId: string }>('Import discarded', 'accounts'),
  'import.invitations-planned': event<{ importId: string; perBatch: number; batchesPerDay: number }>(
    'Invitations in batches planned',
    'accounts',
  ),
  'import.invitations-stopped': event<{ importId: string }>('Invitations in batches stopped', 'accounts'),
}
