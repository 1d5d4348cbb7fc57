import {
  CONFIRMATIONS_VERSION,
  confirmationNames,
  type AgreedLinks,
  type ConfirmationRecord,
  type Confirmations,
} from '#features/applications/rules/wizard/confirmations.ts'
import type { AuditDetails } from '#features/audit/rules/events.ts'

/** The confirmations after a save. */
export interface MergedConfirmations {
  record: ConfirmationRecord
  changed: boolean
  details: AuditDetails['application.confirmed']
}

/**
 * Merges ticked confirmations into stored ones. A statement keeps time, wording and links of its first confirmation;
 * changed answers reset `accurate`, unless it is ticked in the same save.
 */
export function mergeConfirmations(
  current: ConfirmationRecord,
  ticked: Partial<Confirmations>,
  answersChanged: boolean,
  { now, links }: { now: Date; links: AgreedLinks },
): MergedConfirmations {
  const wanted = answersChanged ? { accurate: false, ...ticked } : ticked
  const confirmed = confirmationNames.filter((name) => wanted[name] === true && current[name] === undefined)
  const withdrawn = confirmationNames.filter((name) => wanted[name] === false && current[name] !== undefined)
  const stored = Object.entries(current).filter(([name]) => !withdrawn.some((gone) => gone === name))
  const added = confirmed.map(
    (name) =>
      [
        name,
        { at: now.toISOString(), wording: CONFIRMATIONS_VERSION, ...(name === 'terms' && { links }) },
      ] as const,
  )
  return {
    record: Object.fromEntries([...stored, ...added]),
    changed: confirmed.length > 0 || withdrawn.length > 0,
    details: { confirmed, withdrawn, wording: CONFIRMATIONS_VERSION },
  }
}
