import { expect, test } from 'vitest'
import { applicationOf } from '#test/support/draft-application.ts'
import { keepNewest } from './use-application.ts'

const first = { ...applicationOf({}), version: 1 }
const second = { ...first, version: 2, city: 'Durban' }

test('an answer that a later save overtook changes nothing', () => {
  expect(keepNewest(second, first)).toBe(second)
})

test('a newer answer replaces the older one, the same one keeps it', () => {
  expect(keepNewest(first, second)).toEqual(second)
  expect(keepNewest(second, { ...second })).toBe(second)
  expect(keepNewest(undefined, first)).toBe(first)
})

test("another user's application is never taken for an older version", () => {
  const other = { ...first, id: 'another', version: 1 }
  expect(keepNewest(second, other)).toEqual(other)
})
