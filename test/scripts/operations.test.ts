import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { jobDefinitions } from '#server/app/jobs/definitions.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const operations = ['install', 'run', 'emergencies', 'settings']
  .map((name) => read(`docs/${name}.md`))
  .join('\n')

const settings = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gmu)].map(([, name = '']) => name)

/** Those that operators are not told of by name. */
const missing = (names: Iterable<string>) =>
  [...new Set(names)].filter((name) => !operations.includes(`\`${name}\``))

test('operators are told of every setting', () => {
  expect(settings.length).toBeGreaterThan(40)
  expect(missing(settings)).toEqual([])
})

test('every link between the pages leads to a heading', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/gu, '')
      .replaceAll(' ', '-')
  const files = ['README.md', 'deploy/README.md', ...globSync('docs/*.md')]
  const broken = files.flatMap((file) =>
    [...read(file).matchAll(/\]\(((?!https?:)[^)\s#]*)#([^)\s]+)\)/gu)]
      .filter(([, page = '', anchor = '']) => {
        const target = page === '' ? file : path.join(path.dirname(file), page)
        const headings = [...read(target).matchAll(/^#+ (.*)$/gmu)].map(([, heading = '']) => slug(heading))
        return !headings.includes(anchor)
      })
      .map(([link]) => `${file}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('operators are told of every job', () => {
  expect(missing(jobDefinitions.map(({ name }) => name))).toEqual([])
})
