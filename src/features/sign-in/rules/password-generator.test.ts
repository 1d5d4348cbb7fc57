import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatePassword } from './password-generator.ts'
import { passwordProblem } from './password-policy.ts'
import { passwordStrength } from './password-strength.ts'

/** A random source controlled by fast-check. */
const sources = fc
  .infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
  .map((stream) => (max: number) => Math.floor((stream.next().value ?? 0) * max))

const count = (text: string, kind: RegExp) => text.match(kind)?.length ?? 0

test('every password fits the rule, for any random input', () => {
  fc.assert(
    fc.property(sources, (random) => {
      const password = generatePassword(random)
      expect(password).toHaveLength(14)
      expect(count(password, /[A-Z]/gu)).toBeGreaterThanOrEqual(1)
      expect(count(password, /[a-z]/gu)).toBeGreaterThanOrEqual(1)
      expect(count(password, /\d/gu)).toBeGreaterThanOrEqual(1)
      expect(count(password, /[^A-Za-z\d]/gu)).toBeGreaterThanOrEqual(2)
      expect(password).not.toMatch(/(.).*\1.*\1/u)
      expect(password).not.toMatch(/[Il1O0\s]/u)
    }),
  )
})

test('a source that always answers 0 or the maximum still gives one', () => {
  expect(generatePassword(() => 0)).toHaveLength(14)
  expect(generatePassword((max) => max - 1)).toHaveLength(14)
})

test('the source is asked for numbers below a positive maximum', () => {
  const asked: number[] = []
  generatePassword((max) => {
    asked.push(max)
    return 0
  })
  expect(asked.filter((max) => !Number.isInteger(max) || max < 1)).toEqual([])
})

test('the order is shuffled: each kind of character comes first at times', () => {
  const firsts = Array.from({ length: 500 }, () => generatePassword(randomInt)[0] ?? '').join('')
  expect([/[A-Z]/u, /[a-z]/u, /\d/u, /[^A-Za-z\d]/u].filter((kind) => !kind.test(firsts))).toEqual([])
})

test('what is generated passes the policy, and the meter calls it strong or good', () => {
  const passwords = Array.from({ length: 200 }, () => generatePassword(randomInt))
  const owner = { username: 'thandi@example.com', firmName: 'Meridian Private Wealth' }
  expect(passwords.filter((password) => passwordProblem(password, owner) !== null)).toEqual([])
  expect(passwords.filter((password) => (passwordStrength(password).score ?? 0) < 3)).toEqual([])
  expect(new Set(passwords).size).toBe(200)
})
