import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const CLIENT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Truncates text, which then cannot be read at text spacing or 200 % (WCAG 1.4.4, 1.4.12). */
const TRUNCATING =
  /\b(?:truncate|text-ellipsis|text-clip|line-clamp-\S+)\b|text-overflow\s*:|-webkit-line-clamp/u

/**
 * Allowed: the browser's closed select has one line and shows the whole text when it is opened; an address in a list of
 * applications has its title, and is whole in the opened application; a long name of the firm or of the user ends in the
 * header of one row, and is whole in its menu, in the account and in the page’s title.
 */
const MAY_TRUNCATE: ReadonlySet<string> = new Set([
  'app/client/staff/staff-header.tsx',
  'base/client/ui/select.tsx',
  'features/brand/client/shell/logo.tsx',
  'features/review/client/list/cells.tsx',
])

const sources = globSync('**/client/**/*.{tsx,ts,css}', { cwd: CLIENT }).filter(
  (name) => !name.includes('.test.'),
)

test('wraps names, addresses and file names instead of truncating them', () => {
  expect(sources.length).toBeGreaterThan(200)
  const truncating = sources.filter((name) => TRUNCATING.test(readFileSync(`${CLIENT}${name}`, 'utf8')))
  expect(truncating.toSorted()).toEqual([...MAY_TRUNCATE])
})
