import { expect, test } from 'vitest'
import type { OwnView } from '#domain/api/own-views.ts'
import { adminViewNames, searchOf } from '#domain/applications/review/views.ts'
import { addressToKeep, lookedAt, whereabouts } from './addresses.ts'

const view = (id: string, address: string): OwnView => ({
  id,
  address,
  name: id,
  shared: false,
  ownerName: null,
  count: null,
})

const views = {
  own: [view('drafts', 'status=draft'), view('by-name', 'status=approved&sort=fullName&direction=asc')],
  shared: [view('both', 'status=submitted%2Cunder_review&sort=waitingSince&direction=asc')],
}

test.each([
  ['', 'all', true],
  ['search=nkosi', 'all', true],
  ['sort=fullName', 'all', false],
  ['status=draft', { id: 'drafts' }, true],
  ['status=draft&search=nkosi', { id: 'drafts' }, true],
  ['status=draft&sort=fullName', { id: 'drafts' }, false],
  [searchOf('approved'), 'approved', true],
  ['status=approved', 'approved', false],
  ['direction=asc&sort=fullName&status=approved', { id: 'by-name' }, true],
  ['status=submitted,under_review&sort=waitingSince&direction=asc', { id: 'both' }, true],
  ['status=rejected', null, false],
])('%j is at the tab %j, kept: %j', (address, tab, isKept) => {
  expect(whereabouts('admin', lookedAt('admin', address), adminViewNames, views)).toEqual({ tab, isKept })
})

test.each([
  ['status=draft&search=nkosi&application=x', 'status=draft'],
  ['direction=desc&sort=createdAt', ''],
  ['quietDays=30&sort=fullName&status=draft', 'status=draft&quietDays=30&sort=fullName'],
])('%j is kept as %j', (address, kept) => {
  expect(addressToKeep('admin', lookedAt('admin', address))).toBe(kept)
})

test('what only admins narrow their list by is nothing at a manager’s desk', () => {
  expect(addressToKeep('wealth_manager', lookedAt('wealth_manager', 'wealthManager=none'))).toBe('')
})
