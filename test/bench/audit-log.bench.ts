import { listEvents } from '#features/audit/server/log/list-events.ts'
import { presentSystemEntry } from '#features/audit/server/log/present.ts'
import { updateCounters } from '#features/audit/server/log/counters.ts'
import { openDatabase } from '#base/server/db/database.ts'
import { findRunningPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { Measurement, Row, Scale } from './measurement.ts'
import { alternate, median } from './support/alternate.ts'
import { atMost } from './support/rows.ts'
import { seedAuditLog } from './support/seed-audit-log.ts'
import { startBenchServer, type BenchServer } from './support/server.ts'

const FEW = 1_000
const MANY = 5_000_000
/** `--quick` runs two rounds. */
const QUICKLY = 200_000
const QUICK_ROUNDS = 2

const OF_FEW = 1.5
const DASHBOARD_MS = 50
const LOG = '/api/system-admin/audit-logs'

/** Each reading is the median of this many sequential requests. */
const REQUESTS = 15

interface Firm {
  server: BenchServer
  system: Record<string, string>
  admin: Record<string, string>
  userId: string
  /** A cursor in the middle of the log. */
  cursor: string
}

async function openFirm(count: number): Promise<Firm> {
  const server = await startBenchServer()
  const found = await findRunningPostgres({ dataDir: server.dataDir, log: () => undefined })
  if (found === undefined) throw new Error('The database is not running.')
  const { userId } = await seedAuditLog(found.ownerUrl, count)
  const database = openDatabase(server.databaseUrl, () => undefined)
  const keeper = openDatabase(found.ownerUrl, () => undefined)
  await updateCounters({ database, keeper })
  await keeper.close()
  const { rows } = await database.pool.query<{ at: Date }>(
    'select at from audit_events where id = (select (min(id) + max(id)) / 2 from audit_events)',
  )
  const to = rows[0]?.at.toISOString() ?? ''
  const { nextCursor } = await listEvents(
    { context: { database, settings: { branding: { referencePrefix: '' } } }, actor: { userId } },
    presentSystemEntry,
    { to, limit: 1 },
  )
  await database.close()
  const { factories } = server
  return {
    server,
    userId,
    cursor: nextCursor ?? '',
    system: await server.signIn(await makeUser(factories, { role: 'system_administrator' })),
    admin: await server.signIn(await makeUser(factories, { role: 'admin' })),
  }
}

/** The median of sequential requests, in milliseconds. */
async function ask({ server }: Firm, path: string, headers: Record<string, string>): Promise<number> {
  const readings = []
  for (let request = 0; request < REQUESTS; request += 1) {
    const begun = performance.now()
    const answer = await fetch(`${server.url}${path}`, { headers })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    readings.push(performance.now() - begun)
  }
  return median(readings)
}

/** Pages of the log, unfiltered and filtered, at its start and deep into it. */
const pages: Record<string, (firm: Firm) => string> = {
  'first page': () => LOG,
  'page in the middle': ({ cursor }) => `${LOG}?cursor=${cursor}`,
  'one user': ({ userId }) => `${LOG}?user=${userId}`,
  'one action': () => `${LOG}?action=document.read`,
  'what failed': () => `${LOG}?outcome=failure`,
  'up to a year ago': () => `${LOG}?to=${yearAgo()}`,
  'a user, an action and a time': ({ userId }) =>
    `${LOG}?user=${userId}&action=application.read&to=${yearAgo()}`,
}

function yearAgo(): string {
  return new Date(Date.now() - 365 * 86_400_000).toISOString()
}

/** Queries of the dashboards, by role. */
const dashboards: readonly [path: string, who: 'admin' | 'system'][] = [
  ['/api/admin/security/metrics', 'admin'],
  ['/api/admin/security/audit-logs?limit=50', 'admin'],
  ['/api/system-admin/system', 'system'],
  ['/api/system-admin/security', 'system'],
  ['/api/system-admin/audit-log-state', 'system'],
]

async function measureFirms(few: Firm, many: Firm, { rounds }: Scale): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, pathOf] of Object.entries(pages)) {
    const readings = await alternate(rounds, {
      few: () => ask(few, pathOf(few), few.system),
      many: () => ask(many, pathOf(many), many.system),
    })
    const [ofFew, ofMany] = [median(readings.few), median(readings.many)]
    const note = `${ofMany.toFixed(2)} of ${ofFew.toFixed(2)} ms`
    rows.push(atMost(`Audit log, ${what}`, ofMany / ofFew, OF_FEW, 'times', note))
  }
  for (const [path, who] of dashboards) {
    const { many: readings } = await alternate(rounds, { many: () => ask(many, path, many[who]) })
    rows.push(atMost(`GET ${path}`, median(readings), DASHBOARD_MS, 'ms'))
  }
  return rows
}

const measurement: Measurement = {
  name: 'audit-log',
  about:
    `Pages of the audit log at ${MANY.toLocaleString('en')} rows against ${FEW.toLocaleString('en')}, and what the ` +
    'dashboards ask for at the former, over HTTP, one request after another.',
  async measure(scale) {
    const firms: Firm[] = []
    try {
      firms.push(await openFirm(FEW))
      firms.push(await openFirm(scale.rounds <= QUICK_ROUNDS ? QUICKLY : MANY))
      const [few, many] = firms
      if (few === undefined || many === undefined) throw new Error('A firm is missing.')
      return await measureFirms(few, many, scale)
    } finally {
      for (const { server } of firms) await server.stop()
    }
  },
}

export default measurement
