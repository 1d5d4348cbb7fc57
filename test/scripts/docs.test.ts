import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

test.each(['docs/architecture.md', 'docs/how-to.md', 'docs/testing.md'])(
  'the files that %s names exist',
  (doc) => {
    const text = readFileSync(path.join(ROOT, doc), 'utf8')
    const paths = [...text.matchAll(/`((?:src|test|scripts|docs|deploy)\/[\w./-]+)`/gu)].map(
      ([, name = '']) => name,
    )
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
  },
)

test('the TypeScript files that the recipes name without a folder exist', () => {
  const names = new Set(
    globSync(['src/**/*.{ts,tsx}', 'test/**/*.ts', 'scripts/*.mjs'], { cwd: ROOT }).map((file) =>
      path.basename(file),
    ),
  )
  const text = readFileSync(path.join(ROOT, 'docs/how-to.md'), 'utf8')
  const named = [...text.matchAll(/`(?:[\w-]+\/)*([\w.-]+\.(?:tsx?|mjs))`/gu)].map(([, name = '']) => name)
  expect(named.filter((name) => !names.has(name) && !name.startsWith('-'))).toEqual([])
})
