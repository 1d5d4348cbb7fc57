import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = path.resolve(import.meta.dirname, '../../..')

/** Registration, invitations, administrators and the command share one way to create an account. */
test('accounts are opened in one place', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
  const opens = /\binsert\(users\)|\binsert\s+into\s+(?:\$\{users\}|"?users\b)/u
  const openers = files.filter((file) => opens.test(readFileSync(path.join(SOURCES, file), 'utf8')))
  expect(openers).toEqual(['features/accounts/server/open-account.ts'])
})
