import { expect, test } from 'vitest'
import { adminViewNames, managerViewNames, searchOf } from '#domain/applications/review/views.ts'
import { readView } from '#client/shared/lists/view.ts'
import { adminList, managerList } from './lists.ts'
import { queueOf } from './queues.ts'

const adminView = (search: string) => readView(new URLSearchParams(search), adminList.view)

test.each(adminViewNames)('an admin who follows the address of %s looks at it', (name) => {
  expect(queueOf(adminView(searchOf(name)))).toBe(name)
  expect(queueOf(adminView(`${searchOf(name)}&search=nkosi`))).toBe(name)
  expect(queueOf(adminView(searchOf(name).replace(/sort=\w+/u, 'sort=fullName')))).toBe(name)
})

test.each(managerViewNames)('a manager who follows the address of %s looks at it', (name) => {
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
])('%j is %s', (search, queue) => {
  expect(queueOf(adminView(search))).toBe(queue)
})
