import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#base/server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '#base/server/db/migrate.ts'
import { quickParent } from '../environments/quick-parent.mjs'
import { makeFolder } from './quick-folder.ts'

/** A migrated, empty database of one test. */
export interface TestDatabase {
  /** With the owner's role. */
  url: string
  /** With the application's role. */
  applicationUrl: string
  drop: () => Promise<void>
}

/** The PostgreSQL server of a test run. */
export interface TestPostgres {
  stop: () => Promise<void>
}

/** Environment variables by which the run's processes find server and template. */
const SERVER_VARIABLE = 'TEST_POSTGRES_SERVER'
const APPLICATION_VARIABLE = 'TEST_POSTGRES_APPLICATION'
const TEMPLATE_VARIABLE = 'TEST_POSTGRES_TEMPLATE'

const FOLDER_PREFIX = 'onboarding-tests-'
/** Test data need not survive a power failure, and databases are created and dropped much faster without durability. */
const OF_TESTS = ['fsync = off', 'full_page_writes = off']
/** Parallel test files have several servers each, with up to 29 connections per server. */
const MAX_CONNECTIONS = 400
/** Earlier versions always copy the template's files and do not know the option. */
const FIRST_VERSION_WITH_STRATEGY = 150_000

/**
 * Starts PostgreSQL for a test run with a migrated template database. TEST_DATABASE_URL names an existing server
 * instead, whose role must be a superuser.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const server = await openServer()
  const template = `onboarding_template_${randomName()}`
  await execute(server.ownerUrl, `CREATE DATABASE ${template}`)
  await migrate(withDatabase(server.ownerUrl, template), withDatabase(server.url, template))
  await execute(server.ownerUrl, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`)
  process.env[SERVER_VARIABLE] = server.ownerUrl
  process.env[APPLICATION_VARIABLE] = server.url
  process.env[TEMPLATE_VARIABLE] = template
  return {
    async stop() {
      await execute(server.ownerUrl, `DROP DATABASE ${template}`)
      await server.stop()
    },
  }
}

/**
 * A new copy of the template. The caller drops it, even with open connections.
 *
 * @param empty without the schema
 */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = requireVariable(SERVER_VARIABLE)
  const template = empty ? 'template1' : requireVariable(TEMPLATE_VARIABLE)
  const name = `onboarding_test_${randomName()}`
  const [row] = await execute(server, "SELECT current_setting('server_version_num')::int AS version")
  const strategy = Number(row?.['version']) >= FIRST_VERSION_WITH_STRATEGY ? 'STRATEGY file_copy' : ''
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${template} ${strategy}`)
  return {
    url: withDatabase(server, name),
    applicationUrl: withDatabase(requireVariable(APPLICATION_VARIABLE), name),
    async drop() {
      await execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

async function openServer(): Promise<EmbeddedPostgres> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return withApplicationRole(given)
  await clearKilledRuns()
  const folder = makeFolder(FOLDER_PREFIX)
  const { stop, ...urls } = await startEmbeddedPostgres({
    dataDir: dataDirIn(folder),
    log: () => undefined,
    maxConnections: MAX_CONNECTIONS,
  })
  for (const setting of OF_TESTS) await execute(urls.ownerUrl, `ALTER SYSTEM SET ${setting}`)
  await execute(urls.ownerUrl, 'SELECT pg_reload_conf()')
  return {
    ...urls,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function withApplicationRole(ownerUrl: string): Promise<EmbeddedPostgres> {
  const [role, password] = [`onboarding_test_${randomName()}`, randomName()]
  await execute(ownerUrl, `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  return {
    ownerUrl,
    url: url.href,
    async stop() {
      await execute(ownerUrl, `DROP ROLE ${role}`)
    },
  }
}

/** Takes over the PostgreSQL of a killed run, stops it, and removes its folder. */
async function clearKilledRuns(): Promise<void> {
  const parent = quickParent()
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = path.join(parent, name)
    if (!existsSync(path.join(dataDirIn(folder), 'server.lock'))) continue
    try {
      const left = await startEmbeddedPostgres({ dataDir: dataDirIn(folder), log: () => undefined })
      await left.stop()
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // used by a running test, or by another user
    }
  }
}

function dataDirIn(folder: string): string {
  return path.join(folder, 'data')
}

async function execute(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

function requireVariable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the test run has to call startTestPostgres() first.`)
  return value
}

function randomName(): string {
  return randomBytes(6).toString('hex')
}
