import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './json-body.ts'

test('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 10 }), (json) => {
      fc.pre(!/__proto__|constructor|prototype/u.test(json))
      expect(parseJson(json)).toEqual(JSON.parse(json))
    }),
  )
})

test.each([
  ['{"__proto__": {"admin": true}}', 'a key that isn’t allowed'],
  ['{"a": [{"constructor": 1}]}', 'a key that isn’t allowed'],
  ['['.repeat(17) + ']'.repeat(17), 'too deeply'],
  ['['.repeat(1_000_000), 'too deeply'],
  ['{"a": 1', 'isn’t valid JSON'],
  ['nonsense', 'isn’t valid JSON'],
])('%.40s is rejected: %s', (json, why) => expect(() => parseJson(json)).toThrow(why))

test('brackets inside a text do not nest', () => {
  expect(parseJson(`{"a": "${'['.repeat(50)}\\"{"}`)).toEqual({ a: `${'['.repeat(50)}"{` })
})

test('a missing body is undefined', () => expect(parseJson('')).toBeUndefined())
