import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../../../', import.meta.url)
/** Static imports and re-exports: type imports vanish, dynamic ones are loaded later. */
const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gmu

/** Every module that is loaded before a file can run: our files and their packages. */
function needs(file: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return seen
  seen.add(file.href)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    if (name.startsWith('#')) needs(new URL(name.slice(1), source), seen)
    else if (name.startsWith('.')) needs(new URL(name, file), seen)
    else seen.add(name)
  }
  return seen
}

test('loads few libraries for the first page, and no cache, schema, form or dialog', () => {
  const needed = [...needs(new URL('app/client/main.tsx', source))]
  const isOurs = (name: string) => name.startsWith('file:')
  expect(needed.filter((name) => !isOurs(name)).toSorted()).toEqual([
    'clsx',
    'react',
    'react-dom/client',
    'wouter',
  ])
  expect(
    needed.filter((name) => /features\/[^/]+\/api[./]|sign-in\/rules\/|ui\/(?:dialog|toaster)/u.test(name)),
  ).toEqual([])
})
