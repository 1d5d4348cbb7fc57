import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type Code = Issue['code']
type Found<C extends Code> = z.core.$ZodRawIssue<Extract<Issue, { code: C }>>

/** The expected kind, for a type mismatch. */
const kinds: Readonly<Record<string, string>> = {
  string: 'Please send text',
  number: 'Please enter a number',
  int: 'Please enter a whole number',
  boolean: 'Please answer yes or no',
  array: 'Please send a list',
  object: 'Please send an object with named fields',
}

const formats: Readonly<Record<string, string>> = {
  email: 'Valid email is required',
  uuid: 'Please send the ID of an existing record',
  date: 'Please enter a day such as 2026-11-20',
  datetime: 'Please enter a date and time such as 2026-11-20T08:00:00Z',
  ipv4: 'Please enter an IP address',
  ipv6: 'Please enter an IP address',
  url: 'Please enter an address such as https://www.example.com',
}

/** Units of texts and lists; all others are numbers. */
const measures: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'entries',
  set: 'entries',
  map: 'entries',
  file: 'bytes',
}

/** Longer lists of choices are not shown. */
const MAX_CHOICES = 12

/** Messages for values whose schema has none: every parser issue, so that no parser message is shown. */
const messages: { readonly [C in Code]: (issue: Found<C>) => string } = {
  invalid_type: ({ expected, input }) =>
    input === undefined || input === null
      ? 'This is required'
      : (kinds[expected] ?? 'Please send a value of the right type'),
  too_small: (issue) =>
    issue.origin === 'string' && issue.minimum === 1
      ? 'This is required'
      : `Please ${amountOf(issue)} ${bound(issue, 'at least', 'more than')} ${issue.minimum}${unitOf(issue)}`,
  too_big: (issue) =>
    `Please ${amountOf(issue)} ${bound(issue, 'at most', 'less than')} ${issue.maximum}${unitOf(issue)}`,
  invalid_format: ({ format }) => formats[format] ?? 'Please check the format',
  not_multiple_of: ({ divisor }) => `Please enter a multiple of ${divisor}`,
  unrecognized_keys: () => 'This field cannot be set.',
  invalid_value: ({ values }) =>
    values.length > MAX_CHOICES
      ? 'Please choose one of the listed values'
      : `Please choose ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`,
  invalid_union: () => 'Please choose one of the listed values',
  invalid_key: () => 'This field cannot be set.',
  invalid_element: () => 'Please check each entry of the list',
  custom: () => 'Please check this value',
}

interface Limit {
  origin: string
  inclusive?: boolean | undefined
  exact?: boolean | undefined
}

function amountOf({ origin }: Limit): string {
  return origin in measures ? 'use' : 'enter'
}

function bound({ inclusive, exact }: Limit, within: string, beyond: string): string {
  if (exact === true) return 'exactly'
  return inclusive === false ? beyond : within
}

function unitOf({ origin }: Limit): string {
  return origin in measures ? ` ${measures[origin]}` : ''
}

/** A plain message for a schema issue. */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  const format = messages[issue.code] as (issue: z.core.$ZodRawIssue) => string
  return format(issue)
}
