import { createStore } from './store.ts'

/*
 * Which native dialogs are open. A modal dialog makes the rest of the page inert, so whatever must stay
 * reachable above it (toasts, tooltips) is placed inside the topmost one.
 */
const stack = createStore<readonly HTMLDialogElement[]>([])

/** Puts a dialog on top; the answer takes it away again. */
export function pushDialog(dialog: HTMLDialogElement): () => void {
  stack.set([...stack.get(), dialog])
  return () => stack.set(stack.get().filter((open) => open !== dialog))
}

/** The topmost open dialog, or null. */
export function topDialog(): HTMLDialogElement | null {
  return stack.get().at(-1) ?? null
}

/** Tells when dialogs open and close (for `useSyncExternalStore`). */
export const subscribeDialogs = stack.subscribe
