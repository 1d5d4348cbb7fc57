import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordProblem } from './password-policy.ts'

const owner = { username: 'thandi.nkosi84@example.com', firmName: 'Meridian Private Wealth' }
const problem = (password: string) => passwordProblem(password, owner)

test.each([
  ['', 'at least 12'],
  ['T#9vLq2x!Rm', 'at least 12'],
  ['😀🦓🌍🎈🍇🚀🌲🐘🏔️🎻', 'at least 12'],
  [`${'T#9vLq2x!Rm4 '.repeat(9)}horizon 9 kudu`, 'at most 128'],
])('%j is rejected for its length', (password, text) => {
  expect(problem(password)).toContain(text)
})

test('the message for a short one is that of the specification', () => {
  expect(problem('short')).toBe('New password must be at least 12 characters long')
})

test.each([
  'Password1234',
  'P@ssw0rd2026!',
  'pa$$w0rd!!!!',
  '  password  1',
  'PÄSSWORD!2026',
  'abc123!!!!!!',
  'dragon482913',
  '123456789012',
  '123456password',
  'qwertyuiop12',
  'zxcvbnm,./12',
  'abcdefghijkl',
  '987654321098',
  '1qaz2wsx3edc',
  'administrator',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'lovelovelove!',
  'Iloveyou!Iloveyou!',
  'hunter2hunter2',
  '密码密码密码密码密码密码',
  'ｐａｓｓｗｏｒｄ１２３４',
])('%j is rejected as common', (password) => {
  expect(problem(password)).toContain('too easy to guess')
})

test.each([
  'thandi.nkosi84@example.com',
  'ThandiNkosi84!!',
  'thandi-nkosi-84 vineyard lantern',
  'Th@ndiNkosi84 2026',
  'Thandi2026!!',
  'nkosi nkosi 1984',
  'Example2026!',
])('%j is rejected as based on the username', (password) => {
  expect(problem(password)).toContain('based on your email address')
})

test.each([
  'Meridian2026!',
  'm3r1d14n 2026',
  'meridian private wealth forever',
  'Wealth Private 1',
  '#Private2026#',
])('%j is rejected as based on the name of the firm', (password) => {
  expect(problem(password)).toContain('based on the firm’s name')
})

test.each([
  'T#9vLq2x!Rm4',
  'correct horse battery',
  'thandi walks in the rain',
  'Wealth#9$Kq!2xZ',
  'tafelberg sonsopkoms',
  'ikhaya lethu elihle',
  'пароль на каждый день',
  '4821-9937-dragon!!',
  `${'kudu & lantern '.repeat(8)}horizon`,
  '😀🦓🌍🎈🍇🚀🌲🐘🎻🎲⛵🍋',
])('%j is accepted', (password) => {
  expect(problem(password)).toBeNull()
})

test.each(['', 'jo@x.co', '@', 'j@'])('a username like %j rejects no good password', (username) => {
  expect(passwordProblem('lantern on a jocular hill', { username, firmName: '' })).toBeNull()
})

const list = [...commonPasswords()]
const decoration = fc.string({ unit: fc.constantFrom(...'0123456789!@#$%&*-_. '), maxLength: 5 })

test('a common password is rejected with any digits and signs around it, in any case', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...list.filter((password) => password.length >= 10)),
      decoration,
      decoration,
      fc.func(fc.boolean()),
      (password, before, after, isUpper) => {
        const capitals = Array.from(password, (letter) => (isUpper(letter) ? letter.toUpperCase() : letter))
        const typed = before + capitals.join('') + after
        fc.pre(typed.length >= 12)
        expect(problem(typed)).not.toBeNull()
      },
    ),
  )
})

test('twelve random characters and more are practically always accepted', () => {
  const refused = fc
    .sample(fc.string({ unit: 'binary-ascii', minLength: 12, maxLength: 128 }), { numRuns: 500, seed: 1 })
    .filter((password) => problem(password) !== null)
  expect(refused.filter((password) => new Set(password).size > 4)).toEqual([])
})

/** Arbitrary text, including lone surrogates; or text of few characters, with many patterns. */
function textOf(minLength: number, maxLength: number) {
  const anyCode = fc.integer({ min: 0, max: 0x10_ff_ff })
  const fewCodes = fc.constantFrom(...Array.from('a1!@ s', (character) => character.charCodeAt(0)))
  return fc
    .oneof(...[anyCode, fewCodes].map((code) => fc.array(code, { minLength, maxLength, size: 'max' })))
    .map((codes) => String.fromCodePoint(...codes))
}

test('any text is answered quickly', () => {
  fc.assert(
    fc.property(textOf(12, 128), textOf(0, 254), textOf(0, 200), (password, username, firmName) => {
      const begun = process.cpuUsage()
      const answer = passwordProblem(password, { username, firmName })
      expect(process.cpuUsage(begun).user / 1000).toBeLessThan(500)
      expect(answer === null || answer.length > 0).toBe(true)
    }),
  )
})
