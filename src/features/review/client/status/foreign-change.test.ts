import { expect, test } from 'vitest'
import { foreignChange } from './foreign-change.ts'

const nomsa = { id: 'nomsa', name: 'Nomsa Radebe' }

test.each([
  ['no change', { status: 'submitted', statusChangedBy: nomsa }, null],
  ['by another user', { status: 'approved', statusChangedBy: nomsa }, { to: 'approved', by: 'Nomsa Radebe' }],
  ['by the reader', { status: 'approved', statusChangedBy: { id: 'me', name: 'I' } }, null],
  ['of the server, or not confirmed yet', { status: 'approved', statusChangedBy: null }, null],
] as const)('a change is marked only where another user made it: %s', (_, now, change) => {
  expect(foreignChange('submitted', now, 'me')).toEqual(change)
})
