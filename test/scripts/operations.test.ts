import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { jobDefinitions } from '#app/server/jobs/definitions.ts'
import { retiredSettings } from '#base/server/config/retired-settings.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const operations = ['install', 'run', 'emergencies', 'settings', 'operations-reference']
  .map((name) => read(`docs/${name}.md`))
  .join('\n')

const settings = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gmu)].map(([, name = '']) => name)

/** Variables that are not documented by name. */
const missing = (names: Iterable<string>) =>
  [...new Set(names)].filter((name) => !operations.includes(`\`${name}\``))

test('the operations docs name every setting', () => {
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

test('the operations docs name every job', () => {
  expect(missing(jobDefinitions.map(({ name }) => name))).toEqual([])
})

test('the pages of an operator have at most 4,000 words', () => {
  const text = ['install', 'run', 'emergencies', 'settings'].map((name) => read(`docs/${name}.md`)).join('\n')
  expect(text.split(/\s+/u).filter((part) => /[\p{L}\d]/u.test(part)).length).toBeLessThanOrEqual(4000)
})

const everyPage = [
  'README.md',
  'SECURITY.md',
  'deploy/README.md',
  '.env.example',
  ...globSync('docs/**/*.md'),
]

test('no page names a setting that was removed', () => {
  const named = everyPage.flatMap((page) =>
    (read(page).match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+/gu) ?? [])
      .filter((name) => Object.hasOwn(retiredSettings, name))
      .map((name) => `${page}: ${name}`),
  )
  expect(named).toEqual([])
})

test('the files of an installed release that the pages name exist', () => {
  const scripts = globSync('deploy/**/*.{sh,service,conf}')
  const named = [...everyPage, ...scripts].flatMap((page) =>
    [...read(page).matchAll(/\/current\/((?:deploy|docs)\/[\w./-]*\w)/gu)].map(([, file = '']) => file),
  )
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([])
})

/** A line of a command may end in a backslash. */
const COMMANDS = /(?:npm run|\bonboarding) ([a-z][a-z:-]*)((?:[ \t]|\\\n)[^`\n\\#]*(?:\\\n[^`\n\\#]*)*)?/gu
/** Files that read the options of a command. */
const OPERATORS = /src\/app\/commands\/[\w-]+\.ts$|scripts\/upgrade\.mjs$/u

/** The commands of the pages, each with what package.json runs and the options that are named. */
function documentedCommands() {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const pages = ['README.md', 'CHANGELOG.md', 'deploy/README.md', '.env.example', ...globSync('docs/*.md')]
  return pages.flatMap((page) =>
    [...read(page).matchAll(COMMANDS)]
      // The product's name is also its program's.
      .filter(([text, name = '']) => text.startsWith('npm') || name in scripts)
      .map(([text, name = '', rest = '']) => ({
        text: `${page}: ${text}`,
        name,
        line: scripts[name],
        /** Undefined: a command of developers. */
        file: OPERATORS.exec(scripts[name] ?? '')?.[0],
        options: rest.match(/(?<=--)[a-z][a-z\d-]*/gu) ?? [],
      })),
  )
}

test('every command in the pages exists, and takes the options that they name', () => {
  const commands = documentedCommands()
  expect(commands.length).toBeGreaterThan(40)
  const wrong = commands.filter(({ line, file, options }) => {
    if (line === undefined) return true
    if (file === undefined) return false
    const sources = [file, 'src/app/commands/run-command.ts', 'src/app/commands/setup/questions.ts']
    const source = sources.map(read).join('\n')
    return options.some((name) => !source.includes(`'${name}'`) && !source.includes(` ${name}: {`))
  })
  expect(wrong.map(({ text }) => text)).toEqual([])
})

test('a test runs every command of operators that the pages name, with each of its options', () => {
  const tests = globSync(['src/**/*.test.ts', 'test/first-server/*.ts', 'test/image/*.ts']).map(read)
  const untested = documentedCommands().filter(({ name, file, options }) => {
    if (file === undefined) return false
    const runs = tests.filter(
      (source) =>
        source.includes(file) ||
        new RegExp(`onboarding\\(\\s*'${name}'`, 'u').test(source) ||
        // The table of all commands (configuration.test.ts).
        source.includes(`file: '${path.basename(file, '.ts')}'`),
    )
    return ['', ...options].some(
      (option) =>
        !runs.some(
          (source) => option === '' || new RegExp(`'--${option}'|^ *'?${option}'?: `, 'mu').test(source),
        ),
    )
  })
  expect(untested.map(({ text }) => text)).toEqual([])
})
