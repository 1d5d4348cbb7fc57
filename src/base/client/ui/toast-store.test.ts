import { describe, expect, it } from 'vitest'
import { createToastStore, TOAST_REMOVE_DELAY } from './toast-store.ts'

function storeWithClock() {
  const waiting: { run: () => void; ms: number }[] = []
  const store = createToastStore((run, ms) => waiting.push({ run, ms }))
  return { store, waiting }
}

describe('toast store', () => {
  it('shows one at a time, replacing the previous one', () => {
    const { store } = storeWithClock()
    store.toast({ title: 'First' })
    store.toast({ title: 'Second', variant: 'destructive' })
    expect(store.getToasts().map((toast) => toast.title)).toEqual(['Second'])
  })

  it('closes a dismissed one at once and removes it after 1,000,000 ms', () => {
    const { store, waiting } = storeWithClock()
    const shown = store.toast({ title: 'Copied!' })
    shown.dismiss()
    expect(store.getToasts().map((toast) => toast.open)).toEqual([false])
    expect(waiting.map((timer) => timer.ms)).toEqual([TOAST_REMOVE_DELAY])
    expect(TOAST_REMOVE_DELAY).toBe(1_000_000)
    waiting[0]?.run()
    expect(store.getToasts()).toEqual([])
  })

  it('sets one timer however often a toast is dismissed', () => {
    const { store, waiting } = storeWithClock()
    const { id } = store.toast({ title: 'Saved' })
    store.dismiss(id)
    store.dismiss(id)
    store.dismiss(99)
    expect(waiting).toHaveLength(1)
  })

  it('notifies its listeners until they unsubscribe', () => {
    const { store } = storeWithClock()
    let notified = 0
    const unsubscribe = store.subscribe(() => {
      notified += 1
    })
    store.toast({ title: 'One' })
    unsubscribe()
    store.toast({ title: 'Two' })
    expect(notified).toBe(1)
  })
})
