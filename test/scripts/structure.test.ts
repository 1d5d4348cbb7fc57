import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** A file that breaks each rule, with the rule's name. */
const VIOLATIONS = [
  ['domain-knows-nothing-outside', 'src/domain/a.ts', "import '#server/platform/db/database.ts'"],
  ['domain-does-no-input-or-output', 'src/domain/b.ts', "import 'node:fs'"],
  ['domain-has-no-framework', 'src/domain/c.ts', "import 'react'"],
  ['client-never-imports-server', 'src/client/a.ts', "import '#server/platform/db/database.ts'"],
  ['server-never-imports-client', 'src/server/a.ts', "import '#client/ui/block.ts'"],
  ['client-runs-in-a-browser', 'src/client/b.ts', "import 'node:path'"],
  ['routes-hold-no-sql', 'src/server/features/users/routes.ts', "import 'drizzle-orm'"],
  ['rules-know-no-http', 'src/server/features/users/commands.ts', "import 'fastify'"],
  [
    'server-platform-imports-no-higher-layer',
    'src/server/platform/db/up.ts',
    "import '#server/features/users/commands.ts'",
  ],
  [
    'client-shared-imports-no-higher-layer',
    'src/client/shared/shell/up.ts',
    "import '#client/features/staff-workspace/list.ts'",
  ],
  [
    'client-ui-imports-no-higher-layer',
    'src/client/ui/block.ts',
    "import '#client/features/staff-workspace/list.ts'",
  ],
  ['only-tests-import-test-support', 'src/server/b.ts', "import '#test/support.ts'"],
  ['no-test-is-imported', 'src/server/c.ts', "import '#domain/d.test.ts'"],
  ['no-cycles', 'src/server/d.ts', "import '#server/e.ts'"],
  ['nothing-unresolved', 'src/server/f.ts', "import '#server/missing.ts'"],
  ['product-needs-no-development-package', 'src/server/g.ts', "import 'vitest'"],
] as const

const GOOD = [
  ['src/server/platform/db/database.ts', "import 'pg'"],
  ['src/server/e.ts', "import '#server/d.ts'"],
  ['src/domain/d.test.ts', "import 'node:fs'"],
  ['src/client/features/staff-workspace/list.ts', "import '#client/shared/shell/up.ts'"],
  ['test/support.ts', ''],
] as const

let project = ''
let found = ''

beforeAll(async () => {
  project = mkdtempSync(path.join(tmpdir(), 'structure-'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'))
  for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs']) {
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
  expect(found).not.toContain(': src/server/platform/db/database.ts')
  expect(found).not.toContain(': src/domain/d.test.ts')
})
