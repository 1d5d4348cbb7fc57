import { expect, test, vi } from 'vitest'
import { createCodeStore } from './code-store.ts'

test('a screen that waits hears of code that somebody else fetched', async () => {
  const store = createCodeStore({ assets: async () => 'the step' })
  const heard = vi.fn<() => void>()
  const stop = store.subscribe(heard)
  expect(store.get('assets')).toBeNull()
  await store.load('assets')
  expect(heard).toHaveBeenCalledTimes(1)
  expect(store.get('assets')).toBe('the step')
  await store.load('assets')
  expect(heard).toHaveBeenCalledTimes(1)
  stop()
})

test('what two wait for is one and the same: another would be another screen, without what was typed', async () => {
  const store = createCodeStore({ assets: async () => ({}) })
  await Promise.all([store.load('assets'), store.load('assets')])
  const first = store.get('assets')
  await store.load('assets')
  expect(store.get('assets')).toBe(first)
})

test('what did not come is fetched again', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'the step')
  load.mockRejectedValueOnce(new Error('offline'))
  const store = createCodeStore({ assets: load })
  await expect(store.load('assets')).rejects.toThrow('offline')
  expect(store.get('assets')).toBeNull()
  await store.load('assets')
  expect(store.get('assets')).toBe('the step')
})
