import type { Application } from '#domain/api/application.ts'
import type { StoredItems } from '#client/shared/lib/storage.ts'

/** The version of an unsaved application. */
const UNTOUCHED = 1

const keyOf = ({ id }: Pick<Application, 'id'>) => `visited:${id}`

/**
 * Whether a client opens the application for the first time: no answer was saved on any device, and this browser has
 * not shown it. Without browser storage every visit before the first save counts.
 */
export function isFirstVisit(
  storage: Pick<StoredItems, 'getItem'>,
  application: Pick<Application, 'id' | 'version'>,
): boolean {
  return application.version === UNTOUCHED && storage.getItem(keyOf(application)) === null
}

/** Records that this browser has shown the application. */
export function noteVisit(storage: Pick<StoredItems, 'setItem'>, application: Pick<Application, 'id'>): void {
  storage.setItem(keyOf(application), '1')
}
