import pg from 'pg'

/** Schema of pg-boss, which creates and migrates its own tables as the application role. */
export const QUEUE_SCHEMA = 'pgboss'

/** Append-only tables (docs/decisions/0004): the application role reads and inserts. */
const APPEND_ONLY = ['audit_events', 'firm_files', 'firm_settings', 'letter_templates']
/**
 * Rows can be added and re-encrypted, and are deleted with their application only (docs/decisions/0085, 0138, 0142): some
 * by `erase_retained_records` alone.
 */
const NEVER_DELETED = [
  'approvals',
  'check_settlements',
  'declarations',
  'notes',
  'note_wordings',
  'retention_holds',
  'risk_ratings',
  'verifications',
]
/** Audit check results, written by the owner (docs/decisions/0038): the application role only reads them. */
const READ_ONLY = [
  'audit_chain',
  'audit_chain_progress',
  'audit_checks',
  'audit_tallies',
  'contractions',
  'migrations',
]

/** The two database roles are misconfigured; the message says what to do. */
class DatabaseRoleError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DatabaseRoleError'
  }
}

/** The role that a database URL connects as. */
export async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}

/** Creates the queue schema if missing: an owner without the privilege can use an existing one. */
export async function makeQueueSchema(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [QUEUE_SCHEMA])
  if (rowCount === 0) await client.query(`create schema ${QUEUE_SCHEMA}`)
}

/**
 * Grants the application role its minimum privileges: it owns only its queues, and can neither change the schema nor
 * modify the audit log. Repeated at every start for new tables.
 *
 * @param client connected as the schema's owner
 * @throws DatabaseRoleError if the role could still modify the log, or the owner cannot grant
 */
export async function grantToApplication(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  await client.query('begin')
  await client.query(`
    revoke all on all tables in schema public from ${name};
    revoke all on all sequences in schema public from ${name};
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant select, usage on all sequences in schema public to ${name};
    revoke update, delete on ${APPEND_ONLY.join(', ')} from ${name};
    revoke delete on ${NEVER_DELETED.join(', ')} from ${name};
    revoke insert, update, delete on ${READ_ONLY.join(', ')} from ${name};
  `)
  await giveQueues(client, role)
  await client.query(`grant execute on function erase_retained_records(uuid, date) to ${name}`)
  await client.query('commit')
  await refuseTooMighty(client, role)
}

/** Transfers the queue schema from a version with a single role. */
async function giveQueues(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  const { rows } = await client.query<{ may_give: boolean; owner: string }>(
    "select pg_has_role(current_user, $1, 'usage') as may_give, current_user as owner",
    [role],
  )
  const [{ may_give: mayGive, owner } = { may_give: false, owner: '' }] = rows
  if (!mayGive) {
    throw new DatabaseRoleError(
      `The role ${owner} of DATABASE_OWNER_URL may not make tables for ${role}, the role of DATABASE_URL. ` +
        `As a superuser: GRANT ${name} TO ${pg.escapeIdentifier(owner)};`,
    )
  }
  await client.query(`alter schema ${QUEUE_SCHEMA} owner to ${name}`)
  const { rows: left } = await client.query<{ statement: string }>(
    `select format('alter table %s owner to %I', oid::regclass, $1::text) as statement from pg_class
       where relnamespace = $2::regnamespace and relkind in ('r', 'p', 'v') and relowner <> $1::regrole
     union all
     select format('alter routine %s owner to %I', oid::regprocedure, $1::text) from pg_proc
       where pronamespace = $2::regnamespace and proowner <> $1::regrole
     union all
     select format('alter type %s owner to %I', oid::regtype, $1::text) from pg_type
       where typnamespace = $2::regnamespace and typtype = 'e' and typowner <> $1::regrole`,
    [role, QUEUE_SCHEMA],
  )
  for (const { statement } of left) await client.query(statement)
}

/** Rejects privileges from elsewhere: superuser, table owner, or membership in either. */
async function refuseTooMighty(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select relname as table from pg_class
      where oid = any ($2::regclass[]) and (pg_has_role($1, relowner, 'member')
        or has_table_privilege($1, oid, 'update, delete, truncate')
        or (relname <> all ($3) and has_table_privilege($1, oid, 'insert')))
      order by relname`,
    [role, [...APPEND_ONLY, ...READ_ONLY], APPEND_ONLY],
  )
  const [first] = rows
  if (first === undefined) return
  throw new DatabaseRoleError(
    `The role ${role} of DATABASE_URL could change ${first.table}, which is kept from it: it is a superuser, owns the ` +
      'table, or belongs to a role that does. Give DATABASE_URL a role of its own: ' +
      'CREATE ROLE onboarding_application LOGIN PASSWORD …',
  )
}
