import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeFolder } from '#test/support/quick-folder.ts'

const CHECK = fileURLToPath(new URL('../../scripts/check-migrations.mjs', import.meta.url))

/** Checks a folder with these migrations. */
function checkAll(files: Readonly<Record<string, string>>, snapshots = ['0001_snapshot.json']) {
  const folder = makeFolder('onboarding-steps-')
  mkdirSync(path.join(folder, 'meta'))
  for (const snapshot of snapshots) writeFileSync(path.join(folder, 'meta', snapshot), '{}')
  for (const [name, sql] of Object.entries(files)) writeFileSync(path.join(folder, name), `${sql}\n`)
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, folder], { encoding: 'utf8' })
  return { ok: status === 0, output: stdout + stderr }
}

const check = (sql: string, name = '0001_tried.sql', snapshots?: string[]) =>
  checkAll({ [name]: sql }, snapshots)

const INDEX = 'create index tried on users (created_at);'
const BESIDE = 'create index concurrently tried on users (created_at);'
const DROP = 'alter table users drop column full_name;'

test.each([
  ['an index that keeps writers waiting', INDEX, 'require-concurrent-index-creation'],
  ['a column that is gone', DROP, 'ban-drop-column'],
  ['an index beside the work, within a transaction', BESIDE, 'prefer-robust-stmts'],
  [
    'an index that keeps writers waiting, beside the work',
    `-- kind: concurrent\n${INDEX}`,
    'require-concurrent',
  ],
  ['a kind that there is not', `-- kind: backfill\n${BESIDE}`, 'no such kind'],
])('%s is found', (_, sql, text) => {
  const { ok, output } = check(sql)
  expect(output).toContain(text)
  expect(ok).toBe(false)
})

test.each([
  ['a column more', 'alter table users add column tried integer;'],
  ['an index beside the work', `-- kind: concurrent\n${BESIDE}`],
  ['a contraction', `-- kind: contract\n${DROP}`],
  ['what is meant', `-- A table without rows.\n-- squawk-ignore require-concurrent-index-creation\n${INDEX}`],
])('%s is let through', (_, sql) => {
  expect(check(sql)).toEqual({ ok: true, output: expect.any(String) as string })
})

test('the initial migration is not checked: it runs on an empty database', () => {
  expect(check(INDEX, '0000_initial.sql').ok).toBe(true)
})

test('a snapshot before the newest is found', () => {
  const { ok, output } = check(INDEX, '0000_initial.sql', ['0000_snapshot.json', '0001_snapshot.json'])
  expect(output).toContain('meta/0000_snapshot.json')
  expect(output).not.toContain('meta/0001_snapshot.json')
  expect(ok).toBe(false)
})

test('a second migration of a kind since the last release is found', () => {
  const column = 'alter table users add column tried integer;'
  const two = { '0001_tried.sql': column, '0002_tried.sql': column.replace('tried', 'tried_too') }
  expect(checkAll(two).output).toContain('several steps of kind expand')
  expect(checkAll({ ...two, '0002_tried.sql': `-- kind: concurrent\n${BESIDE}` }).ok).toBe(true)
})
