import { expect, test } from 'vitest'
import { isFiltered, readUsersView, writeUsersView, type UsersView } from './users-view.ts'

const everybody: UsersView = { search: '', role: null, status: null }

test.each([
  ['', everybody],
  ['role=client&status=invited', { ...everybody, role: 'client', status: 'invited' }],
  ['role=owner&status=asleep', everybody],
  ['search=van+Wyk', { ...everybody, search: 'van Wyk' }],
  [`search=${'x'.repeat(200)}`, { ...everybody, search: 'x'.repeat(100) }],
])('the address %j names a view', (address, view) => {
  expect(readUsersView(new URLSearchParams(address))).toEqual(view)
})

test('a view is written as it is read, next to what else there is', () => {
  const view: UsersView = { search: 'a & b', role: 'admin', status: 'deactivated' }
  const written = writeUsersView(new URLSearchParams('tab=users&role=client'), view)
  expect(written.get('tab')).toBe('users')
  expect(readUsersView(written)).toEqual(view)
  expect(isFiltered(view)).toBe(true)
  expect(writeUsersView(written, everybody).toString()).toBe('tab=users')
  expect(isFiltered(everybody)).toBe(false)
})
