import { expect, test } from 'vitest'
import { isFirstVisit, noteVisit } from './first-visit.ts'

function browser() {
  const kept = new Map<string, string>()
  return () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
}

const untouched = { id: 'one', version: 1 }

test('the first visit is one to an application that nobody has saved in and this browser has not shown', () => {
  const kept = browser()
  expect(isFirstVisit(kept, untouched)).toBe(true)
  expect(isFirstVisit(kept, { ...untouched, version: 2 })).toBe(false)
  noteVisit(kept, untouched)
  expect(isFirstVisit(kept, untouched)).toBe(false)
  expect(isFirstVisit(kept, { id: 'another', version: 1 })).toBe(true)
})

/** Some browsers refuse to keep, others refuse already to say where. */
const closed = [
  () => {
    throw new Error('denied')
  },
  () => ({
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  }),
]

test.each(closed)('a browser that keeps nothing shows it until something is saved', (kept) => {
  noteVisit(kept, untouched)
  expect(isFirstVisit(kept, untouched)).toBe(true)
  expect(isFirstVisit(kept, { ...untouched, version: 2 })).toBe(false)
})
