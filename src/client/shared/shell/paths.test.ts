import { expect, it } from 'vitest'
import { plainPath, supportMail } from './paths.ts'

it.each([
  ['/', '/'],
  ['/auth', '/auth'],
  ['/auth/', '/auth'],
  ['/auth//', '/auth/'],
  ['', ''],
])('takes one slash off the end of %j', (location, path) => {
  expect(plainPath(location)).toBe(path)
})

it('writes to support with a subject', () => {
  expect(supportMail('help@firm.example', 'Signing in & out')).toBe(
    'mailto:help@firm.example?subject=Signing%20in%20%26%20out',
  )
})
