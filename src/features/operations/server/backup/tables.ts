import type pg from 'pg'

/** Tables that are not backed up, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: 'a session that has ended since would be valid again; users sign in again',
  nodes: 'servers that run just now',
  rate_limits: 'counts of the last hour',
  store_identity: 'the store of the restored site is another one, and gets an identity at the first start',
  idempotency_keys: 'stored responses for retries, which are over by the time of a restore',
}

/** A table with its stored columns; generated ones are left out. */
export interface Table {
  name: string
  columns: string[]
}

/** The tables of a backup: all of the schema except those left out. */
export async function tablesToBackUp(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name,
            array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
        and relname <> all ($1)
      group by relname order by relname`,
    [Object.keys(LEFT_OUT)],
  )
  return rows
}

/** The names of all tables in the schema. */
export async function tablesIn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname`,
  )
  return rows.map(({ name }) => name)
}

/** A fixed format of values, whatever a server's settings. */
export const COPY_SETTINGS = `set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'; set local timezone = 'UTC';
  set local extra_float_digits = 3; set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`
