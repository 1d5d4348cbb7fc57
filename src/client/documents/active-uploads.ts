import { createListeners } from '#client/lib/listeners.ts'

/*
 * How many files are on their way on this page. While there are any, the browser asks before the page is left:
 * what was not registered yet would be lost.
 */
let active = 0

/** Tells when the first file is on its way, and when none is any more. */
export const uploadsChanged = createListeners<void>()

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function change(by: 1 | -1): void {
  const before = active
  active += by
  if (before === 0) window.addEventListener('beforeunload', askBeforeLeaving)
  if (active === 0) window.removeEventListener('beforeunload', askBeforeLeaving)
  if (before === 0 || active === 0) uploadsChanged.tell()
}

/** Whether files are on their way: leaving now would lose them. */
export function isUploading(): boolean {
  return active > 0
}

/** Counts one file as on its way for as long as something runs. */
export async function whileUploading<Result>(run: () => Promise<Result>): Promise<Result> {
  change(1)
  try {
    return await run()
  } finally {
    change(-1)
  }
}
