import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Tests the server's own limits. */
const OF_LIMITS = 'src/base/server/db/time-limits.test.ts'

test('no test takes a connection from the pool of a server: one that holds something there is cut off on a busy machine', () => {
  const files = globSync(['src/**/*.test.ts', 'test/**/*.ts'], { cwd: ROOT })
  const taking = files.filter((file) =>
    /\bpool\s*\.connect\(/u.test(readFileSync(path.join(ROOT, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(taking).toEqual([OF_LIMITS])
})
