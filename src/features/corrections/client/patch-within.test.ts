import { expect, test } from 'vitest'
import { patchWithin } from './patch-within.ts'

const saved = {
  childrenDetails: [
    { fullName: 'Lindiwe', idNumber: '1' },
    { fullName: 'Sipho', idNumber: '2' },
  ],
}

test('takes only the task’s answers from a step', () => {
  const patch = { city: 'Paarl', postalCode: '7646', assets: { stocks: 1, vehicles: 2 } }
  expect(patchWithin(patch, ['city', 'assets.vehicles'], saved)).toEqual({
    city: 'Paarl',
    assets: { vehicles: 2 },
  })
})

test('takes the requested answers of one child; those of others stay as stored', () => {
  const typed = [
    { fullName: 'Old', idNumber: 'old' },
    { fullName: 'Typed', idNumber: '22' },
  ]
  expect(patchWithin({ childrenDetails: typed }, ['childrenDetails.1.idNumber'], saved)).toEqual({
    childrenDetails: [
      { fullName: 'Lindiwe', idNumber: '1' },
      { fullName: 'Sipho', idNumber: '22' },
    ],
  })
})

test('all children where all are asked for, and none where none is', () => {
  const childrenDetails = [{ fullName: 'Only', idNumber: '3' }]
  expect(patchWithin({ childrenDetails }, ['hasChildren', 'childrenDetails'], saved)).toEqual({
    childrenDetails,
  })
  expect(patchWithin({ childrenDetails }, ['city'], saved)).toEqual({})
})
