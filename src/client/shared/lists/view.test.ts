import { describe, expect, test } from 'vitest'
import { adminSorts } from '#domain/applications/review/list.ts'
import { applicationStatuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { roles, type Role } from '#domain/users/roles.ts'
import { userStatuses, type UserStatus } from '#domain/users/statuses.ts'
import { given, isNarrowed, oneOf, readView, searched, sortedBy, sortedFirst, writeView } from './view.ts'

const parts = { status: oneOf(applicationStatuses), ...sortedFirst(adminSorts), search: searched }

interface View {
  status: ApplicationStatus | ''
  sort: (typeof adminSorts)[number]
  direction: 'asc' | 'desc'
  search: string
}

const first: View = { status: '', sort: 'createdAt', direction: 'desc', search: '' }

describe('the view that an address names', () => {
  test.each([
    ['', first],
    ['status=submitted', { ...first, status: 'submitted' }],
    ['status=all', first],
    ['sort=fullName&direction=asc', { ...first, sort: 'fullName', direction: 'asc' }],
    ['sort=netWorth', first],
    ['direction=sideways', first],
    ['search=van+der+Merwe', { ...first, search: 'van der Merwe' }],
    // What somebody put there by hand.
    ['search=800101+5009+087', first],
    [`search=${'x'.repeat(200)}`, { ...first, search: 'x'.repeat(100) }],
  ])('%j', (address, view) => {
    expect(readView(new URLSearchParams(address), parts)).toEqual(view)
  })

  test('is written as it is read, next to what else there is', () => {
    const view: View = {
      status: 'approved',
      sort: 'status',
      direction: 'asc',
      search: 'ndlovu & sons',
    }
    const written = writeView(new URLSearchParams('application=1'), view, parts)
    expect(written.get('application')).toBe('1')
    expect(readView(written, parts)).toEqual(view)
  })

  test('leaves no trace where it is as at first', () => {
    const written = writeView(new URLSearchParams('status=draft&search=x'), first, parts)
    expect(written.toString()).toBe('')
  })
})

describe('the view of a list of users', () => {
  const ofUsers = { search: searched, role: oneOf(roles), status: oneOf(userStatuses) }
  const everybody: { search: string; role: Role | ''; status: UserStatus | '' } = {
    search: '',
    role: '',
    status: '',
  }

  test.each([
    ['', everybody],
    ['role=client&status=invited', { ...everybody, role: 'client', status: 'invited' }],
    ['role=owner&status=asleep', everybody],
    ['role=toString&status=', everybody],
    ['search=van+Wyk', { ...everybody, search: 'van Wyk' }],
  ])('%j', (address, view) => {
    expect(readView(new URLSearchParams(address), ofUsers)).toEqual(view)
  })

  test('leaves what is not its own where it is', () => {
    const written = writeView(new URLSearchParams('tab=users&role=client'), everybody, ofUsers)
    expect(written.toString()).toBe('tab=users')
  })
})

test('a view is narrowed where it is other than at first, and what is empty is not asked for', () => {
  const narrowed: View = { ...first, status: 'draft' }
  expect([isNarrowed(first, parts), isNarrowed(narrowed, parts)]).toEqual([false, true])
  expect(given(narrowed)).toEqual({ status: 'draft', sort: 'createdAt', direction: 'desc' })
})

describe('pressing a header', () => {
  test('of a new column sorts by it, ascending', () => {
    expect(sortedBy(first, 'fullName')).toMatchObject({ sort: 'fullName', direction: 'asc' })
  })
  test('of the same column turns the direction', () => {
    expect(sortedBy(first, 'createdAt')).toMatchObject({ sort: 'createdAt', direction: 'asc' })
    expect(sortedBy(sortedBy(first, 'createdAt'), 'createdAt')).toMatchObject({ direction: 'desc' })
  })
})
