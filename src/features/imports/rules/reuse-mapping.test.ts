import { expect, test } from 'vitest'
import type { Mapping } from './mapping.ts'
import { reuseMapping } from './reuse-mapping.ts'
import { parseRows } from './row-ranges.ts'

const mapping: Mapping = {
  columns: ['email', null, 'fullName'],
  dateOrder: 'mdy',
  statuses: [{ text: 'Live', status: 'onboarded' }],
  defaultStatus: 'onboarded',
  managers: [],
  defaultManagerId: null,
}

test('an earlier matching is used for the same headers in any order', () => {
  const reused = reuseMapping(mapping, ['Mail', 'Notes', 'Client'], ['Client', 'New', 'Mail', 'Mail'])
  expect(reused).toEqual({ ...mapping, columns: ['fullName', null, 'email', null] })
})

test('an earlier matching is not used where a column is missing or has no header', () => {
  expect(reuseMapping(mapping, ['Mail', 'Notes', 'Client'], ['Mail', 'Notes'])).toBeNull()
  expect(reuseMapping(mapping, ['Mail', 'Notes', ''], ['Mail', 'Notes', ''])).toBeNull()
  expect(reuseMapping(mapping, ['Mail', 'Notes', 'Mail'], ['Mail'])).toBeNull()
})

test('chosen rows are read', () => {
  expect(parseRows('2-40, 55,60 – 61')).toEqual([
    [2, 40],
    [55, 55],
    [60, 61],
  ])
  for (const text of ['', '40-2', '2,', 'two', '1-2-3']) expect(parseRows(text)).toBeNull()
})
