import { expect, test } from 'vitest'
import { maskAddress } from './address-change.ts'

test.each([
  ['naledi@people.example', 'n•••@people.example'],
  ['n@people.example', 'n•••@people.example'],
])('of %s is told %s', (address, told) => {
  expect(maskAddress(address)).toBe(told)
})
