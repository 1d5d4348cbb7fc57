import { expect, test } from 'vitest'
import { answerPromisedBy } from '#features/applications/rules/lifecycle/promised-answer.ts'
import { waitSince } from '#features/applications/rules/waiting.ts'
import { businessDayAfter, businessDaysBetween } from '#base/rules/south-africa/business-days.ts'
import { standardOffice } from '#test/support/office.ts'
import { readInput } from '#base/rules/input/read-input.ts'
import { sectionSchema } from './field-schemas.ts'
import { officeDefaults } from './office-sections.ts'
import { officeOf, officeProblems, parseClosedDays, reviewPromiseText, supportHoursText } from './office.ts'

const { hours, reviews } = officeDefaults

test('the defaults are those of the specification', () => {
  expect(standardOffice.hours).toBe('Monday to Friday, 08:00–17:00 SAST')
  expect(reviewPromiseText(standardOffice)).toBe('2–3 business days')
  expect(standardOffice.annualReview).toEqual({ upcoming: 10, due: 12 })
})

test.each([
  [{ saturday: '09:00-12:00' }, 'Monday to Friday, 08:00–17:00; Saturday, 09:00–12:00 SAST'],
  [{ wednesday: '' }, 'Monday to Tuesday, 08:00–17:00; Thursday to Friday, 08:00–17:00 SAST'],
  [{ friday: '08:00-15:00' }, 'Monday to Thursday, 08:00–17:00; Friday, 08:00–15:00 SAST'],
])('hours %j read %j', (change, text) => expect(supportHoursText({ ...hours, ...change })).toBe(text))

test.each([
  [1, 1, '1 business day'],
  [3, 3, '3 business days'],
  [5, 7, '5–7 business days'],
])('a promise of %i to %i reads %j', (reviewFrom, reviewTo, text) =>
  expect(reviewPromiseText({ reviewFrom, reviewTo })).toBe(text),
)

const yearEnd = officeOf({
  hours: {
    ...hours,
    closedDays: Array.from({ length: 8 }, (_, index) => `2026-12-${24 + index} Year-end closure`).join('\n'),
  },
  reviews,
})

test('a year-end closure moves the promised day', () => {
  const submitted = new Date('2026-12-23T08:00:00Z')
  expect(answerPromisedBy(submitted, yearEnd)).toBe('2027-01-06')
  expect(answerPromisedBy(submitted, standardOffice)).toBe('2026-12-29')
  expect(waitSince(submitted, new Date('2027-01-06T08:00:00Z'), yearEnd, null)).toEqual({
    businessDays: 3,
    promisedBy: '2027-01-06',
    late: false,
  })
  // Promised before the closure was entered.
  expect(waitSince(submitted, new Date('2027-01-06T08:00:00Z'), yearEnd, '2026-12-29')).toMatchObject({
    promisedBy: '2026-12-29',
    late: true,
  })
})

test('counting days agrees with adding them', () => {
  for (let count = 1; count < 30; count += 1) {
    const day = businessDayAfter('2026-12-20', count, yearEnd.closedDays)
    expect(businessDaysBetween('2026-12-20', day, yearEnd.closedDays)).toBe(count)
  }
})

test.each([
  ['hours', 'monday', '17:00-08:00'],
  ['hours', 'monday', '8-17'],
  ['hours', 'monday', '08:00-24:30'],
  ['hours', 'closedDays', '24 December'],
  ['hours', 'closedDays', '2026-02-30 No such day'],
  ['reviews', 'reviewTo', '0'],
  ['reviews', 'reviewTo', '16'],
  ['reviews', 'annualDue', '2'],
  ['reviews', 'annualDue', '37'],
  ['reviews', 'annualUpcoming', '0'],
  ['reviews', 'annualUpcoming', '7'],
] as const)('%s.%s: %j is rejected', (section, field, value) =>
  expect(readInput(sectionSchema(section), { [field]: value }).ok).toBe(false),
)

test('a firm that is closed all week, and a promise that ends before it begins, are rejected', () => {
  const closed = Object.fromEntries(Object.keys(hours).map((day) => [day, '']))
  const weekend = { saturday: '', sunday: '' }
  expect(officeProblems('hours', { ...closed, ...weekend })).toMatchObject([{ path: 'monday' }])
  expect(officeProblems('reviews', { reviewFrom: '4', reviewTo: '3' })).toMatchObject([{ path: 'reviewTo' }])
  expect(officeProblems('reviews', { ...reviews, annualDue: '3', annualUpcoming: '3' })).toMatchObject([
    { path: 'annualUpcoming' },
  ])
  expect(officeProblems('reviews', { ...reviews, annualDue: '3', annualUpcoming: '2' })).toEqual([])
  expect(parseClosedDays('2026-12-24\n2026-12-24 Again')).toEqual(['2026-12-24'])
})
