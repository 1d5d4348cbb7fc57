import type { PackTask } from '#features/due-diligence/api/due-diligence.ts'
import { unreadableReasons } from '#base/rules/files/safety.ts'
import { formatDay } from '#base/rules/time/dates.ts'

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
