import { expect, test } from 'vitest'
import { homeFor, isStaff, roles } from './roles.ts'

test.each([
  ['system_administrator', '/system-admin', true],
  ['admin', '/admin', true],
  ['wealth_manager', '/wealth-manager', true],
  ['client', '/', false],
] as const)('%s lands on %s', (role, home, staff) => {
  expect(homeFor(role)).toBe(home)
  expect(isStaff(role)).toBe(staff)
})

test('there are four roles', () => expect(roles).toHaveLength(4))
