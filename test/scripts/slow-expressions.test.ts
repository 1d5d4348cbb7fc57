import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { csvCellText } from '#base/rules/input/csv-cell.ts'
import { isCommon } from '#features/sign-in/rules/commonness.ts'
import { parseLetter } from '#features/brand/rules/letter/markup.ts'
import { linksIn } from '#features/mail/rules/links.ts'
import { nameInMail } from '#features/mail/rules/name-in-mail.ts'
import { safeFileName } from '#features/documents/server/file-name.ts'
import { withoutPersons } from '#base/server/logging/describe-error.ts'

const SCRIPT = new URL('../../scripts/slow-expressions.mjs', import.meta.url).href
const { findSlow } = (await import(SCRIPT)) as { findSlow: (files: string[]) => Promise<string[]> }
const FOLDER = fileURLToPath(new URL('../../.tmp/expressions/', import.meta.url))
mkdirSync(FOLDER, { recursive: true })
afterAll(() => rmSync(FOLDER, { recursive: true }))

function write(name: string, source: string): string {
  const file = path.join(FOLDER, `${name}.ts`)
  writeFileSync(file, source)
  return file
}

test.each([
  ['literal', String.raw`export const trailing = /\s+$/u`, '2nd degree polynomial'],
  ['in-a-call', String.raw`export const isMail = (text: string) => /^(\w+\.?)+@/u.test(text)`, 'exponential'],
  ['built', "const part = 'a+'\nexport const built = new RegExp(`^(?:${part})+$`, 'u')", 'exponential'],
  [
    'built-in-a-call',
    "export const of = (name: string) => new RegExp(name, 'u')",
    'at the top of the module',
  ],
])('a slow expression is found: %s', async (name, source, message) => {
  const problems = await findSlow([write(name, source)])
  expect(problems).toEqual([expect.stringContaining(`.tmp/expressions/${name}.ts`)])
  expect(problems[0]).toContain(message)
})

test('a fast one passes', async () => {
  const sources = [write('fast', String.raw`export const word = /^\w+$/u`)]
  sources.push(write('built-fast', "export const built = new RegExp(`^(?:${'abc'})+$`, 'u')"))
  expect(await findSlow(sources)).toEqual([])
})

/** Of a hundred thousand signs each; what took quadratic time took minutes. */
const LONG = 100_000
const hostile = [
  '\t',
  ' ',
  '\n',
  '.',
  '-',
  '@',
  'a',
  'a.',
  '0.0',
  '[',
  'citizen A ',
  '\t\v',
  "'\n",
  '1',
  '＼',
  '\u0301',
]

test.each([
  ['a cell of a CSV file', csvCellText],
  ['a name in a mail', nameInMail],
  ['links', linksIn],
  ['a letter', (text: string) => parseLetter(`# ${text}x`)],
  ['a file name', (text: string) => safeFileName(`x${text}x`, 'application/pdf')],
  ['a log line', withoutPersons],
  ['a password', (text: string) => isCommon(`a${text}a`, () => false)],
])('a hostile text takes milliseconds: %s', (_, read) => {
  for (const piece of hostile) {
    const begun = performance.now()
    read(piece.repeat(LONG / piece.length))
    expect(performance.now() - begun).toBeLessThan(5000)
  }
})
