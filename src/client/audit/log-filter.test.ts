import { expect, test } from 'vitest'
import { noFilter, queryOf, readFilter, writeFilter, type LogFilter } from './log-filter.ts'

const everything: LogFilter = {
  user: 'admin@firm.example',
  action: 'session.signed-in',
  outcome: 'failure',
  from: '2026-11-01',
  to: '2026-11-30',
}

test('an address keeps a filter, and what else it holds', () => {
  const address = writeFilter(new URLSearchParams({ tab: 'audit-logs' }), everything)
  expect(readFilter(address)).toEqual(everything)
  expect(address.get('tab')).toBe('audit-logs')
  expect(writeFilter(address, noFilter).toString()).toBe('tab=audit-logs')
})

test('what an address names wrongly is left out', () => {
  const wrong = { action: 'toString', outcome: 'maybe', from: '2026-13-45', to: 'today' }
  expect(readFilter(new URLSearchParams(wrong))).toEqual(noFilter)
})

test('days are whole days in South Africa', () => {
  expect(queryOf(everything)).toEqual({
    user: 'admin@firm.example',
    action: 'session.signed-in',
    outcome: 'failure',
    from: '2026-10-31T22:00:00.000Z',
    to: '2026-11-30T22:00:00.000Z',
  })
  expect(queryOf(noFilter)).toEqual({})
})
