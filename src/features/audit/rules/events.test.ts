import { expect, test } from 'vitest'
import { auditGroupNames } from './event.ts'
import { actionsOfGroup, auditActions, auditEvents, type AuditDetails } from './events.ts'

test('each action is in exactly one group', () => {
  const grouped = auditGroupNames.flatMap(actionsOfGroup)
  expect(grouped.toSorted()).toEqual(auditActions.toSorted())
})

test('views are what was shown, not what was prefetched', () => {
  const views = actionsOfGroup('views')
  expect(views).toEqual(expect.arrayContaining(['application.read', 'document.read', 'pack.account-shown']))
  expect(views).not.toContain('application.fetched-ahead')
})

test('staff and system events are hidden from clients unless they say otherwise', () => {
  expect(auditEvents['user.manager-changed'].isShownToClient).toBe(true)
  for (const action of ['note.written', 'hit.decided', 'rating.made', 'application.fetched-ahead'] as const)
    expect(auditEvents[action].isShownToClient).toBe(false)
})

test('the details of an event are exact', () => {
  const details: AuditDetails['webhook.tested'] = { host: 'example.com', status: null }
  // @ts-expect-error The host is a text.
  const wrong: AuditDetails['webhook.tested'] = { host: 1, status: null }
  // @ts-expect-error This event has no details.
  const more: AuditDetails['passkey.added'] = { host: 'example.com' }
  expect([details, wrong, more]).toHaveLength(3)
})
