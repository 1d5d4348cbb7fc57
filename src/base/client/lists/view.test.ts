import { describe, expect, test } from 'vitest'
import { adminSorts } from '#base/rules/api/list.ts'
import { applicationStatuses, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { roles, type Role } from '#features/access/rules/roles.ts'
import { userStatuses, type UserStatus } from '#features/access/rules/statuses.ts'
import { nonEmpty, isNarrowed, oneOf, readView, searched, sortedBy, sortedFirst, writeView } from './view.ts'

const parts = { status: oneOf(applicationStatuses), ...sortedFirst(adminSorts), search: searched }

interface View {
  status: ApplicationStatus | ''
  sort: (typeof adminSorts)[number]
  direction: 'asc' | 'desc'
  search: string
}

const first: View = { status: '', sort: 'createdAt', direction: 'desc', search: '' }

describe('view in an address', () => {
  test.each([
    ['', first],
    ['status=submitted', { ...first, status: 'submitted' }],
    ['status=all', first],
    ['sort=fullName&direction=asc', { ...first, sort: 'fullName', direction: 'asc' }],
    ['sort=netWorth', first],
    ['direction=sideways', first],
    ['search=van+der+Merwe', { ...first, search: 'van der Merwe' }],
    // Typed by hand.
    ['search=800101+5009+087', first],
    [`search=${'x'.repeat(200)}`, { ...first, search: 'x'.repeat(100) }],
  ])('%j', (address, view) => {
    expect(readView(new URLSearchParams(address), parts)).toEqual(view)
  })

  test('is written as it is read, beside other parameters', () => {
    const view: View = {
      status: 'approved',
      sort: 'status',
      direction: 'asc',
      search: 'ndlovu & sons',
    }
    const roundTripped = writeView(new URLSearchParams('application=1'), view, parts)
    expect(roundTripped.get('application')).toBe('1')
    expect(readView(roundTripped, parts)).toEqual(view)
  })

  test('is left out where it is the default', () => {
    const roundTripped = writeView(new URLSearchParams('status=draft&search=x'), first, parts)
    expect(roundTripped.toString()).toBe('')
  })
})

describe('view of a list of users', () => {
  const ofUsers = { search: searched, role: oneOf(roles), status: oneOf(userStatuses) }
  const allRoles: { search: string; role: Role | ''; status: UserStatus | '' } = {
    search: '',
    role: '',
    status: '',
  }

  test.each([
    ['', allRoles],
    ['role=client&status=invited', { ...allRoles, role: 'client', status: 'invited' }],
    ['role=owner&status=asleep', allRoles],
    ['role=toString&status=', allRoles],
    ['search=van+Wyk', { ...allRoles, search: 'van Wyk' }],
  ])('%j', (address, view) => {
    expect(readView(new URLSearchParams(address), ofUsers)).toEqual(view)
  })

  test('leaves foreign parameters unchanged', () => {
    const roundTripped = writeView(new URLSearchParams('tab=users&role=client'), allRoles, ofUsers)
    expect(roundTripped.toString()).toBe('tab=users')
  })
})

test('detects a filtered view, and leaves empty values out of the request', () => {
  const narrowed: View = { ...first, status: 'draft' }
  expect([isNarrowed(first, parts), isNarrowed(narrowed, parts)]).toEqual([false, true])
  expect(nonEmpty(narrowed)).toEqual({ status: 'draft', sort: 'createdAt', direction: 'desc' })
})

describe('pressing a header', () => {
  test('sorts by a new column, ascending', () => {
    expect(sortedBy(first, 'fullName')).toMatchObject({ sort: 'fullName', direction: 'asc' })
  })
  test('reverses the direction of the same column', () => {
    expect(sortedBy(first, 'createdAt')).toMatchObject({ sort: 'createdAt', direction: 'asc' })
    expect(sortedBy(sortedBy(first, 'createdAt'), 'createdAt')).toMatchObject({ direction: 'desc' })
  })
})
