import { expect, test } from 'vitest'
import { memoryItems } from '#base/client/lib/storage.ts'
import { forgetLeftBehind, leaveBehind, leftBehind } from './interrupted-uploads.ts'

test('remembers files of an application until they were reported', () => {
  const storage = memoryItems()
  leaveBehind(storage, 'one', ['march.pdf'])
  leaveBehind(storage, 'one', ['april.pdf', 'march.pdf'])
  leaveBehind(storage, 'other', [])
  expect(leftBehind(storage, 'one')).toEqual(['march.pdf', 'april.pdf'])
  expect(leftBehind(storage, 'other')).toEqual([])
  forgetLeftBehind(storage, 'one')
  expect(leftBehind(storage, 'one')).toEqual([])
})

test('ignores anything but a list of names', () => {
  const storage = memoryItems()
  storage.setItem('wizard-draft/one/not-uploaded', '{"a":1}')
  expect(leftBehind(storage, 'one')).toEqual([])
  storage.setItem('wizard-draft/one/not-uploaded', 'oh')
  expect(leftBehind(storage, 'one')).toEqual([])
})
