import { adminSorts, directions, managerSorts } from '#domain/applications/review/list.ts'
import { adminViewNames, managerViewNames, views, type View } from '#domain/applications/review/views.ts'
import { openDatabase, type DatabaseConnection } from '#server/platform/db/database.ts'
import { adminFigures } from '#server/features/staff-workspace/figures.ts'
import { listApplications, type Asking, type ListRequest } from '#server/features/staff-workspace/list.ts'
import { countViews } from '#server/features/staff-workspace/view-counts.ts'
import type { Measurement, Row } from './measurement.ts'
import { atMost } from './support/rows.ts'
import { startSeededServer } from './support/seeded-server.ts'

const APPLICATIONS = 100_000
const P95_MS = 50
const LIMIT = 50

/** Parts of names, from one that one in eight of a hundred thousand have to one that none has. */
const PARTS_OF_NAMES = ['nkosi', 'thandi', 'xaba', 'willem', 'naledi xaba', 'zoe nel', 'nobody']

interface Asked {
  name: string
  run: () => Promise<unknown>
}

const withPack = { settings: { dueDiligence: { on: true } } }

/** Every page and count of the lists of admins and managers. */
function everyCall(database: DatabaseConnection, managerId: string): Asked[] {
  const now = new Date()
  const [all, own]: Asking[] = [
    { managerId: null, now },
    { managerId, now },
  ]
  if (all === undefined || own === undefined) return []
  const page = (asking: Asking, request: ListRequest) => () =>
    listApplications({ database, ...withPack }, asking, request)
  const sorted = (whose: string, asking: Asking, sorts: readonly ListRequest['sort'][]) =>
    sorts.flatMap((sort) =>
      directions.flatMap((direction) =>
        ([undefined, 'draft', 'onboarded', 'cancelled'] as const).map((status) => ({
          name: `${whose} by ${sort} ${direction}, ${status ?? 'every status'}`,
          run: page(asking, { sort, direction, limit: LIMIT, ...(status && { status: [status] }) }),
        })),
      ),
    )
  const viewed = (whose: string, asking: Asking, names: readonly (keyof typeof views)[]) =>
    names.map((name) => {
      const { filter, sort, direction }: View = views[name]
      return {
        name: `${whose}, view ${name}`,
        run: page(asking, { ...filter, sort, direction, limit: LIMIT }),
      }
    })
  return [
    ...sorted('all', all, adminSorts),
    ...sorted('own', own, managerSorts),
    ...viewed('all', all, adminViewNames),
    ...viewed('own', own, managerViewNames),
    ...PARTS_OF_NAMES.map((search) => ({
      name: `search "${search}"`,
      run: page(all, { sort: 'createdAt', direction: 'desc', limit: LIMIT, search }),
    })),
    { name: 'counts of the views, all', run: () => countViews(database.db, adminViewNames, all) },
    { name: 'counts of the views, own', run: () => countViews(database.db, managerViewNames, own) },
    { name: 'figures', run: () => adminFigures(database.db, now) },
  ]
}

/** @returns the 95th percentile, in milliseconds */
async function p95Of(run: () => Promise<unknown>, turns: number): Promise<number> {
  const readings: number[] = []
  for (let turn = -3; turn < turns; turn += 1) {
    const begun = performance.now()
    await run()
    if (turn >= 0) readings.push(performance.now() - begun)
  }
  return readings.toSorted((one, other) => one - other)[Math.floor(turns * 0.95)] ?? Number.NaN
}

async function measureAll(calls: readonly Asked[], turns: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, run } of calls) rows.push(atMost(`${name}: p95`, await p95Of(run, turns), P95_MS, 'ms'))
  return rows
}

export default {
  name: 'Lists of applications',
  about:
    'Pages of 50 of the admins’ and of a manager’s list in every order and filter, searches and counts, with 100,000 applications on an embedded PostgreSQL, warm.',
  async measure({ rounds, keep }) {
    const server = await startSeededServer(APPLICATIONS, { keep })
    const database = openDatabase(server.databaseUrl, () => undefined)
    try {
      const { rows } = await database.pool.query<{ id: string }>(
        `select wealth_manager_id as id from application_summaries where wealth_manager_id is not null
         group by 1 order by count(*) desc limit 1`,
      )
      return await measureAll(everyCall(database, rows[0]?.id ?? ''), rounds * 12)
    } finally {
      await database.close()
      await server.stop()
    }
  },
} satisfies Measurement
