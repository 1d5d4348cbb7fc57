import { setTimeout as wait } from 'node:timers/promises'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { adminSorts, DEFAULT_PAGE_SIZE, directions, managerSorts } from '#domain/applications/review/list.ts'
import {
  adminViewNames,
  managerViewNames,
  views,
  type View,
  type ViewName,
} from '#domain/applications/review/views.ts'
import { countViews } from '#server/desk/view-counts.ts'
import {
  applicationOrders,
  listApplications,
  listOfApplications,
  type ListRequest,
} from '#server/desk/list.ts'
import { adminFigures } from '#server/desk/figures.ts'
import { writeCursor } from '#server/lists/cursor.ts'
import { placeIn } from '#server/lists/projection.ts'
import { rowShape, writeRows } from '#server/lists/written-rows.ts'
import { openDatabase, type DatabaseConnection } from '#server/db/database.ts'
import { makeUser } from '#server/demo/factories/users.ts'
import type { Measurement, Row, Scale } from './measurement.ts'
import { median } from './support/alternate.ts'
import { atMost } from './support/rows.ts'
import { startSeededServer } from './support/seeded-server.ts'
import type { BenchServer } from './support/server.ts'

const FEW = 1_000
const MANY = 1_000_000
/** What `--quick` takes: it is known by its two rounds. */
const QUICKLY = 100_000
const QUICK_ROUNDS = 2

const OF_FEW_MEDIAN = 1.3
const OF_FEW_P99 = 2
const OF_ONE_READ = 20

/** Where pages far into a list begin: so many different places of it. */
const PLACES = 12
/** Shorter lists have no pages far into them. */
const SHORTEST = 75
/** So many rows are looked through for them. */
const SAMPLE = 20_000

/** Parts of names that about so many of a hundred thousand bear: from one in eight to none. */
const PARTS_OF_NAMES = [
  'nkosi',
  'thandi',
  'mthem',
  'xaba',
  'willem',
  'naledi xaba',
  'zoe nel',
  'unathi vawda',
  'nobody',
]

/** One of the two firms: a server with a database of its own. */
interface Firm {
  server: BenchServer
  database: DatabaseConnection
  admin: Record<string, string>
  managerId: string
  manager: Record<string, string>
  /** How much of the table is a sample of it. */
  samplePercent: number
}

type Asked = ListRequest & { whose: 'all' | 'own' }

async function openFirm(count: number, keep: string | undefined): Promise<Firm> {
  const server = await startSeededServer(count, { keep })
  const admin = await makeUser(server.factories, { role: 'admin' })
  const database = openDatabase(server.databaseUrl, () => undefined)
  const { rows } = await database.pool.query<{ id: string }>(
    `select wealth_manager_id as id from application_summaries where wealth_manager_id is not null
     group by 1 order by count(*) desc limit 1`,
  )
  const managerId = rows[0]?.id ?? ''
  return {
    server,
    database,
    admin: await server.signIn(admin),
    managerId,
    manager: await server.signIn({ id: managerId, role: 'wealth_manager' }),
    samplePercent: Math.min(100, (100 * SAMPLE) / count),
  }
}

/** Every order and filter of either list. */
function everyList(): Asked[] {
  const statuses: (ApplicationStatus | undefined)[] = [undefined, 'draft', 'onboarded', 'cancelled']
  const orders = [
    ...adminSorts.map((sort) => ({ whose: 'all' as const, sort })),
    ...managerSorts.map((sort) => ({ whose: 'own' as const, sort })),
  ]
  return orders.flatMap((order) =>
    directions.flatMap((direction) =>
      statuses.map((status) => ({
        ...order,
        direction,
        ...(status !== undefined && { status: [status] }),
        limit: 50,
      })),
    ),
  )
}

/** The queues, as their tabs open them; a manager's have no application without one. */
function everyView(): Asked[] {
  const asked = (whose: Asked['whose'], name: ViewName): Asked => {
    const { filter, sort, direction }: View = views[name]
    return { ...filter, whose, sort, direction, limit: DEFAULT_PAGE_SIZE }
  }
  return [
    ...adminViewNames.map((name) => asked('all', name)),
    ...managerViewNames.map((name) => asked('own', name)),
  ]
}

/**
 * Pages of as many rows as the smaller firm has to show: how long a list is is compared, and not how much of it is shown. Where it has
 * nothing there is nothing to compare: no row is found sooner than one.
 */
async function asMuchOf(few: Firm, lists: readonly Asked[]): Promise<Asked[]> {
  const found: Asked[] = []
  for (const asked of lists) {
    const { total } = await read(few, asked)
    if (total !== 0) found.push({ ...asked, limit: Math.min(DEFAULT_PAGE_SIZE, total ?? DEFAULT_PAGE_SIZE) })
  }
  return found
}

