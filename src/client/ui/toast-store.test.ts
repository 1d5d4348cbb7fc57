import { describe, expect, it } from 'vitest'
import { createToastStore, TOAST_REMOVE_DELAY } from './toast-store.ts'

function storeWithClock() {
  const waiting: { run: () => void; ms: number }[] = []
  const store = createToastStore((run, ms) => waiting.push({ run, ms }))
  return { store, waiting }
}

describe('the notifications', () => {
  it('shows one at a time: a new one takes the place of the old', () => {
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

  it('sets one timer however often a notification is dismissed', () => {
    const { store, waiting } = storeWithClock()
    const { id } = store.toast({ title: 'Saved' })
    store.dismiss(id)
    store.dismiss(id)
    store.dismiss(99)
    expect(waiting).toHaveLength(1)
  })

  it('tells its listeners until they leave', () => {
    const { store } = storeWithClock()
    let heard = 0
    const leave = store.subscribe(() => {
      heard += 1
    })
    store.toast({ title: 'One' })
    leave()
    store.toast({ title: 'Two' })
    expect(heard).toBe(1)
  })
})
