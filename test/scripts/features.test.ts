import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Imports between features, without tests. */
function importsOfFeatures(side: 'server' | 'client'): Map<string, Set<string>> {
  const folder = path.join(ROOT, 'src', side, 'features')
  const imports = new Map<string, Set<string>>()
  for (const file of globSync('*/**/*.{ts,tsx}', { cwd: folder })) {
    if (file.includes('.test.')) continue
    const [feature = ''] = file.split(path.sep)
    const source = readFileSync(path.join(folder, file), 'utf8')
    const imported = imports.get(feature) ?? new Set()
    for (const [, name = ''] of source.matchAll(new RegExp(`'#${side}/features/([^/']+)/`, 'gu'))) {
      if (name !== feature) imported.add(name)
    }
    imports.set(feature, imported)
  }
  return imports
}

/** An import cycle, or null. */
function findCycle(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const visit = (feature: string, chain: readonly string[]): string[] | null => {
    if (chain.includes(feature)) return [...chain, feature]
    for (const next of imports.get(feature) ?? []) {
      const cycle = visit(next, [...chain, feature])
      if (cycle !== null) return cycle
    }
    return null
  }
  for (const feature of imports.keys()) {
    const cycle = visit(feature, [])
    if (cycle !== null) return cycle
  }
  return null
}

test.each(['server', 'client'] as const)('no two features of the %s need each other', (side) => {
  const imports = importsOfFeatures(side)
  expect(imports.size).toBeGreaterThan(10)
  expect(findCycle(imports)).toBeNull()
})

test('a cycle is found, also a long one', () => {
  const imports = new Map(
    Object.entries({ a: ['b'], b: ['c'], c: ['a'] }).map(([from, to]) => [from, new Set(to)]),
  )
  expect(findCycle(imports)).toEqual(['a', 'b', 'c', 'a'])
})
