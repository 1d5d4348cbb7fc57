import pg from 'pg'
import { QUEUE_SCHEMA } from '#base/server/db/application-role.ts'
import { refuseUnlessEmpty } from './load-tables.ts'

/** Drops all objects but not the schema: before PostgreSQL 15 the superuser owns it. */
const REMOVE_ALL = `do $$
  declare item record;
  begin
    for item in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    loop execute format('drop table if exists %s cascade', item.name); end loop;
    for item in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    loop execute format('drop routine if exists %s cascade', item.name); end loop;
    for item in select oid::regtype as name from pg_type where typnamespace = 'public'::regnamespace and typtype = 'e'
    loop execute format('drop type if exists %s cascade', item.name); end loop;
  end $$;
  drop schema if exists ${QUEUE_SCHEMA} cascade`

/**
 * Borrows an empty database for a check.
 *
 * @returns a function that empties it again: it contains names and amounts meanwhile
 * @throws BackupError if it is not empty
 */
export async function borrowDatabase(url: string): Promise<() => Promise<void>> {
  await onConnection(url, refuseUnlessEmpty)
  return () => onConnection(url, async (client) => void (await client.query(REMOVE_ALL)))
}

async function onConnection(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'client-onboarding backup check' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
