import { expect, test } from 'vitest'
import { invitationState, invitationText } from './invitations.ts'

const until = new Date('2026-11-20T08:00:00Z')
const later = (ms: number) => new Date(until.getTime() + ms)
const HOUR_MS = 3_600_000

test.each([
  ['works to its last millisecond', -1, 'open', 'Invited'],
  ['has run out from then on', 0, 'expired', 'Invitation expired today'],
  [
    'ran out today for as long as it is no whole day',
    24 * HOUR_MS - 1,
    'expired',
    'Invitation expired today',
  ],
  ['ran out a day ago', 24 * HOUR_MS, 'expired', 'Invitation expired 1 day ago'],
  ['ran out days ago', 78 * HOUR_MS, 'expired', 'Invitation expired 3 days ago'],
])('an invitation %s', (_, ms, state, text) => {
  expect([invitationState(until, later(ms)), invitationText(until, later(ms))]).toEqual([state, text])
})
