import type { FirmField } from './field.ts'

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

type Weekday = (typeof WEEKDAYS)[number]

const MAX_REVIEW_DAYS = 15

const days = Object.fromEntries(
  WEEKDAYS.map((day) => [
    day,
    { label: `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`, kind: 'hours', max: 11 },
  ]),
) as Record<Weekday, FirmField>

/** When the firm is reached, and what it promises, as sections of the firm's settings. */
export const officeSections = {
  hours: {
    title: 'Support hours',
    description:
      'South African time, such as 08:00-17:00. Leave a day empty when closed. Weekends and public holidays are never business days.',
    fields: {
      ...days,
      closedDays: {
        label: 'Other days closed',
        hint: 'One on each line, such as 2026-12-24 Year-end closure. They are no business days.',
        kind: 'closed-days',
        max: 4000,
      } as FirmField,
    },
  },
  reviews: {
    title: 'Reviews',
    description:
      'In how many business days clients are promised an answer to their application, and when annual reviews are due.',
    fields: {
      reviewFrom: { label: 'Answer from (business days)', kind: 'count', max: MAX_REVIEW_DAYS } as FirmField,
      reviewTo: {
        label: 'Answer to (business days)',
        hint: 'The date that clients are given counts this many business days.',
        kind: 'count',
        max: MAX_REVIEW_DAYS,
      } as FirmField,
      annualDue: {
        label: 'Annual review due after (months)',
        hint: '3 to 36. A month counts 30 days, from onboarding or the latest completed review.',
        kind: 'count',
        min: 3,
        max: 36,
      } as FirmField,
      annualUpcoming: {
        label: 'Annual review upcoming before that (months)',
        hint: '1 to 6.',
        kind: 'count',
        max: 6,
      } as FirmField,
    },
  },
} as const

export type OfficeSection = keyof typeof officeSections

/** The hours, the promise and the annual reviews of the specification. */
export const officeDefaults: Readonly<Record<OfficeSection, Readonly<Record<string, string>>>> = {
  hours: Object.fromEntries(WEEKDAYS.slice(0, 5).map((day) => [day, '08:00-17:00'])),
  reviews: { reviewFrom: '2', reviewTo: '3', annualDue: '12', annualUpcoming: '2' },
}
