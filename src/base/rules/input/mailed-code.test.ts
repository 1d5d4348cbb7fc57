import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODE_ALPHABET, CODE_LENGTH, formatMailedCode, readMailedCode } from './mailed-code.ts'

const codes = fc
  .array(fc.constantFrom(...CODE_ALPHABET), { minLength: CODE_LENGTH, maxLength: CODE_LENGTH })
  .map((letters) => letters.join(''))
const separators = fc.stringMatching(/^[\s\u200b\u2013-]{0,3}$/u)

test('a code is read in any spelling', () => {
  fc.assert(
    fc.property(codes, fc.array(separators, { minLength: 17, maxLength: 17 }), (code, between) => {
      const typed = between.map((gap, index) => gap + (code[index] ?? '').toLowerCase()).join('')
      expect(readMailedCode(typed)).toBe(code)
      expect(readMailedCode(formatMailedCode(code))).toBe(code)
    }),
  )
})

test('letters that look like digits are read as those', () => {
  expect(readMailedCode('o0iI-lL11-2222-3333')).toBe('0011111122223333')
})

test.each(['', 'K7QM-2XWD-9FHT', 'K7QM-2XWD-9FHT-4BNC-1', 'K7QM-2XWD-9FHT-4BN!', 'u'.repeat(16)])(
  'anything else is no code: %j',
  (typed) => {
    expect(readMailedCode(typed)).toBeNull()
  },
)
