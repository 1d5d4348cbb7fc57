import { expect, test } from 'vitest'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const place = { traceId, spanId }

test.each([
  ['recorded', `00-${traceId}-${spanId}-01`],
  ['not recorded', `00-${traceId}-${spanId}-00`],
  ['of a later version', `01-${traceId}-${spanId}-01`],
  ['of a later version that says more', `cc-${traceId}-${spanId}-01-what-comes`],
])('a place is taken from a caller: %s', (_what, header) => {
  expect(readTraceparent(header)).toEqual(place)
})

test.each([
  ['nothing', undefined],
  ['an empty header', ''],
  ['no version', `ff-${traceId}-${spanId}-01`],
  ['capital letters', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a parent of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['a trace too short', `00-${traceId.slice(1)}-${spanId}-01`],
  ['more than its version has', `00-${traceId}-${spanId}-01-more`],
  ['two of them', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ['something behind it', `00-${traceId}-${spanId}-01\n`],
  ['a list', [`00-${traceId}-${spanId}-01`]],
])('what cannot be read is no place: %s', (_what, header) => {
  expect(readTraceparent(header)).toBeNull()
})

test('what is written can be read', () => {
  expect(readTraceparent(writeTraceparent(place))).toEqual(place)
})
