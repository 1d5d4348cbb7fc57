#!/usr/bin/env node
// Holds the steps of the schema against what keeps servers at work from working (squawk), each by its kind (docs/decisions/0081).
// A step that means it says so above the statement, `-- squawk-ignore rule`, and why. An argument names another folder.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { commandOf, inRoot, readJson } from './project.mjs'
import { run } from './run.mjs'

/** The first migration that is checked: the initial one runs on an empty database. */
const FIRST = '0001'
/** The oldest PostgreSQL that is supported. */
const POSTGRES = '14'

/** Settings that a migration need not contain, since `db/run-migrations.ts` sets them. */
const SET_BY_THE_SERVER = ['require-lock-timeout', 'require-statement-timeout']
/** Matters of taste: a count of pages needs no eight bytes. */
const TASTE = ['prefer-bigint-over-int', 'prefer-bigint-over-smallint']
const NEVER = [...SET_BY_THE_SERVER, ...TASTE]
/** What takes something away is what a contraction is for. */
const TAKES_AWAY = [
  'ban-drop-column',
  'ban-drop-table',
  'ban-drop-not-null',
  'renaming-column',
  'renaming-table',
  'constraint-missing-not-valid',
]

const without = (...rules) => rules.flat().flatMap((rule) => ['--exclude', rule])

/** How a step of each kind is looked at. */
const LOOKED_AT = {
  expand: ['--assume-in-transaction', ...without(NEVER)],
  concurrent: [...without(NEVER, ['prefer-robust-stmts'])],
  contract: ['--assume-in-transaction', ...without(NEVER, TAKES_AWAY)],
}

const { lastMigration: lastReleased } = readJson(inRoot('test/release-before/released.json'))

function kindOf(file) {
  return /^-- kind: (.*)$/mu.exec(readFileSync(file, 'utf8'))?.[1] ?? 'expand'
}

const folder = path.resolve(process.argv[2] ?? inRoot('src/base/server/db/migrations'))
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql') && name >= FIRST)
  .map((name) => path.join(folder, name))
const unreleased = files.filter((file) => path.basename(file, '.sql') > lastReleased)
const unknown = files.filter((file) => !Object.keys(LOOKED_AT).includes(kindOf(file)))
for (const file of unknown) console.log(`${file}: there is no such kind of step`)
const olderSnapshots = readdirSync(path.join(folder, 'meta'))
  .filter((name) => name.endsWith('_snapshot.json'))
  .toSorted()
  .slice(0, -1)
for (const name of olderSnapshots)
  console.log(`meta/${name}: only the newest snapshot stays, delete this one`)
// Until a release, changes are merged into the steps that no release has.
const repeated = Object.keys(LOOKED_AT).filter(
  (kind) => unreleased.filter((file) => kindOf(file) === kind).length > 1,
)
for (const kind of repeated)
  console.log(`several steps of kind ${kind} since the last release: merge them into one`)
let failed = unknown.length + olderSnapshots.length + repeated.length > 0
for (const [kind, options] of Object.entries(LOOKED_AT)) {
  const ofKind = files.filter((file) => kindOf(file) === kind)
  if (ofKind.length === 0) continue
  const command = [commandOf('squawk-cli', 'squawk'), '--pg-version', POSTGRES, ...options]
  failed = (await run(process.execPath, [...command, ...ofKind])) !== 0 || failed
}
process.exitCode = failed ? 1 : 0
