import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { WebhookDelivery } from '#features/integrations/api/webhooks.ts'
import type { EventForProgram } from '#features/integrations/rules/public-api/contract.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { openDatabase, type Database, type DatabaseConnection } from '#base/server/db/database.ts'
import { webhookDeliveries, webhookEndpoints } from '#features/integrations/schema.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { LOOPBACK, makeWebhook, startReceiver, type Received } from '#test/support/webhooks.ts'
import { besideServer, type BesideServer } from './kill/beside-server.ts'
import { openSite, type Site } from './kill/site.ts'
import { verifyAudit } from './kill/verify-audit.ts'

const PASSWORD = 'four quiet herons wading'
const SECOND = 1000
const MINUTE = 60 * SECOND
/** Pauses of a delivery and of its endpoint after failures in a row. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE]
const RESTS = [5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE]
/** How long a killed server's claim lasts. */
const CLAIM = 60 * SECOND
const CLIENTS = 8
// Takes 20 seconds on an idle machine.
const TIMEOUT_MS = 240_000
const POLL = { timeout: 20_000, interval: 100 }

async function makeFirm(context: BesideServer, receiver: string) {
  const manager = await makeUser(context, { role: 'wealth_manager', password: PASSWORD })
  const system = await makeUser(context, { role: 'system_administrator', password: PASSWORD })
  const ids: string[] = []
  for (let made = 0; made < CLIENTS; made += 1) {
    const facts = { wealthManagerId: manager.id, application: { status: 'submitted' } } as const
    ids.push((await makeClient(context, facts)).applicationId)
  }
  const [webhook, { token }] = [await makeWebhook(context, { url: receiver }), await makeApiToken(context)]
  const url = context.database.ownerUrl
  return { url, manager: manager.username, system: system.username, ids, webhook, token }
}

/** Signs in; a restart keeps the session, but not the address. */
async function signIn(site: Site, username: string): Promise<() => HttpSession> {
  const first = openHttpSession(site.url())
  expect((await first.post('/api/login', { username, password: PASSWORD })).status).toBe(200)
  return () => {
    const session = openHttpSession(site.url())
    for (const [name, value] of first.cookies) session.cookies.set(name, value)
    return session
  }
}

/** The site under test, with direct access to its database, and a manager's session at the server that runs. */
interface Stage {
  site: Site
  db: Database
  manager: () => HttpSession
}

async function outboxOf({ db }: Stage) {
  const [endpoint] = await db.select().from(webhookEndpoints)
  if (endpoint === undefined) throw new Error('There is no webhook.')
  return { endpoint, deliveries: await db.select().from(webhookDeliveries) }
}

/** Makes everything in the outbox older, as if so much time had passed. */
async function passTime({ db }: Stage, ms: number): Promise<void> {
  const by = sql`make_interval(secs => ${ms / SECOND})`
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`update integration_events set created_at = created_at - ${by}, due_at = due_at - ${by}`,
    )
    await tx.execute(sql`
      update webhook_deliveries set created_at = created_at - ${by}, next_attempt_at = next_attempt_at - ${by},
        delivered_at = delivered_at - ${by}, given_up_at = given_up_at - ${by}`)
    await tx.execute(sql`
      update webhook_endpoints set failing_since = failing_since - ${by}, rests_until = rests_until - ${by},
        last_success_at = last_success_at - ${by}, warned_at = warned_at - ${by}`)
  })
}

/** Approves applications, each of which is an event, and waits until there are so many deliveries. */
async function approve(stage: Stage, ids: readonly string[], deliveries: number): Promise<void> {
  for (const id of ids) {
    const { status } = await stage
      .manager()
      .put(`/api/admin/applications/${id}/status`, { status: 'approved' })
    expect(status).toBe(200)
  }
  await expect.poll(async () => (await outboxOf(stage)).deliveries.length, POLL).toBe(deliveries)
}

/** Waits for a failure in a row, and checks when the delivery and its endpoint are due again. */
async function untilFailed(stage: Stage, failures: number): Promise<void> {
  await expect.poll(async () => (await outboxOf(stage)).endpoint.failures, POLL).toBe(failures)
  const { endpoint, deliveries } = await outboxOf(stage)
  const failedAt = (endpoint.restsUntil?.getTime() ?? 0) - (RESTS[failures - 1] ?? 0)
  const attempted = deliveries.filter(({ attempts }) => attempts > 0)
  expect(
    attempted.map(({ attempts, nextAttemptAt }) => nextAttemptAt.getTime() - (PAUSES[attempts - 1] ?? 0)),
  ).toContain(failedAt)
}

/** Attempts at what is not delivered yet. */
async function attemptsOf(stage: Stage): Promise<number> {
  const { deliveries } = await outboxOf(stage)
  return deliveries.reduce((sum, one) => sum + (one.deliveredAt === null ? one.attempts : 0), 0)
}

