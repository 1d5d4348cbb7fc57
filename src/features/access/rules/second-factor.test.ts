import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateRecoveryCode, readCode } from './second-factor.ts'

test.each([
  ['123456', { is: 'code', code: '123456' }],
  [' 123 456 ', { is: 'code', code: '123456' }],
  ['123-456', { is: 'code', code: '123456' }],
  ['12345', { is: 'neither' }],
  ['1234567', { is: 'neither' }],
  ['١٢٣٤٥٦', { is: 'neither' }],
  ['BCDF-GHJK-LMNP', { is: 'recovery-code', code: 'BCDFGHJKLMNP' }],
  ['bcdf ghjk lmnp', { is: 'recovery-code', code: 'BCDFGHJKLMNP' }],
  ['bcdf–ghjk–lmnp', { is: 'recovery-code', code: 'BCDFGHJKLMNP' }],
  ['ACDF-GHJK-LMNP', { is: 'neither' }],
  ['', { is: 'neither' }],
])('%j is parsed', (typed, expected) => {
  expect(readCode(typed)).toEqual(expected)
})

test('every generated recovery code is parsed as one, and none as a code', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
      const code = generateRecoveryCode((below) => (numbers.next().value ?? 0) % below)
      expect(code).toMatch(/^\S{4}-\S{4}-\S{4}$/u)
      expect(readCode(code)).toEqual({ is: 'recovery-code', code: code.replaceAll('-', '') })
    }),
  )
})
