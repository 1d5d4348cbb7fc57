import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const TESTS = fileURLToPath(new URL('../e2e', import.meta.url))
const ADDRESS = /username: '(?<address>[^'@]+@[^']+)'/gu

/** Browser tests that create a user with an address. */
function filesByAddress(): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>()
  for (const file of globSync('**/*.e2e.ts', { cwd: TESTS })) {
    for (const { groups } of readFileSync(`${TESTS}/${file}`, 'utf8').matchAll(ADDRESS)) {
      const address = groups?.['address'] ?? ''
      files.set(address, (files.get(address) ?? new Set()).add(file))
    }
  }
  return files
}

test('no user is created by two files of browser tests: they share a server', () => {
  const files = filesByAddress()
  expect(files.size).toBeGreaterThan(50)
  expect([...files].filter(([, of]) => of.size > 1)).toEqual([])
})
