import type { PackTask } from '#domain/api/due-diligence.ts'
import { unreadableReasons } from '#domain/documents/safety.ts'
import { formatDay } from '#domain/time/dates.ts'

/** A file of a task. */
export type TaskFile = PackTask['papers'][number]['files'][number]

/** What a file is, its dates, and who added it; or why it cannot be opened yet. */
export function fileFacts(label: string, { virusScan, issuedOn, expiresOn, addedByStaff }: TaskFile): string {
  if (virusScan !== undefined) return unreadableReasons[virusScan]
  return [
    label,
    issuedOn && `dated ${formatDay(issuedOn)}`,
    expiresOn && `expires on ${formatDay(expiresOn)}`,
    addedByStaff && 'added by staff',
  ]
    .filter(Boolean)
    .join(', ')
}
