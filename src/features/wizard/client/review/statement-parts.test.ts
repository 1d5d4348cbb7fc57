import { expect, test } from 'vitest'
import { confirmations } from '#features/applications/rules/wizard/confirmations.ts'
import { statementParts } from './statement-parts.ts'

const branding = { termsUrl: 'https://firm.example/terms', privacyUrl: 'https://firm.example/privacy' }

test('the second statement links to both pages of the firm', () => {
  expect(statementParts(confirmations.terms.statement, branding)).toEqual([
    { text: 'I agree to the ', href: null },
    { text: 'Terms of Service', href: 'https://firm.example/terms' },
    { text: ' and the ', href: null },
    { text: 'Privacy Policy', href: 'https://firm.example/privacy' },
    { text: '.', href: null },
  ])
})

test('the others are plain words', () => {
  expect(statementParts(confirmations.accurate.statement, branding)).toEqual([
    { text: confirmations.accurate.statement, href: null },
  ])
})

test('without addresses the terms are plain text', () => {
  const parts = statementParts('{terms}', { termsUrl: '', privacyUrl: '' })
  expect(parts).toEqual([{ text: 'Terms of Service', href: null }])
})
