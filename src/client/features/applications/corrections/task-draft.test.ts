import { expect, test } from 'vitest'
import { typedOver } from './task-draft.ts'

const base = { city: 'Durban', amounts: { vehicles: '1', unitTrusts: '2' } }

test('input replaces what is saved by now', () => {
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

test('of two children in two tasks, neither overwrites what was saved of the other', () => {
  const children = [
    { fullName: 'Lindiwe', idNumber: '1' },
    { fullName: 'Sipho', idNumber: '2' },
  ]
  const typed = { children: [children[0], { fullName: 'Sipho', idNumber: '22' }] }
  const current = { children: [{ fullName: 'Lindiwe', idNumber: '11' }, children[1]] }
  expect(typedOver(current, { base: { children }, typed })).toEqual({
    children: [
      { fullName: 'Lindiwe', idNumber: '11' },
      { fullName: 'Sipho', idNumber: '22' },
    ],
  })
})

test('a child who was added is there', () => {
  const one = { children: [{ id: '1' }] }
  const typed = { children: [{ id: '1' }, { id: '2' }] }
  expect(typedOver(one, { base: one, typed })).toEqual(typed)
})
