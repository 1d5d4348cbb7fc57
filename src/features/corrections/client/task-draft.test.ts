import { expect, test } from 'vitest'
import { typedOver } from './task-draft.ts'

const base = { city: 'Durban', amounts: { vehicles: '1', unitTrusts: '2' } }

test('input replaces stored answers', () => {
  const typed = { city: 'Durb', amounts: { vehicles: '1', unitTrusts: '3' } }
  expect(typedOver(base, { base, typed })).toEqual(typed)
})

test('answers saved by another task meanwhile stay', () => {
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

test('two tasks about two children do not overwrite each other', () => {
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

test('an added child is kept', () => {
  const one = { children: [{ id: '1' }] }
  const typed = { children: [{ id: '1' }, { id: '2' }] }
  expect(typedOver(one, { base: one, typed })).toEqual(typed)
})
