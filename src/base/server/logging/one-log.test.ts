import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('../../..', import.meta.url))
const HERE = path.join(SOURCES, 'base/server/logging')
const SERVER = /\/(?:server|commands|demo)\//u

/** Ways to bypass the log. `npm run check` rejects console and pino too. */
const PAST_IT = /\bconsole\s*[.[]|process\s*\.\s*(?:stdout|stderr)|from '(?:node:console|pino)'|\bpino\(/u
const ONLY_A_TYPE = /^import type .*$/gmu

test('the server writes only through its log and terminal messages', () => {
  const files = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && one.name.endsWith('.ts') && !one.name.endsWith('.test.ts'))
    .map((one) => path.join(one.parentPath, one.name))
    .filter((file) => SERVER.test(file) && !file.startsWith(HERE))
  expect(files.length).toBeGreaterThan(200)
  const past = files.filter((file) => PAST_IT.test(readFileSync(file, 'utf8').replaceAll(ONLY_A_TYPE, '')))
  expect(past).toEqual([])
})
