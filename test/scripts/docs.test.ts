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

const BANDS_FILE = new URL('../../src/features/bands.mjs', import.meta.url).href
const { BANDS } = (await import(BANDS_FILE)) as { BANDS: Record<string, string[]> }
const subjects = Object.values(BANDS).flat()

test('every folder of a subject has its place in the order, and the other way round', () => {
  expect(
    globSync('src/features/*/', { cwd: ROOT })
      .map((folder) => path.basename(folder))
      .toSorted(),
  ).toEqual(subjects.toSorted())
})

test.each(subjects)('the page of %s names its tables and where to start reading', (subject) => {
  const folder = path.join(ROOT, 'src/features', subject)
  const page = readFileSync(path.join(folder, 'README.md'), 'utf8')
  const tables = globSync(['schema.ts', 'schema/*.ts'], { cwd: folder }).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/pgTable\(\s*'(\w+)'/gu)].map(
      ([, name = '']) => name,
    ),
  )
  const lineOf = (start: string) => page.split('\n').find((line) => line.startsWith(start)) ?? ''
  const quoted = (line: string) => [...line.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name)
  expect(quoted(lineOf('- Tables:'))).toEqual(tables.toSorted())
  const starts = quoted(lineOf('- Start reading at:'))
  expect(starts.length).toBeGreaterThan(0)
  expect(starts.filter((file) => !existsSync(path.join(folder, file)))).toEqual([])
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(12)
})
