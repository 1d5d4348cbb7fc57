import { expect, it } from 'vitest'
import { pagesToPrefetch } from './prefetch.ts'

const pages = [
  { path: '/', access: ['client'] },
  { path: '/auth', access: 'anyone' },
  { path: '/account', access: 'signedIn' },
  { path: '/change-password', access: 'signedIn' },
  { path: '/admin', access: ['admin'] },
  { path: '/admin/security', access: ['admin'] },
  { path: '/wealth-manager', access: ['wealth_manager'] },
  { path: '/figures', access: ['admin', 'wealth_manager'] },
] as const

const pathsAhead = (...[role, isSlow]: [Parameters<typeof pagesToPrefetch>[1], boolean]) =>
  pagesToPrefetch(pages, role, isSlow).map(({ path }) => path)

it.each([
  [undefined, ['/', '/auth', '/change-password', '/admin', '/wealth-manager']],
  ['client', ['/', '/account', '/change-password']],
  ['admin', ['/account', '/change-password', '/admin', '/admin/security', '/figures']],
  ['wealth_manager', ['/account', '/change-password', '/wealth-manager', '/figures']],
] as const)('prefetches the permitted pages of %s and no others', (role, expected) => {
  expect(pathsAhead(role, false)).toEqual(expected)
})

it('prefetches only the home of clients on a slow connection without a session', () => {
  expect(pathsAhead(undefined, true)).toEqual(['/'])
  expect(pathsAhead('client', true)).toEqual(pathsAhead('client', false))
})
