import {
  CONFIRMATIONS_VERSION,
  confirmationNames,
  type Confirmations,
} from '#domain/applications/wizard/confirmations.ts'
import type { AuditDetails } from '#domain/audit/events.ts'
import type { ConfirmationRecord } from '#server/platform/db/schema.ts'

/** What a save makes of the confirmations. */
export interface MergedConfirmations {
  record: ConfirmationRecord
  changed: boolean
  details: AuditDetails['application.confirmed']
}

/**
 * Merges what was ticked into what stands. A statement keeps the moment and the wording in which it was first
 * confirmed; answers that changed take `accurate` back, unless it was ticked together with them.
 */
export function mergeConfirmations(
  current: ConfirmationRecord,
  ticked: Partial<Confirmations>,
  answersChanged: boolean,
  now: Date,
): MergedConfirmations {
  const wanted = answersChanged ? { accurate: false, ...ticked } : ticked
  const confirmed = confirmationNames.filter((name) => wanted[name] === true && current[name] === undefined)
  const withdrawn = confirmationNames.filter((name) => wanted[name] === false && current[name] !== undefined)
  const kept = Object.entries(current).filter(([name]) => !withdrawn.some((gone) => gone === name))
  const added = confirmed.map(
    (name) => [name, { at: now.toISOString(), wording: CONFIRMATIONS_VERSION }] as const,
  )
  return {
    record: Object.fromEntries([...kept, ...added]),
    changed: confirmed.length > 0 || withdrawn.length > 0,
    details: { confirmed, withdrawn, wording: CONFIRMATIONS_VERSION },
  }
}
