import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** What keeps tests apart from each other, and from how busy the machine is. */
const ROOT = path.resolve(import.meta.dirname, '../..')
const files = globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.{test,e2e}.ts'], { cwd: ROOT })
/** The lines of all tests that match. */
const linesWith = (pattern: RegExp) =>
  files.flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )

test('no test waits less than ten seconds for something to happen: a wait that succeeds ends early', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(
    linesWith(
      /(?:poll|waitUntil|waitFor|toBe\w+|toHave\w+|toContain\w+|configure)\(.*\btimeout: [\d_]{1,5}(?![\d_]| \*)/u,
    ),
  ).toEqual([])
})

test('settings of a running server are changed by changeSettings, which restores them when a test fails', () => {
  const allowed = /firm-settings\.test|every-list\.test/u
  expect(linesWith(/\bcontext\.settings(?:\.\w+)* = /u).filter((line) => !allowed.test(line))).toEqual([])
})
