import type { StoredItems } from '#base/client/lib/storage.ts'

/*
 * Files whose upload the end of the session interrupted, until their client has been notified. File names are private,
 * so they are stored under the same prefix as drafts (wizard/saving/step-draft.ts) and removed with them.
 */
const keyOf = (applicationId: string) => `wizard-draft/${applicationId}/not-uploaded`

/** Adds file names to the stored ones. */
export function leaveBehind(storage: StoredItems, applicationId: string, names: readonly string[]): void {
  if (names.length === 0) return
  const all = new Set([...leftBehind(storage, applicationId), ...names])
  storage.setItem(keyOf(applicationId), JSON.stringify([...all]))
}

export function leftBehind(storage: StoredItems, applicationId: string): readonly string[] {
  try {
    const names: unknown = JSON.parse(storage.getItem(keyOf(applicationId)) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

export function forgetLeftBehind(storage: StoredItems, applicationId: string): void {
  storage.removeItem(keyOf(applicationId))
}
