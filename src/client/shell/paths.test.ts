import { expect, it } from 'vitest'
import { pathAt, paths, supportMail } from './paths.ts'

it.each(Object.values(paths))('%s is a page', (path) => {
  expect(pathAt(path)).toBe(path)
})

it('does not mind a slash at the end', () => {
  expect(pathAt('/auth/')).toBe(paths.signIn)
})

it.each(['/nowhere', '/admin/users', '/AUTH', '', '/auth//'])('%j is none', (location) => {
  expect(pathAt(location)).toBeUndefined()
})

it('writes to support with a subject', () => {
  expect(supportMail('help@firm.example', 'Signing in & out')).toBe(
    'mailto:help@firm.example?subject=Signing%20in%20%26%20out',
  )
})
