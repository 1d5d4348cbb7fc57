import { expect, it } from 'vitest'
import { plainPath, supportMail } from './paths.ts'

it.each([
  ['/', '/'],
  ['/auth', '/auth'],
  ['/auth/', '/auth'],
  ['/auth//', '/auth/'],
  ['', ''],
])('removes one trailing slash from %j', (location, path) => {
  expect(plainPath(location)).toBe(path)
})

it('makes a mailto link to support with a subject', () => {
  expect(supportMail('help@firm.example', 'Signing in & out')).toBe(
    'mailto:help@firm.example?subject=Signing%20in%20%26%20out',
  )
})
