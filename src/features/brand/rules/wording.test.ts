import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutInvisible } from '#base/rules/input/tidy.ts'
import {
  fillWording,
  hostsOf,
  linkProblem,
  placeholderProblem,
  placeholders,
  placeholdersOf,
  type Placeholder,
} from './wording.ts'

const allowed = placeholdersOf('invitation')
const hosts = hostsOf(['https://firm.example/terms', 'help@firm.example', ''])

describe('placeholders', () => {
  test.each([
    '{temporaryPassword}',
    '{token}',
    '{constructor}',
    '{__proto__}',
    '{toString}',
    '{}',
    '{ firmName}',
    '{{firmName}}',
    '{firmName',
    'firmName}',
    '}{',
    '{reason}',
    '{firmName{clientName}}',
  ])('%s is rejected', (text) => {
    expect(placeholderProblem(`Good day ${text}`, allowed)).not.toBeNull()
  })

  test('the rejected one is named with what is available', () => {
    expect(placeholderProblem('Hi {temporaryPassword}', allowed)).toContain(
      '{temporaryPassword} is not available here',
    )
  })

  test('values are never parsed again', () => {
    const values = { clientName: '{firmName} {supportPhone}', firmName: 'Firm' }
    expect(fillWording('{clientName}, {firmName}', values)).toBe('{firmName} {supportPhone}, Firm')
  })

  test('a missing value has its own text', () => {
    expect(fillWording('Call {managerName}.', { managerName: null })).toBe('Call your wealth manager.')
    expect(fillWording('{managerName} calls.', { managerName: null })).toBe('Your wealth manager calls.')
  })

  test('whatever passes leaves no brace once it is filled', () => {
    const piece = fc.oneof(
      fc.constantFrom('{', '}', '{{', '}}', 'a', ' ', '$&', '$1', '__proto__', 'constructor'),
      fc.constantFrom(...Object.keys(placeholders)).map((name) => `{${name}}`),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        if (placeholderProblem(text, allowed) === null) expect(fillWording(text, {})).not.toMatch(/[{}]/u)
      }),
    )
  })
})

test('a text of any pieces is filled once, whatever the values contain', () => {
  const names = Object.keys(placeholders) as Placeholder[]
  const piece = fc.oneof(
    fc.constantFrom('a', ' ', '\n', '$1', '$&', '\\'),
    fc.constantFrom(...names).map((name) => `{${name}}`),
  )
  const value = fc.oneof(
    fc.constantFrom('{firmName}', '}}', '{{', '{constructor}', '$&', '{__proto__}'),
    fc.string(),
  )
  const filled = fc.record(Object.fromEntries(names.map((name) => [name, value])))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), filled, (pieces, values) => {
      const expected = pieces.map((text, index) => {
        const name = names.find((known) => text === `{${known}}`)
        if (name === undefined) return text
        const { otherwise } = placeholders[name]
        return (
          values[name] || (index === 0 ? otherwise.replace(/^./u, (first) => first.toUpperCase()) : otherwise)
        )
      })
      expect(fillWording(pieces.join(''), values)).toBe(expected.join(''))
    }),
  )
})

/** What mail programs link, with its host. */
const LINKED = /(?:https?:\/\/|www\.|[^\s),]+@)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})[^\s),]*/giu

test('no accepted text links to another host once it is filled and its invisible characters are gone', () => {
  const piece = fc.constantFrom(
    'evil',
    '.',
    ')',
    ',',
    'com',
    '@',
    'https://',
    'www.',
    ' ',
    '/',
    '\u200b',
    '\u202e',
    '\u00ad',
    'firm.example',
    '﹒',
    '\u0301',
    'ⅇvil',
    '{clientName}',
    '{managerName}',
    '{step}',
  )
  const values = { clientName: 'Com', managerName: 'Evil', step: 'Example' }
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = withoutInvisible(pieces.join(''))
      if (linkProblem(text, hosts) !== null) return
      for (const [, host = ''] of fillWording(text, values).matchAll(LINKED))
        expect(host.toLowerCase()).toBe('firm.example')
    }),
    { numRuns: 2000 },
  )
})

describe('links', () => {
  test.each([
    'https://evil.example/login',
    'http://firm.example',
    'https://firm.example@evil.example',
    'https://firm.example.evil.example',
    'https://evil.example/https://firm.example',
    'https://firm.example\\@evil.example',
    'https://fırm.example',
    'www.evil.example',
    'evil.example',
    'evil。example',
    'help@evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:x@evil.example',
    'HTTPS://EVIL.EXAMPLE',
    '(https://evil.example)',
    'evil.{clientName}',
    'https://firm.example/)evil.example',
    'firm.example/,evil.example',
    'www.evil.example@firm.example',
    'evil.example@/firm.example',
    'a@evil.example@firm.example',
    'www.{firmName}',
    'https://{firmName}',
    'x@{step}',
    '{clientName}@evil.example',
    '{clientName}.example',
    'https://firm.example.{clientName}',
    'evil﹒com',
    'ⅇvil.ⅽom',
    'ｅｖｉｌ．ｃｏｍ',
    'e\u0301vil.com'.normalize('NFD'),
    'evi\u0323l.com',
    'evil.co\u0301m',
    'evil\ufe0f.c\ufe0fom',
    'пример.рф',
    'हिंदी.भारत',
    '例え。テスト',
    'مثال.إختبار',
    'i❤.ws',
    '196.25.1.1',
    '196.25.1.1/login',
    'https：／／evil.example',
    'help＠evil.example',
    String.raw`\\evil\share`,
    '＼＼evil＼share',
    '//evil/share',
    String.raw`file:\\evil\share`,
  ])('%s is rejected', (link) => {
    expect(linkProblem(`Please sign in at ${link} today.`, hosts)).not.toBeNull()
  })

  test.each([
    'https://firm.example/terms',
    'https://FIRM.example',
    'help@firm.example',
    'firm.example.',
    'no link. None',
    'https://firm.example/{reference}',
    '{firmName}. {clientName}, {supportEmail}',
    'ｆｉｒｍ.example',
    '<https://firm.example>',
    'it until 30.11.2026, 10:30',
    'R 1.234.567.890 and R 12.500',
    '021.555.0142 or +27.21.555.0142',
    'this: your fee is 1.25 % …and so on',
  ])('%s is the firm’s own', (link) => {
    expect(linkProblem(`Please read ${link}`, hosts)).toBeNull()
  })
})
