import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jobDefinitions } from '#server/app/jobs/definitions.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const operations = read('docs/operations.md')

const settings = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gmu)].map(([, name = '']) => name)

/** Those that operators are not told of by name. */
const missing = (names: Iterable<string>) =>
  [...new Set(names)].filter((name) => !operations.includes(`\`${name}\``))

test('operators are told of every setting', () => {
  expect(settings.length).toBeGreaterThan(40)
  expect(missing(settings)).toEqual([])
})

test('operators are told of every job', () => {
  expect(missing(jobDefinitions.map(({ name }) => name))).toEqual([])
})
