import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const floors = JSON.parse(readFileSync(path.join(ROOT, 'docs/rooms.json'), 'utf8')) as Record<
  'server' | 'client',
  Record<string, string>
>
const map = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8')

/** What stands in a tree: its folders, and its files that are no tests. */
function standing(tree: string): string[] {
  return readdirSync(path.join(ROOT, 'src', tree), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || /(?<!\.test)\.tsx?$/u.test(entry.name))
    .map(({ name }) => name.replace(/\.tsx?$/u, ''))
    .filter((name) => name !== 'public')
    .toSorted()
}

test.each(['server', 'client'] as const)(
  'every room of the %s stands on a floor, and none is empty',
  (tree) => {
    expect(Object.keys(floors[tree]).toSorted()).toEqual(standing(tree))
  },
)

test.each(['server', 'client'] as const)('the map draws the rooms of the %s in their order', (tree) => {
  const drawn = Object.entries(floors[tree]).map(([room, purpose]) => `| \`${room}\` | ${purpose} |`)
  const rows = map.split('\n').map((row) => row.replaceAll(/ +\|/gu, ' |'))
  const [first = ''] = drawn
  const at = rows.indexOf(first)
  expect(at, `"${first}" in docs/architecture.md`).toBeGreaterThan(0)
  expect(rows.slice(at, at + drawn.length)).toEqual(drawn)
})
