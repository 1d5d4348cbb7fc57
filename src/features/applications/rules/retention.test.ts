import { describe, expect, test } from 'vitest'
import { dayOf } from '#base/rules/time/dates.ts'
import {
  erasedBefore,
  isRetentionOver,
  retentionEndsOn,
  relationshipEndedAt,
  type RelationshipFacts,
} from './retention.ts'

const began = new Date('2026-01-10T08:00:00Z')
const changed = new Date('2026-03-01T08:00:00Z')
const later = new Date('2026-06-01T08:00:00Z')

const facts = (change: Partial<RelationshipFacts>): RelationshipFacts => ({
  status: 'onboarded',
  statusChangedAt: changed,
  updatedAt: began,
  reviewedAt: null,
  deactivatedAt: null,
  lastActedAt: null,
  ...change,
})

describe('the relationship ends', () => {
  test.each<[string, Partial<RelationshipFacts>, Date | null]>([
    ['never while a client is being advised', { status: 'onboarded' }, null],
    ['never while an application waits', { status: 'submitted' }, null],
    ['never while it is looked at', { status: 'under_review', reviewedAt: later }, null],
    ['never while it waits to be onboarded', { status: 'approved', lastActedAt: later }, null],
    ['with a rejection', { status: 'rejected' }, changed],
    [
      'with a cancellation, whatever the client looked at since',
      { status: 'cancelled', lastActedAt: later },
      changed,
    ],
    ['with the account of a client', { status: 'onboarded', deactivatedAt: later }, later],
    ['with what came last of several', { status: 'rejected', deactivatedAt: later }, later],
    ['not before a review that came after', { deactivatedAt: changed, reviewedAt: later }, later],
    ['for a draft with its last change', { status: 'draft' }, began],
    ['for a draft with what its client last did', { status: 'draft', lastActedAt: later }, later],
  ])('%s', (_, change, ended) => expect(relationshipEndedAt(facts(change))).toEqual(ended))
})

test.each([
  ['2026-11-20T10:00:00Z', '2031-11-20'],
  ['2026-11-20T22:30:00Z', '2031-11-21'],
])('what ended at %s is retained until %s', (ended, day) =>
  expect(retentionEndsOn(new Date(ended))).toBe(day),
)

test.each([
  ['2026-11-20T10:00:00Z', '2031-11-19T10:00:00Z', false],
  ['2026-11-20T10:00:00Z', '2031-11-20T21:59:59Z', false],
  ['2026-11-20T10:00:00Z', '2031-11-20T22:00:00Z', true],
  ['2028-02-29T10:00:00Z', '2033-02-28T10:00:00Z', false],
  ['2028-02-29T10:00:00Z', '2033-02-28T22:00:00Z', true],
])('retention of what ended at %s is over at %s: %s', (ended, now, over) =>
  expect([
    isRetentionOver(new Date(ended), new Date(now)),
    dayOf(new Date(ended)) < erasedBefore(new Date(now)),
  ]).toEqual([over, over]),
)
