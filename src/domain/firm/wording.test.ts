import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fillWording,
  hostsOf,
  linkProblem,
  placeholderProblem,
  placeholders,
  placeholdersOf,
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
  ])('%s is rejected', (link) => {
    expect(linkProblem(`Please sign in at ${link} today.`, hosts)).not.toBeNull()
  })

  test.each([
    'https://firm.example/terms',
    'https://FIRM.example',
    'help@firm.example',
    'firm.example.',
    'no link. None',
  ])('%s is the firm’s own', (link) => {
    expect(linkProblem(`Please read ${link}`, hosts)).toBeNull()
  })
})
