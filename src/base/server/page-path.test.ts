import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileAddresses } from '#test/support/hostile-addresses.ts'
import { pagePathOf } from './page-path.ts'

test.each([
  '/',
  '/account',
  '/admin/review/0199c7a0-2f1e-7cc3-98c4-3a1b2c4d5e6f',
  '/admin?status=submitted&sort=-name',
  '/system-admin?tab=sso',
  '/admin/?search=%C3%9Cn%20%2B%27s',
])('%s is a page of this site', (path) => {
  expect(pagePathOf(path)).toBe(path)
})

test.each(hostileAddresses)('%j is refused', (address) => {
  expect(pagePathOf(address)).toBeNull()
})

test('whatever is accepted leads to the same page of the site that sends it, unchanged', () => {
  const parts = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '//',
    '%2f',
    '%2e',
    '%5c',
    '@',
    ':',
    '?',
    '#',
    '\t',
    'evil.example',
  )
  const assembled = fc.array(fc.oneof(parts, fc.string({ maxLength: 4, unit: 'binary' })), { maxLength: 8 })
  const addresses = assembled.map((all) => `/${all.join('')}`)
  fc.assert(
    fc.property(fc.oneof(addresses, fc.webUrl(), fc.string({ unit: 'binary' })), (address) => {
      const path = pagePathOf(address)
      if (path === null) return
      expect(path).toBe(address)
      for (const site of ['https://onboarding.example', 'http://localhost:3000'])
        expect(new URL(path, `${site}/auth`).href).toBe(site + path)
      expect(new URL(path, 'https://onboarding.example').pathname).not.toMatch(/^\/(?:\/|api)/u)
    }),
  )
})
