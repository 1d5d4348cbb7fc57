import { expect, test } from 'vitest'
import { memoryItems } from '#client/shared/lib/storage.ts'
import { isFirstVisit, noteVisit } from './first-visit.ts'

const untouched = { id: 'one', version: 1 }

test('the first visit is one to an application that has no saved answer and that this browser has not shown', () => {
  const storage = memoryItems()
  expect(isFirstVisit(storage, untouched)).toBe(true)
  expect(isFirstVisit(storage, { ...untouched, version: 2 })).toBe(false)
  noteVisit(storage, untouched)
  expect(isFirstVisit(storage, untouched)).toBe(false)
  expect(isFirstVisit(storage, { id: 'another', version: 1 })).toBe(true)
})
