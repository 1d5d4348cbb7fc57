import pg from 'pg'

/** Where pg-boss keeps its queues: it makes and changes its tables itself, as the application's role. */
export const QUEUE_SCHEMA = 'pgboss'

/** What only ever grows (docs/decisions/0004): the application's role reads it and adds to it. */
const APPEND_ONLY = ['audit_events']
/** What can be added to and sealed anew, and goes with its application alone (docs/decisions/0085, 0138). */
const NEVER_DELETED = ['check_settlements', 'notes', 'note_wordings']
/** What is known of the audit log, which the owner writes (docs/decisions/0038): the application's role reads it. */
const READ_ONLY = [
  'audit_chain',
  'audit_chain_progress',
  'audit_checks',
  'audit_tallies',
  'contractions',
  'migrations',
]

/** The two roles of a deployment are not what they should be; the message says what to do. */
class DatabaseRoleError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DatabaseRoleError'
  }
}

/** The role that an address of the database connects as. */
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

/** Makes the schema of the queues where it is missing: who may make none can still start on one that is there. */
export async function makeQueueSchema(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [QUEUE_SCHEMA])
  if (rowCount === 0) await client.query(`create schema ${QUEUE_SCHEMA}`)
}

/**
 * Gives the application's role what it works with, and no more: it owns nothing but its queues, changes no schema, and
 * cannot touch what the audit log holds. Repeated at every start, so that new tables are covered.
 *
 * @param client connected as the owner of the schema
 * @throws DatabaseRoleError where the role could change the log all the same, or the owner may not provide for it
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
  await client.query('commit')
  await refuseTooMighty(client, role)
}

/** The schema of the queues, and what a version that knew one role alone has left there. */
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

/** Rights that were not given here: of a superuser, of the tables' owner, of a member of either. */
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
