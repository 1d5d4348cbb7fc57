import { createStore } from './store.ts'

/*
 * The open native dialogs. A modal dialog makes the rest of the page inert, so toasts and tooltips are rendered inside
 * the topmost one.
 */
const stack = createStore<readonly HTMLDialogElement[]>([])

/**
 * Puts a dialog on top.
 *
 * @returns a function that removes it
 */
export function pushDialog(dialog: HTMLDialogElement): () => void {
  stack.set([...stack.get(), dialog])
  return () => stack.set(stack.get().filter((open) => open !== dialog))
}

/** The topmost open dialog, or null. */
export function topDialog(): HTMLDialogElement | null {
  return stack.get().at(-1) ?? null
}

/** Notifies when dialogs open and close (for `useSyncExternalStore`). */
export const subscribeDialogs = stack.subscribe
