import { adminSorts, directions, managerSorts } from '#base/rules/api/list.ts'
import {
  adminViewNames,
  managerViewNames,
  offeredViews,
  views,
  type View,
} from '#features/review/rules/views.ts'
import { openDatabase, type DatabaseConnection } from '#base/server/db/database.ts'
import { adminFigures } from '#features/review/server/figures.ts'
import { listApplications, type Asking, type ListRequest } from '#features/review/server/list.ts'
import { countViews } from '#features/review/server/view-counts.ts'
import type { Measurement, Row } from './measurement.ts'
import { atMost } from './support/rows.ts'
import { startSeededServer } from './support/seeded-server.ts'
import { gate } from '#features/screening/server/gate.ts'

const APPLICATIONS = 100_000
const P95_MS = 50
/** Views of due diligence read the tasks of every client: they grow with the number of clients. */
const P95_OF_DUE_DILIGENCE_MS = 500
const WITH_DUE_DILIGENCE = 'Views of due diligence, and counts of all views'
const LIMIT = 50

/** Parts of names, from one that one in eight of a hundred thousand have to one that none has. */
const PARTS_OF_NAMES = ['nkosi', 'thandi', 'xaba', 'willem', 'naledi xaba', 'zoe nel', 'nobody']

interface Asked {
  /** Measured together; the table shows the slowest. */
  group: string
  name: string
  run: () => Promise<unknown>
}

const withPack = { gate, settings: { dueDiligence: { on: true } } }

/** Every page and count of the lists of admins and managers. */
function everyCall(database: DatabaseConnection, managerId: string): Asked[] {
  const now = new Date()
  const [all, own]: Asking[] = [
    { managerId: null, now, listMaxDays: 7 },
    { managerId, now, listMaxDays: 7 },
  ]
  if (all === undefined || own === undefined) return []
  const page = (asking: Asking, request: ListRequest) => () =>
    listApplications({ database, ...withPack }, asking, request)
  const sorted = (whose: string, asking: Asking, sorts: readonly ListRequest['sort'][]) =>
    sorts.flatMap((sort) =>
      directions.flatMap((direction) =>
        ([undefined, 'draft', 'onboarded', 'cancelled'] as const).map((status) => ({
          group: `Pages of ${whose}, every order and status`,
          name: `${sort} ${direction}, ${status ?? 'every status'}`,
          run: page(asking, { sort, direction, limit: LIMIT, ...(status && { status: [status] }) }),
        })),
      ),
    )
  const viewed = (whose: string, asking: Asking, names: readonly (keyof typeof views)[]) =>
    names.map((name) => {
      const { filter, sort, direction }: View = views[name]
      return {
        group: filter.pack === undefined ? `Views of ${whose}` : WITH_DUE_DILIGENCE,
        name,
        run: page(asking, { ...filter, sort, direction, limit: LIMIT }),
      }
    })
  const { db } = database
  return [
    ...sorted('admins', all, adminSorts),
    ...sorted('a manager', own, managerSorts),
    ...viewed('admins', all, adminViewNames),
    ...viewed('a manager', own, managerViewNames),
    ...PARTS_OF_NAMES.map((search) => ({
      group: 'Searches for a part of a name',
      name: search,
      run: page(all, { sort: 'createdAt', direction: 'desc', limit: LIMIT, search }),
    })),
    {
      group: 'Counts of views, without due diligence',
      name: 'admins',
      run: () => countViews(db, offeredViews(adminViewNames, false), all),
    },
    {
      group: 'Counts of views, without due diligence',
      name: 'a manager',
      run: () => countViews(db, offeredViews(managerViewNames, false), own),
    },
    { group: WITH_DUE_DILIGENCE, name: 'counts', run: () => countViews(db, adminViewNames, all) },
    { group: 'Figures of the charts', name: 'admins', run: () => adminFigures(db, now) },
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
  const slowest = new Map<string, { name: string; p95: number }>()
  for (const { group, name, run } of calls) {
    const p95 = await p95Of(run, turns)
    if (p95 > (slowest.get(group)?.p95 ?? 0)) slowest.set(group, { name, p95 })
  }
  return [...slowest].map(([group, { name, p95 }]) => {
    const promised = group === WITH_DUE_DILIGENCE ? P95_OF_DUE_DILIGENCE_MS : P95_MS
    return atMost(`${group}: p95 of the slowest`, p95, promised, 'ms', name)
  })
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
