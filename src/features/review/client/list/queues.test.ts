import { expect, test } from 'vitest'
import { adminViewNames, managerViewNames, searchOf } from '#features/review/rules/views.ts'
import { readView } from '#base/client/lists/view.ts'
import { adminList, managerList } from './lists.ts'
import { queueOf } from './queues.ts'

const adminView = (search: string) => readView(new URLSearchParams(search), adminList.view)

test.each(adminViewNames)('shows an admin the queue of the address of %s', (name) => {
  expect(queueOf(adminView(searchOf(name)))).toBe(name)
  expect(queueOf(adminView(`${searchOf(name)}&search=nkosi`))).toBe(name)
  expect(queueOf(adminView(searchOf(name).replace(/sort=\w+/u, 'sort=fullName')))).toBe(name)
})

test.each(managerViewNames)('shows a manager the queue of the address of %s', (name) => {
  expect(queueOf(readView(new URLSearchParams(searchOf(name)), managerList.view))).toBe(name)
})

test.each([
  ['', 'all'],
  ['sort=fullName&search=nkosi', 'all'],
  ['status=nonsense', 'all'],
  ['status=draft', null],
  ['status=submitted,under_review', null],
  ['status=approved', 'approved'],
  ['status=approved&invitation=expired', null],
])('finds the queue of %j: %s', (search, queue) => {
  expect(queueOf(adminView(search))).toBe(queue)
})