async function untilDelivered(stage: Stage): Promise<void> {
  const waiting = async () =>
    (await outboxOf(stage)).deliveries.filter(({ deliveredAt }) => deliveredAt === null).length
  await expect.poll(waiting, POLL).toBe(0)
}

/** The receiver is away for ten minutes, in which the machine is killed during an attempt. @returns the attempts that failed */
async function playOutage(stage: Stage, ids: readonly string[], port: number) {
  await approve(stage, ids.slice(1, 2), 2)
  await untilFailed(stage, 1)
  await approve(stage, ids.slice(2, 4), 4)
  await passTime(stage, 5 * SECOND)
  await untilFailed(stage, 2)
  // It accepts connections again, but does not answer.
  const hanging = await startReceiver(port)
  const { promise: isReached, resolve } = Promise.withResolvers<void>()
  hanging.answer = () => resolve()
  await passTime(stage, 30 * SECOND)
  await isReached
  await stage.site.kill('machine')
  await hanging.close()

  await stage.site.revive()
  await approve(stage, ids.slice(4, 6), 6)
  // The commit of the last claim may not have reached the disk.
  const counted = await attemptsOf(stage)
  expect([2, 3]).toContain(counted)
  await passTime(stage, CLAIM)
  await untilFailed(stage, 3)
  await passTime(stage, 5 * MINUTE)
  await untilFailed(stage, 4)
  await approve(stage, ids.slice(6, 7), 7)
  expect(await attemptsOf(stage)).toBe(counted + 2)
  await passTime(stage, 10 * MINUTE - (5 * SECOND + 30 * SECOND + CLAIM + 5 * MINUTE))
  return { hung: hanging.received, failures: counted + 2 }
}

/** Checks a request by the reference library. @returns its id */
function verified({ headers, body }: Received, secret: string): string {
  const id = String(headers['webhook-id'])
  new Webhook(secret).verify(body, {
    'webhook-id': id,
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  })
  return id
}

test(
  'a receiver that was away for ten minutes gets every event, also those of a server that was killed meanwhile',
  async () => {
    const variables = {
      DEMO: '0',
      WORKERS: '2',
      UNDO_SECONDS: '0',
      WEBHOOK_ALLOW_NETWORKS: LOOPBACK.join(','),
    }
    const site = await openSite(variables)
    const before = await startReceiver()
    const port = Number(new URL(before.url).port)
    const receivers = [before]
    let database: DatabaseConnection | undefined
    try {
      const { url, ...firm } = await besideServer(site, (context) => makeFirm(context, before.url))
      database = openDatabase(url, () => undefined)
      const { ids, webhook } = firm
      const system = await signIn(site, firm.system)
      const stage = { site, db: database.db, manager: await signIn(site, firm.manager) }
      await approve(stage, ids.slice(0, 1), 1)
      await untilDelivered(stage)
      await before.close()
      const { hung, failures } = await playOutage(stage, ids, port)
      const after = await startReceiver(port)
      receivers.push(after)
      // The rest that the last failure began.
      await passTime(stage, 30 * MINUTE)
      await untilDelivered(stage)

      const received = after.received.map((one) => verified(one, webhook.secret))
      const once = [...before.received.map((one) => verified(one, webhook.secret)), ...received]
      expect([once.length, new Set(once).size]).toEqual([7, 7])
      // The attempt that the kill ended is repeated: the same bytes, with the same id.
      expect(hung).toHaveLength(1)
      expect(after.received.map(({ body }) => body)).toContain(hung[0]?.body)
      expect(received).toEqual(expect.arrayContaining(hung.map((one) => verified(one, webhook.secret))))
      const { body: events } = await openHttpSession(site.url()).get('/api/v1/events', {
        authorization: `Bearer ${firm.token}`,
      })
      expect((events as EventForProgram[]).map(({ id }) => id).toSorted()).toEqual(once.toSorted())
      expect((events as EventForProgram[]).map(({ data }) => data['applicationId'])).toEqual(ids.slice(0, 7))

      const log = (await system().get(`/api/system-admin/webhooks/${webhook.id}/deliveries`))
        .body as WebhookDelivery[]
      expect(log.map(({ state, status }) => [state, status])).toEqual(log.map(() => ['delivered', 204]))
      expect(log.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(7 + failures)

      // Days later nothing is sent again.
      await passTime(stage, 3 * 24 * 60 * MINUTE)
      await approve(stage, ids.slice(7), 8)
      await untilDelivered(stage)
      expect(after.received).toHaveLength(7)
      await verifyAudit(site)
    } catch (error) {
      process.stdout.write(site.output())
      throw error
    } finally {
      for (const receiver of receivers) await receiver.close()
      await database?.close()
      await site.close()
    }
  },
  TIMEOUT_MS,
)
