import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** A file that breaks each rule, with the rule's name. */
const VIOLATIONS = [
  ['base-knows-no-subject', 'src/base/server/a.ts', "import '#features/mail/rules/a.ts'"],
  ['no-subject-knows-the-app', 'src/features/mail/server/a.ts', "import '#app/server/app.ts'"],
  ['subjects-know-earlier-ones-only', 'src/features/mail/rules/b.ts', "import '#features/review/rules/a.ts'"],
  ['rules-and-contract-are-pure', 'src/features/mail/rules/c.ts', "import '#base/server/db/database.ts'"],
  ['rules-and-contract-are-pure', 'src/features/mail/api.ts', "import 'react'"],
  ['rules-do-no-input-or-output', 'src/base/rules/d.ts', "import 'node:fs'"],
  ['client-never-imports-server', 'src/features/mail/client/a.ts', "import '#features/mail/schema.ts'"],
  ['server-never-imports-client', 'src/app/commands/a.ts', "import '#base/client/ui/block.ts'"],
  ['client-runs-in-a-browser', 'src/features/mail/client/b.ts', "import 'node:path'"],
  ['routes-hold-no-sql', 'src/features/mail/server/routes.ts', "import 'drizzle-orm'"],
  ['rules-know-no-http', 'src/features/mail/server/commands.ts', "import 'fastify'"],
  ['only-tests-import-test-support', 'src/base/server/b.ts', "import '#test/support.ts'"],
  ['no-test-is-imported', 'src/base/server/c.ts', "import '#base/rules/d.test.ts'"],
  ['no-cycles', 'src/base/server/d.ts', "import '#base/server/e.ts'"],
  ['nothing-unresolved', 'src/base/server/f.ts', "import '#base/server/missing.ts'"],
  ['product-needs-no-development-package', 'src/base/server/g.ts', "import 'vitest'"],
] as const

const GOOD = [
  ['src/app/server/app.ts', "import '#features/mail/rules/a.ts'"],
  ['src/base/client/ui/block.ts', ''],
  ['src/base/rules/d.test.ts', "import 'node:fs'"],
  ['src/base/server/db/database.ts', "import 'pg'"],
  ['src/base/server/e.ts', "import '#base/server/d.ts'"],
  ['src/features/mail/rules/a.ts', ''],
  ['src/features/mail/schema.ts', "import 'drizzle-orm'"],
  ['src/features/review/rules/a.ts', "import '#features/mail/rules/a.ts'"],
  ['test/support.ts', ''],
] as const

let project = ''
let found = ''

beforeAll(async () => {
  project = mkdtempSync(path.join(tmpdir(), 'structure-'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'))
  for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs', 'src/features/bands.mjs']) {
    mkdirSync(path.dirname(path.join(project, name)), { recursive: true })
    cpSync(path.join(ROOT, name), path.join(project, name))
  }
  for (const [file, text] of [...GOOD, ...VIOLATIONS.map(([, ...rest]) => rest)]) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
    writeFileSync(path.join(project, file), `${text}\nexport {}\n`)
  }
  found = await cruise()
}, 60_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

function cruise(): Promise<string> {
  const cruiser = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [cruiser, 'src', 'test', '--output-type', 'err']
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { cwd: project, env: { ...process.env, NO_COLOR: '1' } },
      (error, stdout) => resolve(`${stdout}\nexit ${error?.code ?? 0}`),
    )
  })
}

test.each(VIOLATIONS)('%s is enforced', (rule, file) => {
  expect(found).toMatch(new RegExp(`error ${rule}: ${file.replaceAll('.', '\\.')} →`))
})

test('a breach fails the check, and what is allowed is not one', () => {
  expect(found).not.toMatch(/exit 0$/)
  for (const [file] of GOOD.filter(([name]) => name !== 'src/base/server/e.ts'))
    expect(found).not.toContain(`: ${file} →`)
})

test('the list of known breaches does not grow', () => {
  const known = JSON.parse(
    readFileSync(path.join(ROOT, '.dependency-cruiser-known-violations.json'), 'utf8'),
  ) as unknown[]
  expect(known.length).toBeLessThanOrEqual(164)
})
