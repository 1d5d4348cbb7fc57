import pg from 'pg'
import { newId } from '#base/server/db/id.ts'
import { openDatabase, type DatabaseConnection } from '#base/server/db/database.ts'
import { writeCursor } from '#base/server/lists/cursor.ts'
import { findRunningPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { listAdministered } from '#features/accounts/server/list-accounts.ts'
import { systemStats } from '#features/accounts/server/stats.ts'
import type { Measurement, Row } from './measurement.ts'
import { alternate, median } from './support/alternate.ts'
import { atMost } from './support/rows.ts'
import { startBenchServer, type BenchServer } from './support/server.ts'

const FEW = 1_000
const MANY = 200_000
/** `--quick` runs two rounds. */
const QUICKLY = 20_000
const QUICK_ROUNDS = 2

const OF_FEW = 1.5
const DASHBOARD_MS = 50
const READINGS_A_ROUND = 20
const LIMIT = 50
/** Limited to the smaller firm's number, so that list length is compared and not the rows shown. */
const FEWEST = 10

/**
 * A firm with one manager per hundred clients; some clients are invited or deactivated, and one in ten has signed in.
 */
const SEED = `
  insert into users (id, username, role, full_name, created_at, deactivated_at, invited)
  select gen_random_uuid(), 'user' || n || '@' || (array['harbour', 'kloof', 'veld'])[1 + n % 3] || '.example',
    case when n % 100 = 0 then 'wealth_manager' when n % 1000 = 1 then 'admin' else 'client' end,
    (array['Thandi', 'Sipho', 'Anneke', 'Priya', 'Johan', 'Zanele', 'Michael'])[1 + n % 7] || ' ' ||
      (array['Nkosi', 'Botha', 'Naidoo', 'Dlamini', 'van Wyk', 'Jacobs', 'Mokoena', 'Abrahams', 'Xaba', 'Fortuin', 'Cele'])[1 + n % 11],
    now() - n * interval '7 minutes', case when n % 50 = 3 then now() end, n % 20 = 2
  from generate_series(1, $1::int) n`
const ASSIGN = `
  with managers as (select id, row_number() over () as place from users where role = 'wealth_manager'),
  size as (select count(*) as managers from managers)
  update users set wealth_manager_id = managers.id from managers, size
  where users.role = 'client' and managers.place = 1 + abs(hashtext(users.username)) % size.managers`
const SIGN_IN = `
  insert into sessions (id, token_hash, user_id, created_at, last_seen_at, ends_at)
  select gen_random_uuid(), sha256(id::text::bytea), id, now(), now(), now() + interval '12 hours'
  from users where abs(hashtext(username)) % 10 = 0`

interface Firm {
  server: BenchServer
  database: DatabaseConnection
  headers: Record<string, string>
}

async function openFirm(count: number): Promise<Firm> {
  const server = await startBenchServer()
  const found = await findRunningPostgres({ dataDir: server.dataDir, log: () => undefined })
  if (found === undefined) throw new Error('The database is not running.')
  await seed(found.ownerUrl, count)
  const admin = await makeUser(server.factories, { role: 'system_administrator' })
  const database = openDatabase(server.databaseUrl, () => undefined)
  return { server, database, headers: await server.signIn(admin) }
}

async function seed(url: string, count: number): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await owner.query('alter table users disable trigger user')
    await owner.query(SEED, [count])
    await owner.query(ASSIGN)
    await owner.query('alter table users enable trigger user')
    await owner.query(SIGN_IN)
    await owner.query('vacuum analyze users')
    await owner.query('vacuum analyze sessions')
  } finally {
    await owner.end()
  }
}

const page =
  (query: Partial<Parameters<typeof listAdministered>[1]>) =>
  ({ database }: Firm) =>
    listAdministered(
      { actor: { userId: newId() }, context: { database, settings: { dueDiligence: { on: false } } } },
      { limit: LIMIT, ...query },
    )

/** A cursor in the middle of the list. */
async function middle({ database }: Firm): Promise<string> {
  const { rows } = await database.pool.query<{ createdAt: Date; id: string }>(
    `select created_at as "createdAt", id from users order by created_at desc
     offset (select count(*) / 2 from users) limit 1`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('There is no one.')
  return writeCursor(
    { order: 'createdAt', direction: 'desc' },
    { key: [row.createdAt.toISOString()], id: row.id },
  )
}

async function overHttp({ server, headers }: Firm): Promise<unknown> {
  const answer = await fetch(`${server.url}/api/system-admin/users?limit=${LIMIT}`, { headers })
  if (!answer.ok) throw new Error(`The list answered ${answer.status}.`)
  return answer.json()
}

/** The median of a turn's readings, in milliseconds. */
async function taken(work: () => Promise<unknown>): Promise<number> {
  const readings: number[] = []
  for (let one = 0; one < READINGS_A_ROUND; one += 1) {
    const begun = performance.now()
    await work()
    readings.push(performance.now() - begun)
  }
  return median(readings)
}

export default {
  name: 'The list of users',
  about: `A page of ${LIMIT} users (of ${FEWEST} where the smaller firm has no more) and the figures of the overview: with ${MANY.toLocaleString('en-ZA')} users against ${FEW.toLocaleString('en-ZA')}, each with a server and an embedded PostgreSQL of its own; turn by turn, warm.`,
  async measure({ rounds }) {
    const few = await openFirm(FEW)
    const many = await openFirm(rounds <= QUICK_ROUNDS ? QUICKLY : MANY)
    const compare = async (what: string, ask: (firm: Firm) => Promise<unknown>): Promise<Row> => {
      const readings = await alternate(rounds, {
        few: () => taken(() => ask(few)),
        many: () => taken(() => ask(many)),
      })
      const [ofFew, ofMany] = [median(readings.few), median(readings.many)]
      return atMost(what, ofMany / ofFew, OF_FEW, 'times', `${ofMany.toFixed(2)} of ${ofFew.toFixed(2)} ms`)
    }
    try {
      const positions = new Map([
        [few, await middle(few)],
        [many, await middle(many)],
      ])
      const rows = [
        await compare('First page', page({})),
        await compare('First page, over HTTP', overHttp),
        await compare('Page in the middle', (firm) => page({ cursor: positions.get(firm) })(firm)),
        await compare('Clients who are invited', page({ role: 'client', status: 'invited' })),
        await compare('Wealth managers', page({ role: 'wealth_manager', limit: FEWEST })),
        await compare('Search for a frequent name', page({ search: 'thandi nkosi', limit: FEWEST })),
      ]
      const rare = await alternate(rounds, { many: () => taken(() => page({ search: 'user77@' })(many)) })
      const figures = await alternate(rounds, {
        many: () => taken(() => systemStats(many.server.factories, new Date())),
      })
      return [
        ...rows,
        atMost('Search for one user among all', median(rare.many), DASHBOARD_MS, 'ms'),
        atMost('The figures of the overview, one in ten signed in', median(figures.many), DASHBOARD_MS, 'ms'),
      ]
    } finally {
      for (const { database, server } of [few, many]) {
        await database.close()
        await server.stop()
      }
    }
  },
} satisfies Measurement
