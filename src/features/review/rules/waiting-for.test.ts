import { expect, test } from 'vitest'
import { standardOffice } from '#test/support/office.ts'
import { waitingFor, type WaitingFacts } from './waiting-for.ts'

const NOW = new Date('2026-11-26T10:00:00Z')

const submitted: WaitingFacts = {
  status: 'submitted',
  waitingOn: null,
  waitingSince: '2026-11-26T07:00:00Z',
  answerPromisedBy: null,
  lastActiveOn: '2026-11-20',
  statusChangedAt: '2026-11-24T07:00:00Z',
  invitedUntil: null,
  pack: null,
}

test.each<[string | null, Partial<WaitingFacts>]>([
  ['Us, today', {}],
  ['Us, 1 day', { waitingSince: '2026-11-25T07:00:00Z' }],
  ['Us, 8 days, late', { waitingSince: '2026-11-16T07:00:00Z' }],
  ['Us, replied today', { status: 'under_review', waitingOn: 'staff' }],
  ['Client, 6 days', { status: 'under_review', waitingOn: 'client', waitingSince: null }],
  ['Client, 6 days', { status: 'draft', waitingSince: null }],
  ['Client, 6 days', { status: 'draft', waitingSince: null, invitedUntil: '2026-11-27T07:00:00Z' }],
  [
    'Client, invitation expired',
    { status: 'draft', waitingSince: null, invitedUntil: '2026-11-25T07:00:00Z' },
  ],
  ['Us, ready to onboard', { status: 'approved', waitingSince: null }],
  ['Us, ready to onboard', { status: 'approved', waitingSince: null, pack: { state: 'complete' } }],
  ['Us, 2 days', { status: 'approved', waitingSince: null, pack: { state: 'with-us' } }],
  ['Client, 6 days', { status: 'approved', waitingSince: null, pack: { state: 'open' } }],
  [null, { status: 'onboarded', waitingSince: null }],
])('what an application waits for: %s', (text, facts) => {
  const waiting = waitingFor({ ...submitted, ...facts }, NOW, standardOffice)
  expect(waiting && `${waiting.party}, ${waiting.what}`).toBe(text)
  expect(waiting?.isLate ?? false).toBe(/late|expired/u.test(text ?? ''))
})
