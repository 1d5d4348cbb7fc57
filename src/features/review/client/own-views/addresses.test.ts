import { expect, test } from 'vitest'
import type { OwnView } from '#features/review/api/own-views.ts'
import { adminViewNames, searchOf } from '#features/review/rules/views.ts'
import { addressToSave, viewOfAddress, findCurrentTab } from './addresses.ts'

const view = (id: string, address: string): OwnView => ({
  id,
  address,
  name: id,
  count: null,
})

const views = [
  view('drafts', 'status=draft'),
  view('by-name', 'status=approved&sort=fullName&direction=asc'),
  view('both', 'status=submitted%2Cunder_review&sort=waitingSince&direction=asc'),
]

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
])('finds the tab of %j: %j, saved: %j', (address, tab, isSaved) => {
  expect(findCurrentTab('admin', viewOfAddress('admin', address), adminViewNames, views)).toEqual({
    tab,
    isSaved,
  })
})

test.each([
  ['status=draft&search=nkosi&application=x', 'status=draft'],
  ['direction=desc&sort=createdAt', ''],
  ['quietDays=30&sort=fullName&status=draft', 'status=draft&quietDays=30&sort=fullName'],
])('saves %j as %j', (address, saved) => {
  expect(addressToSave('admin', viewOfAddress('admin', address))).toBe(saved)
})

test('ignores admin filters in the manager’s workspace', () => {
  expect(addressToSave('wealth_manager', viewOfAddress('wealth_manager', 'wealthManager=none'))).toBe('')
})
