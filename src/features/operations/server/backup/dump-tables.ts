import { open } from 'node:fs/promises'
import path from 'node:path'
import { createGzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { hashed } from './checksum.ts'
import type { Manifest } from './manifest.ts'
import { COPY_SETTINGS, tablesToBackUp, type Table } from './tables.ts'

/** A document's object in a snapshot. */
export interface ReferencedObject {
  documentId: string
  key: string
  /** The document was removed or is infected, so its object may be deleted at any time. */
  mayBeGone: boolean
}

/** The data read from a snapshot. */
export interface Dumped extends Pick<Manifest, 'takenAt' | 'schema' | 'encryptionKeys' | 'tables'> {
  objects: ReferencedObject[]
}

/**
 * Writes every table to a file from one snapshot, without blocking writers. The transaction ends before the objects are
 * copied, so that the database can clean up old rows.
 */
export async function dumpTables(pool: pg.Pool, folder: string): Promise<Dumped> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(COPY_SETTINGS)
    const dumped = { ...(await factsOf(client)), objects: await objectsOf(client) }
    const tables = []
    for (const table of await tablesToBackUp(client)) tables.push(await dumpTable(client, folder, table))
    await client.query('commit')
    client.release()
    return { ...dumped, tables }
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function factsOf(client: pg.ClientBase) {
  const { rows } = await client.query<{
    taken_at: string
    migrations: string
    newest: string
    keys: string[]
  }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at,
            (select count(*) from migrations) as migrations, (select max(created_at) from migrations) as newest,
            array(select id from encryption_keys where in_use order by created_at) as keys`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The database did not report its contents.')
  return {
    takenAt: row.taken_at,
    schema: { migrations: Number(row.migrations), newest: Number(row.newest) },
    encryptionKeys: row.keys,
  }
}

async function objectsOf(client: pg.ClientBase): Promise<ReferencedObject[]> {
  const { rows } = await client.query<ReferencedObject>(
    `select id as "documentId", object_key as key, removed_at is not null or virus_scan = 'infected' as "mayBeGone"
       from documents order by id`,
  )
  return rows
}

async function dumpTable(
  client: pg.ClientBase,
  folder: string,
  { name, columns }: Table,
): Promise<Manifest['tables'][number]> {
  const file = `tables/${name}.copy.gz`
  const copy = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${listOf(columns)}) to stdout`))
  const packed = createGzip({ level: 6 })
  const packing = pipeline(copy, packed)
  const { content, sum } = hashed(packed)
  await Promise.all([packing, writeDurably(path.join(folder, file), content)])
  return { name, columns, rows: copy.rowCount, file, sha256: sum() }
}

/** Column names for SQL. */
export function listOf(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}

/** Writes a new file that only its owner can read, durably. */
export async function writeDurably(file: string, content: AsyncIterable<Buffer> | string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
