import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SystemState } from '#features/operations/api/system.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { runCommandFile } from '#test/support/command.ts'
import { heardLog } from '#test/support/heard-log.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { anchorFileIn, newestAnchor } from './anchors.ts'
import { checkChain } from './check-chain.ts'
import { extendChain } from './extend-chain.ts'
import { verifyChain } from './verify-chain.ts'
import { anchorChain } from './anchor-chain.ts'

/** Four commands, each a process of its own. */
const COMMANDS_MS = 120_000

const { log, heard } = heardLog()
let database: TestDatabase
let server: TestServer
let admin: string
let system: string
beforeEach(async () => {
  database = await createTestDatabase()
  server = await startTestServer({ database, log })
  admin = (await makeUser(server.context, { role: 'admin' })).username
  system = (await makeUser(server.context, { role: 'system_administrator' })).username
  await makeUser(server.context, { role: 'wealth_manager' })
  for (const rows of [3, 5]) await growTo(rows)
  await checkChain(server.context, 'newest')
})
afterEach(() => server.close())

/** Lets the log grow until its newest row has this number, and runs everything scheduled within minutes. */
async function growTo(id: number): Promise<void> {
  const session = await server.as(system)
  while ((await newestId()) < id) await session.get('/api/system-admin/audit-logs/export?outcome=failure')
  await extendChain(server.context)
}

async function newestId(): Promise<number> {
  const { rows } = await server.context.database.pool.query<{ id: number }>(
    'select coalesce(max(id), 0)::int as id from audit_events',
  )
  return rows[0]?.id ?? 0
}

const linkNumbers = async () =>
  (
    await server.context.database.pool.query<{ id: number }>(
      'select event_id::float as id from audit_chain order by 1',
    )
  ).rows.map(({ id }) => id)

const everythingKnown = ['delete from audit_checks', 'delete from audit_tallies']
const cutAt = (id: number) => [
  `delete from audit_events where id >= ${id}`,
  `delete from audit_chain where event_id >= ${id}`,
  ...everythingKnown,
]

/**
 * Changes by the database owner, the row that the alarm names, and the row that a full verification names, if
 * different.
 */
const manipulations: [what: string, statements: string[], first: number, walked?: number][] = [
  ['cuts off the end', cutAt(4), 5],
  ['cuts off more than one anchor', cutAt(2), 3],
  ['removes all of it', cutAt(0), 3],
  [
    'removes all of it, and lets the numbers begin again',
    [...cutAt(0), "select setval('audit_events_id_seq', 1, false)"],
    3,
  ],
  [
    'forges a link with the highest number',
    ["insert into audit_chain values (9007199254740991, 'forged', sha256('forged'))", ...everythingKnown],
    Number.MAX_SAFE_INTEGER,
    6,
  ],
]

describe.each(manipulations)('an owner who %s', (_, statements, first, walked = first) => {
  test('is detected, also after further jobs: the proof is not overwritten', async () => {
    await server.asOwner(...statements)
    const links = await linkNumbers()
    const evidence = readFileSync(anchorFileIn(server.context.settings.dataDir), 'utf8')
    for (let minute = 0; minute < 3; minute += 1) {
      const session = await server.as(system)
      for (let row = 0; row < 4; row += 1)
        await session.get('/api/system-admin/audit-logs/export?outcome=failure')
      await extendChain(server.context)
      await anchorChain(server.context)
      await checkChain(server.context, 'newest')
    }
    expect(await linkNumbers()).toEqual(links)
    expect(readFileSync(anchorFileIn(server.context.settings.dataDir), 'utf8')).toBe(evidence)
    expect(await verifyChain(server.context)).toMatchObject({ sound: false, eventId: walked })
  })

  test('is reported on every dashboard, and by mail once', async () => {
    await server.asOwner(...statements)
    await extendChain(server.context)
    await anchorChain(server.context)
    await extendChain(server.context)
    await checkChain(server.context, 'newest')
    expect(heard()).toContain('the audit log was altered')
    const session = await server.as(system)
    const { health, checks } = (await session.get('/api/system-admin/system')).body as SystemState
    expect(health).toBe('failing')
    expect(checks.find(({ name }) => name === 'audit-log')).toMatchObject({
      health: 'failing',
      summary: `Altered: row ${Math.min(first, walked)}`,
    })
    for (const recipient of [admin, system]) {
      const mails = await mailsTo(server.context, recipient)
      expect(mails.map(({ template }) => template)).toEqual(['audit-log-altered'])
    }
    const { rows } = await server.context.database.pool.query(
      "select details from audit_events where action = 'audit-log.found-altered'",
    )
    expect(rows[0]).toMatchObject({ details: { eventId: first } })
  })
})

