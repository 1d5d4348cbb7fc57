import type { StoredItems } from '#client/shared/lib/storage.ts'

/*
 * Which files the end of a session left behind, until their client has heard of it. Names of files are private like answers:
 * they lie beside what is typed and not saved (wizard/saving/step-draft.ts), under the same prefix, and go with it.
 */
const keyOf = (applicationId: string) => `wizard-draft/${applicationId}/not-uploaded`

/** Remembers files by name, beside those that are remembered. */
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
