import { describe, expect, test } from 'vitest'
import { standardOffice } from '#test/support/office.ts'
import { nextActAt, type NextFacts } from './next-act.ts'
import { clientStatuses } from './tracker.ts'

const facts: NextFacts = {
  person: 'Pieter van Wyk',
  answerBy: '2026-12-30',
  reviewAt: new Date('2027-11-15T08:00:00Z'),
  now: new Date('2026-12-24T10:00:00Z'),
  annualReview: standardOffice.annualReview,
  reviewedWithin: '2–3 business days',
}
const statuses = Object.keys(clientStatuses) as (keyof typeof clientStatuses)[]

describe('what happens next', () => {
  test('differs at every status', () => {
    const texts = statuses.map((status) => nextActAt(status, facts).text)
    expect(new Set(texts).size).toBe(statuses.length)
  })

  test.each(['submitted', 'under_review'] as const)('at %s names the day of the answer', (status) => {
    expect(nextActAt(status, facts)).toMatchObject({ showsContact: false })
    expect(nextActAt(status, facts).text).toContain('by Wednesday 30 December 2026')
    expect(nextActAt(status, { ...facts, answerBy: null }).text).toContain('within 2–3 business days')
  })

  test.each(['submitted', 'under_review'] as const)(
    'at %s is not promised for a day that is over',
    (status) => {
      const onTheDay = new Date('2026-12-30T21:59:00Z')
      const after = new Date('2026-12-30T22:00:00Z')
      expect(nextActAt(status, { ...facts, now: onTheDay }).showsContact).toBe(false)
      expect(nextActAt(status, { ...facts, now: after })).toMatchObject({
        title: 'We’re running late',
        showsContact: true,
      })
    },
  )

  test.each(['approved', 'rejected', 'cancelled'] as const)('at %s shows the contact person', (status) => {
    expect(nextActAt(status, facts)).toMatchObject({ showsContact: true })
    expect(nextActAt(status, facts).text).toContain('Pieter van Wyk')
  })

  test('of a client of the firm is the annual review, and never in the past', () => {
    expect(nextActAt('onboarded', facts).text).toContain('15 November 2027')
    const due = nextActAt('onboarded', { ...facts, now: new Date('2027-11-17T08:00:00Z') })
    expect(due).toMatchObject({ title: 'Your annual review is due', showsContact: true })
    expect(due.text).not.toContain('2027')
  })
})
