/*
 * Which native dialogs are open. A modal dialog makes the rest of the page inert, so whatever must stay
 * reachable above it (toasts, tooltips) is placed inside the topmost one.
 */
let stack: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]) {
  stack = next
  for (const listener of listeners) listener()
}

/** Puts a dialog on top; the answer takes it away again. */
export function pushDialog(dialog: HTMLDialogElement): () => void {
  change([...stack, dialog])
  return () => change(stack.filter((open) => open !== dialog))
}

/** The topmost open dialog, or null. */
export function topDialog(): HTMLDialogElement | null {
  return stack.at(-1) ?? null
}

/** Tells when dialogs open and close (for `useSyncExternalStore`). */
export function subscribeDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
