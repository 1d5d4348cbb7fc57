import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const BUDGETS = new URL('../../scripts/budgets.mjs', import.meta.url).href
const { exceededBudgets } = (await import(BUDGETS)) as { exceededBudgets: (client: string) => string[] }

/** A script of about this many incompressible bytes. */
const noise = (bytes: number) => `// ${randomBytes(bytes * 0.75).toString('base64')}`

let client = ''

beforeEach(() => {
  client = mkdtempSync(path.join(tmpdir(), 'budgets-'))
  mkdirSync(path.join(client, 'assets'))
  write('sign-in.html', '<script type="module" crossorigin src="/assets/first.js"></script>')
  write('assets/first.js', 'import{a as b}from"./shared.js";b();import("./later.js")')
  write('assets/shared.js', 'export const a=()=>{}')
  write('assets/later.js', 'export const c=1')
})

afterEach(() => {
  rmSync(client, { recursive: true, force: true })
})

function write(name: string, content: string): void {
  writeFileSync(path.join(client, name), content)
}

test('a small client is within its budgets', () => {
  expect(exceededBudgets(client)).toEqual([])
})

test.each([
  [
    'assets/shared.js',
    noise(130_000),
    /JavaScript before the sign-in form can be used: \d+\.\d kB of at most 90\.0 kB/u,
  ],
  ['assets/later.js', noise(80_000), /the largest file of a later page: \d+\.\d kB of at most 50\.0 kB/u],
])('a build with too much in %s is reported with the excess', (name, content, message) => {
  write(name, content)
  expect(exceededBudgets(client)).toEqual([expect.stringMatching(message)])
})

test('a page with too many styles is reported', () => {
  write(
    'sign-in.html',
    `<script type="module" src="/assets/first.js"></script><style>${noise(30_000)}</style>`,
  )
  expect(exceededBudgets(client)).toEqual([expect.stringContaining("the sign-in page's HTML")])
})
