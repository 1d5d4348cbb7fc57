import { expect, test } from 'vitest'
import { readView, writeView } from '#base/client/lists/view.ts'
import { logAddress, logFilter, noFilter, queryOf, type LogFilter } from './log-filter.ts'

const everything: LogFilter = {
  user: 'admin@firm.example',
  about: 'PPW-7Q3K-29',
  group: 'views',
  action: 'session.signed-in',
  outcome: 'failure',
  from: '2026-11-01',
  to: '2026-11-30',
}

test('writes a filter into an address beside other parameters', () => {
  const address = writeView(new URLSearchParams({ tab: 'audit-logs' }), everything, logFilter)
  expect(readView(address, logFilter)).toEqual(everything)
  expect(address.get('tab')).toBe('audit-logs')
  expect(writeView(address, noFilter, logFilter).toString()).toBe('tab=audit-logs')
})

test('ignores invalid values in an address', () => {
  const wrong = { group: 'toString', action: 'toString', outcome: 'maybe', from: '2026-13-45', to: 'today' }
  expect(readView(new URLSearchParams(wrong), logFilter)).toEqual(noFilter)
})

test('uses whole days in South Africa', () => {
  expect(queryOf(everything)).toEqual({
    user: 'admin@firm.example',
    about: 'PPW-7Q3K-29',
    group: 'views',
    action: 'session.signed-in',
    outcome: 'failure',
    from: '2026-10-31T22:00:00.000Z',
    to: '2026-11-30T22:00:00.000Z',
  })
  expect(queryOf(noFilter)).toEqual({})
})

test('the address of a client’s views keeps the page’s own parameters', () => {
  expect(logAddress('/system-admin?tab=audit-logs', 'c1', 'views')).toBe(
    '/system-admin?tab=audit-logs&about=c1&group=views',
  )
  expect(logAddress('/admin/security', 'c1')).toBe('/admin/security?about=c1')
})
