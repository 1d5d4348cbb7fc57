import type { Context } from '#base/server/context.ts'
import type { DatabaseConnection } from '#base/server/db/database.ts'
import { SCHEMA } from '#base/server/db/migrations.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import type { LivingNode } from '#base/server/node-state.ts'
import { VERSION } from '#base/server/version.ts'

/** Servers send a heartbeat every five seconds; after three missed ones they count as gone. */
export const HEARTBEAT_MS = 5000
const ALIVE_SECONDS = 20

/** The live servers as one JSON value, by the database's clock. */
export const LIVING_NODES = `(select coalesce(json_agg(json_build_object('id', id, 'name', name, 'version', version,
    'keyIds', key_ids, 'currentKeyId', seals_with) order by started_at, id), '[]')
  from nodes where left_at is null and seen_at > clock_timestamp() - interval '${ALIVE_SECONDS} seconds')`

/** The live servers. */
export async function livingNodes({ pool }: Pick<DatabaseConnection, 'pool'>): Promise<LivingNode[]> {
  const { rows } = await pool.query<{ living: LivingNode[] }>(`select ${LIVING_NODES} as living`)
  return rows[0]?.living ?? []
}

const HEARTBEAT = {
  name: 'say_that_node_lives',
  text: `insert into nodes (id, name, version, schema, key_ids, seals_with, started_at, seen_at)
    values ($1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp())
    on conflict (id) do update set key_ids = excluded.key_ids, seals_with = excluded.seals_with, seen_at = excluded.seen_at`,
}

/** Records that this server is alive, with its keys. */
export async function recordHeartbeat(
  { database, node }: Pick<Context, 'database' | 'node'>,
  keyring: Keyring,
): Promise<void> {
  const values = [node.id, node.name, VERSION, SCHEMA, keyring.ids(), keyring.current.id]
  await database.unsynced.query({ ...HEARTBEAT, values })
}

/**
 * Records that this server has stopped, and deletes entries of yesterday. Otherwise it counts as one that may come
 * back.
 */
export async function recordDeparture({ database, node }: Pick<Context, 'database' | 'node'>): Promise<void> {
  await database.unsynced.query({
    name: 'say_that_node_is_gone',
    text: `with yesterdays as (delete from nodes where seen_at < clock_timestamp() - interval '1 day')
      update nodes set left_at = clock_timestamp() where id = $1`,
    values: [node.id],
  })
}
