import { expect, test } from 'vitest'
import { actionsOfGroup, auditGroupNames } from './action-groups.ts'
import { auditActions } from './action-labels.ts'

test('each action is in exactly one group', () => {
  const grouped = auditGroupNames.flatMap(actionsOfGroup)
  expect(grouped.toSorted()).toEqual(auditActions.toSorted())
})

test('views are what was shown, not what was prefetched', () => {
  const views = actionsOfGroup('views')
  expect(views).toEqual(expect.arrayContaining(['application.read', 'document.read', 'pack.account-shown']))
  expect(views).not.toContain('application.fetched-ahead')
})
