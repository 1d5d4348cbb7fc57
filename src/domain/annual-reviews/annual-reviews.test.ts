import { describe, expect, test } from 'vitest'
import {
  monthsSince,
  nextReviewAt,
  nextReviewText,
  reviewBase,
  reviewDueText,
  REVIEW_MONTH_MS,
  reviewStatusOf,
} from './annual-reviews.ts'

const onboarded = new Date('2025-11-20T08:00:00Z')
const later = (months: number, ms = 0) => new Date(onboarded.getTime() + months * REVIEW_MONTH_MS + ms)

test.each([
  [0, 0, 'not_due'],
  [9, 0, 'not_due'],
  [10, -1, 'not_due'],
  [10, 0, 'upcoming'],
  [11, 0, 'upcoming'],
  [12, -1, 'upcoming'],
  [12, 0, 'due'],
  [30, 0, 'due'],
] as const)('%i months and %i ms after it, a review is %s', (months, ms, status) => {
  expect(reviewStatusOf(onboarded, later(months, ms))).toBe(status)
})

test('a month is 30 days, and only whole ones count', () => {
  expect(monthsSince(onboarded, new Date('2025-12-20T07:59:59.999Z'))).toBe(0)
  expect(monthsSince(onboarded, new Date('2025-12-20T08:00:00Z'))).toBe(1)
  expect(monthsSince(onboarded, new Date('2025-01-01T00:00:00Z'))).toBe(0)
})

describe('is counted from', () => {
  const createdAt = new Date('2025-10-01T08:00:00Z')

  test('the onboarding', () => {
    expect(reviewBase({ onboardedAt: onboarded, createdAt, reviewedAt: null })).toEqual(onboarded)
  })

  test('the creation of the application where the onboarding time is unknown', () => {
    expect(reviewBase({ onboardedAt: null, createdAt, reviewedAt: null })).toEqual(createdAt)
  })

  test('the latest completed review, unless the onboarding is later still', () => {
    expect(reviewBase({ onboardedAt: onboarded, createdAt, reviewedAt: later(12) })).toEqual(later(12))
    expect(reviewBase({ onboardedAt: onboarded, createdAt, reviewedAt: later(-1) })).toEqual(onboarded)
  })
})

test('the next one is due twelve of these months later', () => {
  expect(nextReviewAt(onboarded)).toEqual(new Date('2026-11-15T08:00:00Z'))
  expect(reviewStatusOf(onboarded, nextReviewAt(onboarded))).toBe('due')
})

describe('the next review is never dated in the past', () => {
  const due = '2026-11-15T08:00:00Z'
  test.each([
    ['a year before', '2025-11-20T08:00:00Z', '15 November 2026', 'on 15 November 2026'],
    ['the day before', '2026-11-14T21:59:59Z', '15 November 2026', 'on 15 November 2026'],
    ['earlier on the day', '2026-11-14T22:00:00Z', '15 November 2026', 'on 15 November 2026'],
    ['later on the day', '2026-11-15T21:59:59Z', '15 November 2026', 'on 15 November 2026'],
    [
      'once it is midnight here',
      '2026-11-15T22:00:00Z',
      'Due now: we’ll contact you to arrange it',
      'now (since 15 November 2026)',
    ],
    [
      'three years on',
      '2029-11-15T08:00:00Z',
      'Due now: we’ll contact you to arrange it',
      'now (since 15 November 2026)',
    ],
  ])('%s', (_, now, forClient, afterIsDue) => {
    expect(nextReviewText(new Date(due), new Date(now))).toBe(forClient)
    expect(reviewDueText(new Date(due), new Date(now))).toBe(afterIsDue)
  })
})
