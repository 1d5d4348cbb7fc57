import { expect, it } from 'vitest'
import { pagesAhead } from './fetch-ahead.ts'

const staff = { access: ['admin'] } as const
const pages = {
  '/': { access: 'signedIn', neededBy: ['client'] },
  '/auth': { access: 'anyone' },
  '/reset-password': { access: 'anyone' },
  '/change-password': { access: 'signedIn' },
  '/confirm': { access: 'anyone' },
  '/new-address': { access: 'anyone' },
  '/keep-address': { access: 'anyone' },
  '/account': { access: 'signedIn' },
  '/admin': staff,
  '/admin/review': staff,
  '/admin/annual-reviews': staff,
  '/admin/outbox': staff,
  '/admin/security': staff,
  '/wealth-manager': { access: ['wealth_manager'] },
  '/wealth-manager/review': { access: ['wealth_manager'] },
  '/wealth-manager/annual-reviews': { access: ['wealth_manager'] },
  '/figures': { access: ['admin', 'wealth_manager'] },
  '/system-admin': { access: ['system_administrator'] },
  '/verify': { access: 'anyone' },
} as const

it.each([
  [
    undefined,
    [
      '/',
      '/auth',
      '/reset-password',
      '/change-password',
      '/confirm',
      '/new-address',
      '/keep-address',
      '/admin',
      '/wealth-manager',
      '/system-admin',
      '/verify',
    ],
  ],
  ['client', ['/', '/change-password', '/account']],
  [
    'admin',
    [
      '/change-password',
      '/account',
      '/admin',
      '/admin/review',
      '/admin/annual-reviews',
      '/admin/outbox',
      '/admin/security',
      '/figures',
    ],
  ],
  [
    'wealth_manager',
    [
      '/change-password',
      '/account',
      '/wealth-manager',
      '/wealth-manager/review',
      '/wealth-manager/annual-reviews',
      '/figures',
    ],
  ],
] as const)('fetches ahead for %s what they may come to, and nothing of the others', (role, expected) => {
  expect(pagesAhead(pages, role, false)).toEqual(expected)
})

it('fetches only what clients need on a slow line, as long as nobody is signed in', () => {
  expect(pagesAhead(pages, undefined, true)).toEqual(['/'])
  expect(pagesAhead(pages, 'client', true)).toEqual(pagesAhead(pages, 'client', false))
})
