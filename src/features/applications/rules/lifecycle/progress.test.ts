import { describe, expect, test } from 'vitest'
import { standardOffice } from '#test/support/office.ts'
import { answerDueBy, reachedStages, type Way } from './progress.ts'

const on = (day: number) => new Date(Date.UTC(2026, 10, day, 8))

/** Submitted on Monday 16 November 2026, reviewed from the day after. */
const reviewed: Way = {
  status: 'under_review',
  submittedAt: on(16),
  statusChangedAt: on(17),
  changes: [
    { action: 'submit', to: 'submitted', at: on(16) },
    { action: 'startReview', to: 'under_review', at: on(17) },
  ],
  answeredAt: null,
  waitsForClient: false,
  answerPromisedBy: null,
}
const approved: Way = {
  ...reviewed,
  status: 'approved',
  statusChangedAt: on(18),
  changes: [...reviewed.changes, { action: 'approve', to: 'approved', at: on(18) }],
}
const reopened: Way = {
  ...approved,
  status: 'under_review',
  statusChangedAt: on(20),
  changes: [...approved.changes, { action: 'reopen', to: 'under_review', at: on(20) }],
}

const stages = (way: Way) => reachedStages(way).map(({ status, at }) => `${status} ${at.getUTCDate()}`)

describe('the stages reached', () => {
  test('have their timestamps', () =>
    expect(stages(approved)).toEqual(['submitted 16', 'under_review 17', 'approved 18']))

  test('end with a final status off the path', () =>
    expect(stages({ ...approved, status: 'cancelled', statusChangedAt: on(19) })).toEqual([
      'submitted 16',
      'under_review 17',
      'approved 18',
      'cancelled 19',
    ]))

  test('leave out what was undone before clients were notified', () => {
    const undone = { action: 'undo', to: 'under_review', at: on(19) } as const
    const again = { action: 'approve', to: 'approved', at: on(20) } as const
    const changes = [...approved.changes, undone, again]
    expect(stages({ ...approved, statusChangedAt: on(20), changes })).toEqual([
      'submitted 16',
      'under_review 17',
      'approved 20',
    ])
  })

  test('leave out what was skipped', () =>
    expect(stages({ ...reviewed, status: 'onboarded', statusChangedAt: on(19), changes: [] })).toEqual([
      'submitted 16',
      'onboarded 19',
    ]))

  test('leave out what was reopened', () => {
    expect(stages(reopened)).toEqual(['submitted 16', 'under_review 20'])
    expect(stages({ ...reopened, status: 'rejected', statusChangedAt: on(23) })).toEqual([
      'submitted 16',
      'under_review 20',
      'rejected 23',
    ])
  })

  test('are none for a draft', () =>
    expect(stages({ ...reviewed, status: 'draft', submittedAt: null })).toEqual([]))
})

describe('the answer is due three business days after', () => {
  test('the submission, however soon its review began', () =>
    expect(answerDueBy(reviewed, standardOffice)).toBe('2026-11-19'))

  test('the corrections that came back', () =>
    expect(answerDueBy({ ...reviewed, answeredAt: on(24) }, standardOffice)).toBe('2026-11-27'))

  test('the reopening of a decision', () => expect(answerDueBy(reopened, standardOffice)).toBe('2026-11-25'))

  test('the stored promise, whatever the calendar is now', () => {
    const closed = { ...standardOffice, closedDays: ['2026-11-18', '2026-11-19'] }
    const promised = { ...reviewed, answerPromisedBy: '2026-11-19' }
    expect([answerDueBy(promised, closed), answerDueBy(reviewed, closed)]).toEqual([
      '2026-11-19',
      '2026-11-23',
    ])
  })

  test.each<[string, Way]>([
    ['while the client is waited for', { ...reviewed, waitsForClient: true }],
    ['once there is one', approved],
    ['for a draft', { ...reviewed, status: 'draft', submittedAt: null }],
  ])('and nothing is promised %s', (_, way) => expect(answerDueBy(way, standardOffice)).toBeNull())
})
