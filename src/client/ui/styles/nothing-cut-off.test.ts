import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const CLIENT = fileURLToPath(new URL('../..', import.meta.url))

/** What ends a text early: the rest of it cannot be read, at text spacing or 200 % least of all (WCAG 1.4.4, 1.4.12). */
const CUTS = /\b(?:truncate|text-ellipsis|text-clip|line-clamp-\S+)\b|text-overflow\s*:|-webkit-line-clamp/u

/** Where that may be: a closed list of the browser has one line, and says the rest when it is opened. */
const MAY_CUT: ReadonlySet<string> = new Set(['ui/select.tsx'])

const sources = globSync('**/*.{tsx,ts,css}', { cwd: CLIENT }).filter((name) => !name.includes('.test.'))

test('names, addresses and file names wrap: nothing of a text is cut off', () => {
  expect(sources.length).toBeGreaterThan(200)
  const cutting = sources.filter((name) => CUTS.test(readFileSync(`${CLIENT}${name}`, 'utf8')))
  expect(cutting).toEqual([...MAY_CUT])
})
