import { expect, test } from 'vitest'
import { memoryItems } from '#base/client/lib/storage.ts'
import { stepsIn, storeSteps, withStoredSteps } from './visited-steps.ts'

test('visited steps are known after a reload, for their application only', () => {
  const storage = memoryItems()
  const visited = withStoredSteps(storage, 'mine', ['personal', 'assets'])
  storeSteps(storage, 'mine', visited)
  expect(stepsIn(withStoredSteps(storage, 'mine', ['address']))).toEqual(['personal', 'assets', 'address'])
  expect(stepsIn(withStoredSteps(storage, 'another', ['address']))).toEqual(['address'])
})

test('stored names that are no steps are ignored', () => {
  const storage = memoryItems()
  storeSteps(storage, 'mine', 'success nonsense  documents')
  expect(stepsIn(withStoredSteps(storage, 'mine', []))).toEqual(['documents'])
})
