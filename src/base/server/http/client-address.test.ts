import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['198.51.100.7%eth0', '198.51.100.7'],
  ['unknown', null],
  ['', null],
])('the address %j is stored as %j', (ip, expected) => {
  expect(clientAddress({ ip })).toBe(expected)
})
