import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 0, ''],
  ['T#9vLq2x!', 1, 'Too short'],
  ['aaaaaaaaaaaa', 1, 'Weak'],
  ['abcdefghijkl', 1, 'Weak'],
  ['abcabcabcabcabcabc', 1, 'Weak'],
  ['Password1234', 1, 'Weak'],
  ['lanternhouse', 2, 'Fair'],
  ['Lanternhouse7', 3, 'Good'],
  ['T#9vLq2x!Rm4', 3, 'Good'],
  ['correct horse battery', 4, 'Strong'],
  ['T#9vLq2x!Rm4Kw', 4, 'Strong'],
])('%j earns %i, "%s"', (password, score, label) => {
  expect(passwordStrength(password)).toMatchObject({ score, label })
})

test('says what is there and what is not yet', () => {
  const { encouraged } = passwordStrength('lantern house')
  expect(encouraged).toEqual([
    { label: '12 characters or more', met: true },
    { label: 'Uppercase letters', met: false },
    { label: 'Lowercase letters', met: true },
    { label: 'Numbers', met: false },
    { label: 'Special characters', met: true },
  ])
})

test('typing the same password twice over earns nothing', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 12, maxLength: 40 }), (password) => {
      const once = passwordStrength(password).score
      expect(passwordStrength(password + password).score).toBeLessThanOrEqual(once)
    }),
  )
})