const count = ({ database, managerId }: Firm, whose: Asked['whose']) =>
  countViews(database.pool, whose === 'all' ? adminViewNames : managerViewNames, {
    managerId: whose === 'all' ? null : managerId,
    now: new Date(),
  })

const read = ({ database, managerId }: Firm, { whose, ...request }: Asked) =>
  listApplications({ database }, { managerId: whose === 'all' ? null : managerId, now: new Date() }, request)

/** Pages from the beginning to the end of a list, behind rows that stand there: of a long one a sample tells them soon enough. */
async function placesIn(firm: Firm, asked: Asked): Promise<Asked[]> {
  const { total } = await read(firm, { ...asked, limit: 1 })
  if ((total ?? 0) < SHORTEST) return []
  const { whose, sort, direction, status } = asked
  const scope = [
    ...(whose === 'all' ? [] : [`wealth_manager_id = '${firm.managerId}'`]),
    ...(status === undefined ? [] : [`status in (${status.map((one) => `'${one}'`).join(', ')})`]),
  ]
  const order = applicationOrders[sort]
  const keys = order.map(({ name }) => name)
  const sorted = [...keys, 'application_id'].map((key) => `${key} ${direction}`).join(', ')
  const shape = rowShape({}, placeIn(order, listOfApplications.unique))
  const { rows } = await firm.database.pool.query<{ at: string }>(
    `with sample as (
       select *, row_number() over (order by ${keys[0]} is null, ${sorted}) as place, count(*) over () as rows
       from application_summaries tablesample system (${firm.samplePercent}) repeatable (1)
       where ${['true', ...scope].join(' and ')})
     select ${shape.sql} as at from sample listed, generate_series(1, ${PLACES}) part
     where place = 1 + part * (rows - 1) / ${PLACES + 1}`,
  )
  return rows.flatMap(({ at }) => {
    const { last } = writeRows(shape, at, 1)
    return last === null ? [] : [{ ...asked, cursor: writeCursor({ order: sort, direction }, last) }]
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function percentile(readings: readonly number[], share: number): number {
  const sorted = readings.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Turn by turn, so that a machine that is slow for a while is slow for both. The first turns are not counted. */
async function inTurns(
  turns: number,
  contenders: readonly ((turn: number) => Promise<unknown>)[],
): Promise<number[][]> {
  const readings: number[][] = contenders.map(() => [])
  const warm = Math.ceil(turns / 4)
  for (let turn = 0; turn < warm + turns; turn += 1) {
    for (const [index, contender] of contenders.entries()) {
      const taken = await timed(() => contender(turn))
      if (turn >= warm) readings[index]?.push(taken)
    }
  }
  return readings
}

/** One kind of page, of every list, with few and with many applications. */
async function comparePages(
  what: string,
  lists: readonly (readonly [few: readonly Asked[], many: readonly Asked[]])[],
  { ask, turns }: { ask: (size: 'few' | 'many', asked: Asked) => Promise<unknown>; turns: number },
): Promise<Row[]> {
  const all: [number[], number[]] = [[], []]
  const ratios: { name: string; ratio: number }[] = []
  for (const [few, many] of lists) {
    const [first] = many
    if (few.length === 0 || first === undefined) continue
    const [ofFew = [], ofMany = []] = await inTurns(turns, [
      (turn) => ask('few', few[turn % few.length] ?? first),
      (turn) => ask('many', many[turn % many.length] ?? first),
    ])
    all[0].push(...ofFew)
    all[1].push(...ofMany)
    const name = `${first.whose} by ${first.sort} ${first.direction}, ${first.status?.join(', ') ?? 'every status'}`
    ratios.push({ name, ratio: median(ofMany) / median(ofFew) })
  }
  const worst = ratios.toSorted((one, other) => other.ratio - one.ratio)[0]
  const [few, many] = [median(all[0]), median(all[1])]
  const p99 = percentile(all[1], 0.99) / percentile(all[0], 0.99)
  return [
    atMost(
      `${what}: median, all lists`,
      many / few,
      OF_FEW_MEDIAN,
      'times',
      `${many.toFixed(2)} of ${few.toFixed(2)} ms`,
    ),
    atMost(
      `${what}: median, the worst list`,
      worst?.ratio ?? Number.NaN,
      OF_FEW_MEDIAN,
      'times',
      worst?.name,
    ),
    atMost(`${what}: p99`, p99, OF_FEW_P99, 'times', `${percentile(all[1], 0.99).toFixed(2)} ms`),
  ]
}

/** The counts of all views together. */
async function compareCounts(
  whose: Asked['whose'],
  { few, many }: { few: Firm; many: Firm },
  turns: number,
): Promise<Row> {
  const [ofFew = [], ofMany = []] = await inTurns(turns, [() => count(few, whose), () => count(many, whose)])
  const [less, more] = [median(ofFew), median(ofMany)]
  const times = `${more.toFixed(2)} of ${less.toFixed(2)} ms`
  return atMost(`Counts of the views, ${whose}: median`, more / less, OF_FEW_MEDIAN, 'times', times)
}

function overHttp({ server, admin, manager }: Firm) {
  return async ({ whose, ...asked }: Asked) => {
    const given = Object.entries(asked).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    const path = whose === 'all' ? '/api/admin/applications' : '/api/wealth-manager/applications'
    const answer = await fetch(`${server.url}${path}?${query}`, {
      headers: whose === 'all' ? admin : manager,
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${answer.status} ${text}`)
  }
}

async function measureSearch(firm: Firm, turns: number): Promise<Row[]> {
  const { pool } = firm.database
  const { rows: ids } = await pool.query<{ id: string }>(
    'select application_id as id from application_summaries tablesample system (0.1) limit 500',
  )
  const one = (turn: number) =>
    pool.query({
      name: 'bench_one',
      text: 'select * from applications where id = $1',
      values: [ids[turn % ids.length]?.id],
    })
  const rows: Row[] = []
  for (const search of PARTS_OF_NAMES) {
    const asked = { whose: 'all', sort: 'createdAt', direction: 'desc', limit: 50, search } as const
    const [reads = [], searches = []] = await inTurns(turns, [one, () => read(firm, asked)])
    const [read1, found] = [median(reads), median(searches)]
    const times = `${found.toFixed(2)} ms; one read ${read1.toFixed(2)} ms`
    rows.push(
      atMost(`Search "${search}", of one read by its key`, found / read1, OF_ONE_READ, 'times', times),
    )
  }
  return rows
}

async function measureFirms(few: Firm, many: Firm, { rounds }: Scale): Promise<Row[]> {
  const turns = rounds * 12
  const firms = { few, many }
  const lists = await asMuchOf(few, everyList())
  const first = lists.map((asked) => [[asked], [asked]] as const)
  const far: [Asked[], Asked[]][] = []
  for (const asked of lists) far.push([await placesIn(few, asked), await placesIn(many, asked)])
  const inDatabase = (size: 'few' | 'many', asked: Asked) => read(firms[size], asked)
  const http = { few: overHttp(few), many: overHttp(many) }
  const throughHttp = (size: 'few' | 'many', asked: Asked) => http[size](asked)
  const figures = await inTurns(turns, [
    () => adminFigures(few.database.pool, new Date()),
    () => adminFigures(many.database.pool, new Date()),
  ])
  const [ofFew, ofMany] = figures.map((readings) => median(readings))
  const queues = (await asMuchOf(few, everyView())).map((asked) => [[asked], [asked]] as const)
  return [
    ...(await comparePages('Views, database', queues, { ask: inDatabase, turns })),
    await compareCounts('all', firms, turns),
    await compareCounts('own', firms, turns),
    ...(await comparePages('First page, database', first, { ask: inDatabase, turns })),
    ...(await comparePages('Far pages, database', far, { ask: inDatabase, turns })),
    ...(await comparePages('First page, HTTP', first, { ask: throughHttp, turns })),
    ...(await comparePages('Far pages, HTTP', far, { ask: throughHttp, turns })),
    atMost(
      'Figures: median',
      (ofMany ?? 0) / (ofFew ?? 1),
      OF_FEW_MEDIAN,
      'times',
      `${ofMany?.toFixed(2)} ms`,
    ),
    ...(await measureSearch(many, turns)),
  ]
}

export default {
  name: 'Lists of applications',
  about:
    'Pages of 50 of the admins’ and of a manager’s list in every order and filter, with 1,000,000 applications (100,000 with --quick) against 1,000, each with a server and an embedded PostgreSQL of its own; turn by turn, warm.',
  async measure(scale) {
    const few = await openFirm(FEW, scale.keep)
    const many = await openFirm(scale.rounds <= QUICK_ROUNDS ? QUICKLY : MANY, scale.keep)
    try {
      // What seeding left to be written is written first.
      await wait(2000)
      return await measureFirms(few, many, scale)
    } finally {
      for (const { database, server } of [few, many]) {
        await database.close()
        await server.stop()
      }
    }
  },
} satisfies Measurement