test('a piece cut out of the middle is detected by the next full check', async () => {
  await server.asOwner('delete from audit_events where id = 2', 'delete from audit_chain where event_id = 2')
  await extendChain(server.context)
  expect(await verifyChain(server.context)).toMatchObject({ sound: false, eventId: 3 })
})

test('a machine that did not extend the chain has its own proof', async () => {
  const { context } = server
  const other = await startTestServer()
  const elsewhere = { ...context, settings: { ...context.settings, dataDir: other.context.settings.dataDir } }
  await anchorChain(elsewhere)
  expect(await newestAnchor(elsewhere.settings.dataDir)).toMatchObject({ eventId: 5 })
  await server.asOwner(...cutAt(4))
  expect(await extendChain(elsewhere)).toBe(0)
  expect(await verifyChain(elsewhere)).toMatchObject({ sound: false, eventId: 5 })
  await other.close()
})

test('a machine without anchors cannot clear the alarm of one that has them', async () => {
  const { context } = server
  await server.asOwner(...cutAt(4))
  await anchorChain(context)
  const fresh = await startTestServer()
  const elsewhere = { ...context, settings: { ...context.settings, dataDir: fresh.context.settings.dataDir } }
  await checkChain(elsewhere, 'newest')
  await checkChain(elsewhere, 'whole')
  const session = await server.as(system)
  expect((await session.get('/api/system-admin/audit-log-state')).body).toMatchObject({ sound: false })
  await fresh.close()
})

test('every anchor is stored, an incomplete line does not affect others, and the legacy file counts', async () => {
  const { dataDir } = server.context.settings
  const file = anchorFileIn(dataDir)
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2)
  appendFileSync(file, '{"eventId":6,"co')
  await growTo(8)
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(4)
  expect(await newestAnchor(dataDir)).toMatchObject({ eventId: 8 })
  expect(await verifyChain(server.context)).toMatchObject({ sound: true })
  const older = path.join(dataDir, 'audit-anchor.json')
  writeFileSync(older, JSON.stringify({ eventId: 900, code: 'ab'.repeat(32) }))
  expect(await verifyChain(server.context)).toMatchObject({ sound: false, eventId: 900 })
  expect(existsSync(older)).toBe(true)
})

test(
  'the command accepts anchors from elsewhere, and refuses a file without any',
  async () => {
    const { dataDir, encryptionKeys = '' } = server.context.settings
    const copy = path.join(dataDir, 'copy.jsonl')
    const line = readFileSync(anchorFileIn(dataDir), 'utf8').trim().split('\n').at(-1) ?? ''
    writeFileSync(copy, `<109>1 2026-11-22T10:00:00Z host client-onboarding 7 audit-anchor - ${line}\n`)
    const empty = path.join(dataDir, 'empty')
    writeFileSync(empty, 'nothing\n')
    const elsewhere = path.join(dataDir, 'elsewhere')
    mkdirSync(elsewhere)
    const environment = {
      DATABASE_URL: database.applicationUrl,
      DATABASE_OWNER_URL: database.url,
      DATA_DIR: elsewhere,
      ENCRYPTION_KEY: encryptionKeys,
    }
    const verify = (...files: string[]) =>
      runCommandFile(
        'src/app/commands/verify-audit.ts',
        files.flatMap((file) => ['--anchor', file]),
        environment,
      )
    expect(await verify(copy)).toMatchObject({ code: 0 })
    expect(await verify(copy, empty)).toMatchObject({ code: 1 })
    await server.asOwner(...cutAt(4))
    expect(await verify()).toMatchObject({ code: 0 })
    const { code, output } = await verify(copy)
    expect([code, output]).toEqual([1, expect.stringContaining('number 5: the end of the log was cut off')])
  },
  COMMANDS_MS,
)
