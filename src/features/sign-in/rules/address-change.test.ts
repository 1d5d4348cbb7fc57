import { expect, test } from 'vitest'
import { maskAddress } from './address-change.ts'

test.each([
  ['naledi@people.example', 'n•••@people.example'],
  ['n@people.example', 'n•••@people.example'],
])('of %s shows %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})
