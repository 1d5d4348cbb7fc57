import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { completeDrafts, packOf } from '#test/support/due-diligence.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { besideServer, type BesideServer } from './kill/beside-server.ts'
import { openSite, type Site, type Victim } from './kill/site.ts'
import { verifyAudit } from './kill/verify-audit.ts'
import { rounds } from './scale.ts'

const PASSWORD = 'four quiet herons wading'
/** Maximum delay of a kill after the start of a hand-in, in ms: during its statements or after its response. */
const LATEST_MS = 40
// Takes some seconds on an idle machine, and ten times that on a busy one.
const MS_PER_ROUND = 120_000

const VICTIMS = ['server', 'both'] as const satisfies Victim[]

async function makePeople(context: BesideServer) {
  const manager = await makeUser(context, { role: 'wealth_manager', password: PASSWORD })
  const { username, applicationId } = await makeClient(context, {
    password: PASSWORD,
    wealthManagerId: manager.id,
    application: { status: 'submitted' },
  })
  return { client: username, manager: manager.username, applicationId }
}

type People = Awaited<ReturnType<typeof makePeople>>

/** Signs in; a restart keeps the session, but not the address. */
async function signIn(url: string, username: string): Promise<(now: string) => HttpSession> {
  const first = openHttpSession(url)
  expect((await first.post('/api/login', { username, password: PASSWORD })).status).toBe(200)
  return (now) => {
    const session = openHttpSession(now)
    for (const [name, value] of first.cookies) session.cookies.set(name, value)
    return session
  }
}

const handIn = (session: HttpSession, key: string) =>
  session.post('/api/application/pack/tax/hand-in', { accurate: true }, { 'idempotency-key': key })

/**
 * A declaration, its audit row, the state of its task and the manager's mail are stored together, or not at all.
 *
 * @returns the number of declarations
 */
async function expectWhole(site: Site, { applicationId, manager }: People): Promise<number> {
  return besideServer(site, async ({ database }) => {
    const { rows } = await database.db.execute<
      Record<'declared' | 'logged' | 'handed_in' | 'mails', number>
    >(sql`
      select (select count(*)::int from declarations where application_id = ${applicationId}) as declared,
        (select count(*)::int from audit_events
          where object_id = ${applicationId} and action = 'pack.handed-in') as logged,
        (select count(*)::int from due_diligence_tasks
          where application_id = ${applicationId} and state = 'handed-in') as handed_in,
        (select count(*)::int from mail_outbox
          where recipient = ${manager} and template = 'pack-handed-in') as mails`)
    const [found] = rows
    const count = found?.declared ?? 0
    expect(found).toEqual({ declared: count, logged: count, handed_in: count, mails: count })
    return count
  })
}

/** Hands in a task, during which a process is killed, and then again, twice at once. */
async function killHandIn(site: Site, victim: Victim): Promise<void> {
  const people = await besideServer(site, makePeople)
  const [client, manager] = [
    await signIn(site.url(), people.client),
    await signIn(site.url(), people.manager),
  ]
  const saved = await client(site.url()).put('/api/application/pack/tax', completeDrafts.tax)
  expect(saved.status).toBe(200)
  const key = randomUUID()
  const acting = handIn(client(site.url()), key).then(
    ({ status }) => status < 300,
    () => false,
  )
  await wait(randomInt(LATEST_MS))
  await site.kill(victim)
  const isAcknowledged = await acting
  await site.revive()
  const session = client(site.url())
  const state = (await packOf(session)).tasks.find(({ task }) => task === 'tax')?.state
  expect(isAcknowledged ? ['handed-in'] : ['open', 'handed-in']).toContain(state)
  await expectWhole(site, people)
  const again = await Promise.all([handIn(session, key), handIn(session, randomUUID())])
  expect(again.map(({ status }) => status)).toEqual([200, 200])
  expect(await expectWhole(site, people)).toBe(1)
  // Reading decrypts it.
  const { body } = await manager(site.url()).get(`/api/admin/applications/${people.applicationId}/pack`)
  const reviewed = (body as ReviewedPack).tasks.find(({ task }) => task === 'tax')
  expect(reviewed?.declarations).toMatchObject([{ version: 1, content: completeDrafts.tax }])
}

test(
  'killed while a task is handed in, an acknowledged declaration is there, none is half stored, and none twice',
  async () => {
    const site = await openSite({ DEMO: '0', FICA_PACK: 'on' })
    try {
      for (let round = 0; round < Math.max(rounds, VICTIMS.length); round += 1) {
        await killHandIn(site, VICTIMS[round % VICTIMS.length] ?? 'server')
      }
      await verifyAudit(site)
    } catch (error) {
      process.stdout.write(site.output())
      throw error
    } finally {
      await site.close()
    }
  },
  Math.max(rounds, VICTIMS.length) * MS_PER_ROUND,
)
