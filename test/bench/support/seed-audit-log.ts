import pg from 'pg'

/** Actors, and the number of days. */
const PEOPLE = 2000
const SPAN_DAYS = 1825

/**
 * Rows as in a firm of that size after five years: mostly reads, sign-ins and saves; one in fifty failed, from a few
 * thousand addresses. Triggers are disabled; they would take an hour.
 */
const ROWS = `insert into audit_events (id, at, action, success, actor_id, actor_role, object_id, ip, details)
  select nextval('audit_events_id_seq'), began_at,
    case when failed then 'session.sign-in-failed'
      else (array['document.read', 'application.read', 'application.saved', 'session.signed-in', 'session.signed-out',
        'application.status-changed'])[1 + number % 6] end,
    not failed, case when failed then null else person end, case when failed then null else 'admin' end, person,
    ('10.' || number % 40 || '.' || (number / 40) % 100 || '.1')::inet,
    case when failed then '{"username": "a user@bench.example", "reason": "wrong-password"}'::jsonb
      else '{"documentId": "0", "kind": "payslip"}'::jsonb end
  from (
    select number, number % 50 = 7 as failed,
      now() - ((1 - number::float8 / $1) * interval '${SPAN_DAYS} days') as began_at,
      md5('person ' || (number::bigint * 7919) % ${PEOPLE})::uuid as person
    from generate_series(1, $1::int) number
  ) rows`

/** Sets the head of the hash chain without links for earlier rows, since nothing verifies it here. */
const CHAIN = `insert into audit_chain (event_id, key_id, code)
  select max(id), 'bench', decode(repeat('00', 32), 'hex') from audit_events`

/** Fills an audit log as the database's owner. @returns a user in it */
export async function seedAuditLog(ownerUrl: string, count: number): Promise<{ userId: string }> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(ROWS, [count])
    await client.query(CHAIN)
    await client.query('vacuum (analyze) audit_events')
    const { rows } = await client.query<{ id: string }>(`select md5('person 1')::uuid as id`)
    return { userId: rows[0]?.id ?? '' }
  } finally {
    await client.end()
  }
}
