import { expect, test } from 'vitest'
import { pruned } from './pruned.ts'

test('omits what is empty and keeps rows in their positions', () =>
  expect(
    pruned({
      holder: '',
      abroad: false,
      amount: 0,
      owner: { fullName: '', relation: 'Aunt' },
      citizenships: ['', 'Kenya'],
      rows: [{ name: '' }, { name: 'Nomsa Khumalo' }],
    }),
  ).toEqual({
    abroad: false,
    amount: 0,
    owner: { relation: 'Aunt' },
    citizenships: ['Kenya'],
    rows: [{}, { name: 'Nomsa Khumalo' }],
  }))
