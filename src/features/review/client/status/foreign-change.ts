import type { ListedApplication } from '#features/review/api/staff-applications.ts'

/** The status of an application, and who changed it last. */
export type ChangedStatus = Pick<ListedApplication, 'status' | 'statusChangedBy'>

/** A change by another user, which is marked instead of shown at once. */
export interface ForeignChange {
  to: ListedApplication['status']
  by: string
}

/**
 * The change of a status since it was seen, if another user made it; null for none, the reader's own ones, and automatic
 * ones.
 */
export function foreignChange(
  seen: ListedApplication['status'],
  { status, statusChangedBy: by }: ChangedStatus,
  readerId: string | undefined,
): ForeignChange | null {
  return status === seen || by === null || by.id === readerId ? null : { to: status, by: by.name }
}
