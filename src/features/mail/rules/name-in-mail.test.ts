import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NAME_LENGTH, nameInMail } from './name-in-mail.ts'

test.each([
  ['Thandi Nkosi', 'Thandi Nkosi'],
  ["Siobhán O'Brien-van der Merwe", "Siobhán O'Brien-van der Merwe"],
  ['  J. P.  Dlamini (Jnr) ', 'J. P. Dlamini (Jnr)'],
  ['Dr.Dlamini', 'Dr. Dlamini'],
  ['J.P. Dlamini', 'J. P. Dlamini'],
  ['J.van Wyk', 'J. van Wyk'],
  ['P.de Beer', 'P. de Beer'],
  ['Prof.dr. Smit', 'Prof. dr. Smit'],
  ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
  ['王小明', '王小明'],
  ['Smith & Sons, 2nd', 'Smith & Sons, 2nd'],
  ['', ''],
])('%j stays a name: %j', (name, expected) => expect(nameInMail(name)).toBe(expected))

test.each([
  [
    'URGENT: your money is at risk, go to https://evil.example now',
    'URGENT your money is at risk, go to now',
  ],
  ['evil.example', ''],
  ['EVIL.EXAMPLE/x', ''],
  ['www.Evil', ''],
  ['see evil。example', 'see'],
  ['see ｅｖｉｌ．ｅｘａｍｐｌｅ', 'see'],
  ['call 196.25.1.1', 'call'],
  ['mail thief@evil.example', 'mail'],
  ['Dear\r\nBcc everyone', 'Dear Bcc everyone'],
  ['ab\u202Ecd\u200Bef\u0000', 'abcdef'],
  ['<b>Thandi</b>', 'b Thandi b'],
  ['Nkosi/Dlamini', 'Nkosi Dlamini'],
  ['👑 Thandi', 'Thandi'],
])('%j becomes %j', (name, expected) => expect(nameInMail(name)).toBe(expected))

describe('any chosen name', () => {
  const pieces = fc.constantFrom(
    'https://',
    'www.',
    'evil',
    '.example',
    '.',
    '。',
    '/',
    '@',
    ':',
    ' ',
    '\u202e',
    '\u200b',
    '\n',
    'Thandi',
    'ZA',
    '7',
  )
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((parts) => parts.join('')),
  )

  test('has no address and no invisible characters, and is short', () => {
    fc.assert(
      fc.property(names, (name) => {
        const written = nameInMail(name)
        expect(written).not.toMatch(/[/\\@:<>]|\.[^\s.,)]/u)
        expect(written).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
        expect([...written].length).toBeLessThanOrEqual(NAME_LENGTH)
      }),
      { numRuns: 2000 },
    )
  })
})
