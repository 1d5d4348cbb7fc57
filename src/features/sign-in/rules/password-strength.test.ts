import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeatedPattern } from './commonness.ts'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', null],
  ['T#9vLq2x!', 0],
  ['aaaaaaaaaaaa', 1],
  ['abcdefghijkl', 1],
  ['abcabcabcabcabcabc', 1],
  ['Password1234', 2],
  ['lanternhouse', 2],
  ['Lanternhouse7', 3],
  ['T#9vLq2x!Rm4', 3],
  ['correct horse battery', 4],
  ['T#9vLq2x!Rm4Kw', 4],
])('%j scores %j', (password, score) => {
  expect(passwordStrength(password).score).toBe(score)
})

test('lists what is met and what is not yet', () => {
  const { encouraged } = passwordStrength('lantern house')
  expect(encouraged).toEqual([
    { label: '12 characters or more', met: true },
    { label: 'Uppercase letters', met: false },
    { label: 'Lowercase letters', met: true },
    { label: 'Numbers', met: false },
    { label: 'Special characters', met: true },
  ])
})

test('repeating the same password scores nothing', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 12, maxLength: 40 }), (password) => {
      fc.pre(repeatedPattern(password) === password)
      expect(passwordStrength(password + password).score).toBe(passwordStrength(password).score)
    }),
  )
})
