import type { Application } from '#domain/api/application.ts'

/** The version of an application in which nothing was saved yet. */
const UNTOUCHED = 1

const keyOf = ({ id }: Pick<Application, 'id'>) => `visited:${id}`

/**
 * Whether somebody opens their application for the first time: nothing was saved in it, on no device, and this browser has not
 * shown it. For a browser that keeps nothing, each visit is the first until an answer is saved.
 */
export function isFirstVisit(
  kept: () => Pick<Storage, 'getItem'>,
  application: Pick<Application, 'id' | 'version'>,
): boolean {
  const shown = ifKept(() => kept().getItem(keyOf(application)))
  return application.version === UNTOUCHED && shown === null
}

/** Notes that this browser has shown the application. */
export function noteVisit(kept: () => Pick<Storage, 'setItem'>, application: Pick<Application, 'id'>): void {
  ifKept(() => kept().setItem(keyOf(application), '1'))
}

/** Browsers that keep nothing throw, some as soon as they are asked where. */
function ifKept<Result>(access: () => Result): Result | null {
  try {
    return access()
  } catch {
    return null
  }
}
