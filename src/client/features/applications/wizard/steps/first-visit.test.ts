import { expect, test } from 'vitest'
import { memoryItems } from '#client/shared/lib/storage.ts'
import { isFirstVisit, noteVisit } from './first-visit.ts'

const untouched = { id: 'one', version: 1 }

test('the first visit is one to an application that nobody has saved in and this browser has not shown', () => {
  const kept = memoryItems()
  expect(isFirstVisit(kept, untouched)).toBe(true)
  expect(isFirstVisit(kept, { ...untouched, version: 2 })).toBe(false)
  noteVisit(kept, untouched)
  expect(isFirstVisit(kept, untouched)).toBe(false)
  expect(isFirstVisit(kept, { id: 'another', version: 1 })).toBe(true)
})
