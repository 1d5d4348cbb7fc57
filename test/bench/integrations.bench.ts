import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { readSettings } from '#app/server/config/settings.ts'
import { openDatabase, purposes } from '#base/server/db/database.ts'
import { migrate } from '#base/server/db/migrate.ts'
import { startEmbeddedPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import { loadKeyring } from '#base/server/encryption/open-keyring.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { createNode } from '#base/server/node-state.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { listForProgram } from '#features/integrations/server/public-api/applications.ts'
import { claimNext, deliverTo, readyEndpoints } from '#features/integrations/server/webhooks/deliver.ts'
import { publishDueEvents } from '#features/integrations/server/webhooks/publish.ts'
import { queueEvents } from '#features/applications/server/events/queue-events.ts'
import type { Context } from '#base/server/context.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import type { Measurement, Row } from './measurement.ts'
import { alternate, median } from './support/alternate.ts'
import { atLeast, atMost } from './support/rows.ts'
import { seedApplications } from './support/seed-applications.ts'
import { gate } from '#features/screening/server/gate.ts'

const APPLICATIONS = 100_000
const WAITING = 200_000
const DELIVERED = 400
/** How long the receiver takes for each, in milliseconds. */
const RECEIVER_MS = 20

type Needed = Pick<Context, 'settings' | 'database' | 'keyring' | 'now'>

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Milliseconds that an event adds to the transaction of a change: one statement. The commit is not part of them. */
async function costOfEvent(
  { database: { db }, settings }: Needed,
  id: string,
  turns: number,
): Promise<number> {
  const data = { from: 'submitted', to: 'under_review' }
  const { event } = await alternate(turns, {
    event: () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`update applications set updated_at = now() where id = ${id}`)
        const work = { tx, now: new Date(), context: { settings } }
        return timed(() =>
          queueEvents(work, { type: 'application.status_changed', applicationIds: [id], data }),
        )
      }),
  })
  return median(event)
}

/** Milliseconds of a change of an application, commit included: with its event, and without. */
async function changeWithEvent(
  { database: { db }, settings }: Needed,
  id: string,
  turns: number,
): Promise<{ with: number; without: number }> {
  const data = { from: 'submitted', to: 'under_review' }
  const change = (events: boolean) =>
    timed(() =>
      db.transaction(async (tx) => {
        await tx.execute(sql`update applications set updated_at = now() where id = ${id}`)
        const work = { tx, now: new Date(), context: { settings } }
        if (events)
          await queueEvents(work, { type: 'application.status_changed', applicationIds: [id], data })
      }),
    )
  const times = await alternate(turns, { with: () => change(true), without: () => change(false) })
  return { with: median(times.with), without: median(times.without) }
}

/** Deliveries per second to one receiver. */
async function deliveryRate(context: Context): Promise<number> {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.writeHead(204).end(), RECEIVER_MS))
  })
  await new Promise<void>((listening) => {
    receiver.listen(0, 'localhost', listening)
  })
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/`
  const { db } = context.database
  await db.execute(sql`delete from webhook_endpoints`)
  const { id } = await makeWebhook(context, { url })
  await db.execute(sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, created_at, next_attempt_at)
    select gen_random_uuid(), ${id}, id, now(), now() from integration_events limit ${DELIVERED}`)
  let sent = 0
  const ms = await timed(async () => {
    sent = await deliverTo(context, { id, failures: 0 })
  })
  receiver.closeAllConnections()
  receiver.close()
  return sent / (ms / 1000)
}

/** Fills the outbox of one endpoint, and switches all on. */
async function seedDeliveries(ownerUrl: string, endpointId: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(
      `insert into integration_events (id, type, body, created_at, due_at, position)
       select gen_random_uuid(), 'client.erased', '{}', now(), now(), g from generate_series(1, ${WAITING}) g`,
    )
    // Checks of foreign keys are triggers.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into webhook_deliveries (id, endpoint_id, event_id, created_at, next_attempt_at)
       select gen_random_uuid(), $1, id, now(), now() from integration_events where body = '{}'`,
      [endpointId],
    )
    await client.query(`update webhook_endpoints set state = 'on'`)
    await client.query('analyze webhook_deliveries, integration_events')
  } finally {
    await client.end()
  }
}

async function measureAll(context: Context, ownerUrl: string, turns: number): Promise<Row[]> {
  const { db } = context.database
  const { rows } = await db.execute<{ id: string }>(sql`select id from applications limit 1`)
  const id = rows[0]?.id ?? ''
  const withNone = await costOfEvent(context, id, turns)
  const changes = await changeWithEvent(context, id, turns)
  const endpoints = []
  for (const _ of [1, 2, 3]) endpoints.push(await makeWebhook(context, { state: 'paused' }))
  const withThree = await costOfEvent(context, id, turns)
  await publishDueEvents(context)
  const busy = endpoints[0]?.id ?? ''
  await seedDeliveries(ownerUrl, busy)
  const { claim, ready } = await alternate(turns, {
    claim: () => timed(() => claimNext(context, busy)),
    ready: () => timed(() => readyEndpoints(context)),
  })
  const machine = { tokenId: busy, scopes: [], clients: 'all' } as const
  const call = {
    context,
    machine,
    token: { name: '', expiresAt: new Date() },
    origin: { ip: null, userAgent: null },
    now: new Date(),
  }
  const pages = await alternate(turns, { page: () => timed(() => listForProgram(call, { limit: 100 })) })
  return [
    atMost('An event, with no endpoint and no token: stored for 30 days', withNone, 0.4, 'ms'),
    atMost(
      'A change with its event, of one without',
      changes.with / changes.without,
      1.5,
      'times',
      `${changes.with.toFixed(2)} of ${changes.without.toFixed(2)} ms`,
    ),
    atMost('An event, with three endpoints', withThree, 1, 'ms'),
    atMost(`A claim beside ${WAITING} waiting`, median(claim), 2, 'ms'),
    atMost(`Finding the endpoints with due deliveries, beside ${WAITING}`, median(ready), 4, 'ms'),
    atLeast(`Deliveries a second, a receiver that takes ${RECEIVER_MS} ms`, await deliveryRate(context), 50),
    atMost(`A page of ${APPLICATIONS} applications by their last change`, median(pages.page), 500, 'ms'),
  ]
}

const measurement: Measurement = {
  name: 'Integrations',
  about: `Events in the transaction of their cause, deliveries, and lists for programs, beside ${APPLICATIONS} applications. The targets are twice what was promised.`,
  async measure({ rounds }) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'onboarding-integrations-'))
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
    const database = openDatabase(postgres.url, () => undefined, purposes.requests)
    try {
      await migrate(postgres.ownerUrl, postgres.url)
      await seedApplications(postgres.ownerUrl, APPLICATIONS)
      const settings = readSettings({
        DATA_DIR: dataDir,
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8,::1/128',
      })
      const keyring = loadKeyring(settings, { dataIsEncrypted: false })
      if (keyring === null) throw new Error('There is no key.')
      const context: Context = {
        settings,
        database,
        keeper: database,
        store: await createStore(settings),
        keyring,
        scanner: null,
        seal: null,
        gate,
        log: createLogger({ level: 'silent' }),
        tracer: null,
        node: createNode(),
        https: false,
        now: () => new Date(),
      }
      return await measureAll(context, postgres.ownerUrl, rounds * 20)
    } finally {
      await database.close()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

export default measurement
