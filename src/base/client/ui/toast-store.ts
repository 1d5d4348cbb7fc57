import type { ReactNode } from 'react'
import { createListeners } from './listeners.ts'

/** At most one toast at a time (specification section 9). */
const TOAST_LIMIT = 1
/** How long a toast is shown by default, in ms. */
export const TOAST_DURATION = 5_000
/** The same for a toast that offers undo, unless the server limits it. */
export const UNDO_DURATION = 10_000
/** How long a dismissed toast stays in the list before it is removed, in ms. */
export const TOAST_REMOVE_DELAY = 1_000_000

export type ToastVariant = 'default' | 'destructive'

export type ToastAction = { label: string; onPress: () => void }

export type ToastContent = {
  title: ReactNode
  description?: ReactNode
  variant?: ToastVariant
  /** In ms. */
  duration?: number
  action?: ToastAction
}

export type ToastRecord = ToastContent & { id: number; open: boolean }

/** The list with a new toast first, cut to the limit. */
function withToast(toasts: readonly ToastRecord[], added: ToastRecord): readonly ToastRecord[] {
  return [added, ...toasts].slice(0, TOAST_LIMIT)
}

/** The list with one toast closed (it may still be fading out). */
function withClosed(toasts: readonly ToastRecord[], id: number): readonly ToastRecord[] {
  return toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast))
}

/** The list without one toast. */
function withoutToast(toasts: readonly ToastRecord[], id: number): readonly ToastRecord[] {
  return toasts.filter((toast) => toast.id !== id)
}

/** Stores the toasts; `later` is the clock (setTimeout). */
export function createToastStore(later: (run: () => void, ms: number) => void) {
  let toasts: readonly ToastRecord[] = []
  let lastId = 0
  const changes = createListeners<void>()
  const change = (next: readonly ToastRecord[]) => {
    toasts = next
    changes.notify()
  }
  const dismiss = (id: number) => {
    if (!toasts.some((toast) => toast.id === id && toast.open)) return
    change(withClosed(toasts, id))
    later(() => change(withoutToast(toasts, id)), TOAST_REMOVE_DELAY)
  }
  return {
    /**
     * Replaces the shown toast.
     *
     * @returns its id and a function that dismisses it
     */
    toast: (content: ToastContent): { id: number; dismiss: () => void } => {
      lastId += 1
      const id = lastId
      change(withToast(toasts, { ...content, id, open: true }))
      return { id, dismiss: () => dismiss(id) }
    },
    dismiss,
    getToasts: () => toasts,
    subscribe: changes.subscribe,
  }
}

/** The toasts of this page; `toaster.tsx` shows them. */
export const toastStore = createToastStore((run, ms) => {
  setTimeout(run, ms)
})

/** Shows a toast: `toast({ title: 'Changes Saved' })`. */
export const toast = toastStore.toast
