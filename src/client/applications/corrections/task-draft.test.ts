import { expect, test } from 'vitest'
import { typedOver } from './task-draft.ts'

const base = { city: 'Durban', amounts: { vehicles: '1', unitTrusts: '2' } }

test('what was typed stands over what is saved by now', () => {
  const typed = { city: 'Durb', amounts: { vehicles: '1', unitTrusts: '3' } }
  expect(typedOver(base, { base, typed })).toEqual(typed)
})

test('what another task saved meanwhile stays, since it was not typed here', () => {
  const typed = { ...base, amounts: { ...base.amounts, unitTrusts: '3' } }
  const current = { city: 'Paarl', amounts: { vehicles: '9', unitTrusts: '2' } }
  expect(typedOver(current, { base, typed })).toEqual({
    city: 'Paarl',
    amounts: { vehicles: '9', unitTrusts: '3' },
  })
})

test('a draft of another shape changes nothing else', () => {
  expect(typedOver(base, { base: {}, typed: { gone: 'x' } })).toEqual(base)
})
