import { describe, expect, test } from 'vitest'
import { standardOffice } from '#test/support/office.ts'
import {
  monthsSince,
  nextReviewAt,
  nextReviewText,
  reviewBase,
  reviewCutoffs,
  reviewDueText,
  reviewRhythmText,
  REVIEW_MONTH_MS,
  reviewStatusOf,
  spreadStarts,
} from './annual-reviews.ts'

const standard = standardOffice.annualReview
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
  expect(reviewStatusOf(onboarded, later(months, ms), standard)).toBe(status)
})

test.each([
  [{ due: 3, upcoming: 2 }, 2, -1, 'not_due'],
  [{ due: 3, upcoming: 2 }, 2, 0, 'upcoming'],
  [{ due: 3, upcoming: 2 }, 3, 0, 'due'],
  [{ due: 36, upcoming: 30 }, 29, 0, 'not_due'],
  [{ due: 36, upcoming: 30 }, 36, -1, 'upcoming'],
] as const)('with %j, %i months and %i ms after it, a review is %s', (months, after, ms, status) => {
  const now = later(after, ms)
  expect(reviewStatusOf(onboarded, now, months)).toBe(status)
  // Queries agree.
  const cutoffs = reviewCutoffs(now, months)
  expect([onboarded <= cutoffs.upcoming, onboarded <= cutoffs.due]).toEqual([
    status !== 'not_due',
    status === 'due',
  ])
})

test.each([
  [12, 'Once a year'],
  [24, 'Every 2 years'],
  [36, 'Every 3 years'],
  [6, 'Every 6 months'],
  [18, 'Every 18 months'],
])('reviews after %i months are held %j', (due, text) => expect(reviewRhythmText({ due })).toBe(text))

test('a month is 30 days, and only whole ones count', () => {
  expect(monthsSince(onboarded, new Date('2025-12-20T07:59:59.999Z'))).toBe(0)
  expect(monthsSince(onboarded, new Date('2025-12-20T08:00:00Z'))).toBe(1)
  expect(monthsSince(onboarded, new Date('2025-01-01T00:00:00Z'))).toBe(0)
})

describe('is counted from', () => {
  const createdAt = new Date('2025-10-01T08:00:00Z')

  test('the onboarding', () => {
    expect(
      reviewBase({ onboardedAt: onboarded, createdAt, reviewedAt: null, reviewCountedFrom: null }),
    ).toEqual(onboarded)
  })

  test('the creation of the application where the onboarding time is unknown', () => {
    expect(reviewBase({ onboardedAt: null, createdAt, reviewedAt: null, reviewCountedFrom: null })).toEqual(
      createdAt,
    )
  })

  test('the latest completed review, unless the onboarding is later still', () => {
    expect(
      reviewBase({ onboardedAt: onboarded, createdAt, reviewedAt: later(12), reviewCountedFrom: null }),
    ).toEqual(later(12))
    expect(
      reviewBase({ onboardedAt: onboarded, createdAt, reviewedAt: later(-1), reviewCountedFrom: null }),
    ).toEqual(onboarded)
  })
})

describe('reviews of an import that are spread', () => {
  const createdAt = new Date('2025-10-01T08:00:00Z')
  const now = later(40)

  test('fall due evenly, the last at the end, and none is invented', () => {
    const starts = spreadStarts({ reviews: 4, over: 6 }, now, standard)
    const dates = { onboardedAt: onboarded, createdAt, reviewedAt: null }
    const due = starts.map((reviewCountedFrom) =>
      nextReviewAt(reviewBase({ ...dates, reviewCountedFrom }), standard),
    )
    expect(due).toEqual([41.5, 43, 44.5, 46].map((months) => later(months)))
  })

  test('count from a completed review as always', () => {
    const [reviewCountedFrom = null] = spreadStarts({ reviews: 1, over: 12 }, now, standard)
    expect(reviewCountedFrom).toEqual(now)
    const reviewedAt = later(41)
    expect(reviewBase({ onboardedAt: onboarded, createdAt, reviewedAt, reviewCountedFrom })).toEqual(
      reviewedAt,
    )
  })
})

test('the next one is due twelve of these months later', () => {
  expect(nextReviewAt(onboarded, standard)).toEqual(new Date('2026-11-15T08:00:00Z'))
  expect(reviewStatusOf(onboarded, nextReviewAt(onboarded, standard), standard)).toBe('due')
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
