import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OwnViews } from '#domain/api/own-views.ts'
import { users } from '#server/platform/db/schema.ts'
import { ownViews } from '#server/platform/db/view-schema.ts'
import { makeClient } from '#server/app/demo/factories/applications.ts'
import { makeUser } from '#server/app/demo/factories/users.ts'
import { auditAbout } from '#test/support/records.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const PATH = '/api/application-views'

type Person = 'admin' | 'colleague' | 'manager' | 'otherManager'

let server: TestServer
let people: Record<Person, { id: string; session: HttpSession }>

beforeAll(async () => {
  server = await startTestServer()
  const person = async (role: 'admin' | 'wealth_manager', fullName: string) => {
    const { id, username } = await makeUser(server.context, { role, fullName })
    return { id, session: await server.as(username) }
  }
  people = {
    admin: await person('admin', 'Ayanda Pule'),
    colleague: await person('admin', 'Carmen Fortuin'),
    manager: await person('wealth_manager', 'Nomsa Radebe'),
    otherManager: await person('wealth_manager', 'Pieter Botha'),
  }
})
afterAll(() => server.close())
beforeEach(() => server.context.database.db.delete(ownViews))

const DRAFTS = { name: 'Old drafts', address: 'status=draft&quietDays=30', shared: false }
const QUEUE = { name: 'Both', address: 'status=submitted%2Cunder_review&sort=waitingSince', shared: true }

const viewsOf = async (who: Person) => (await people[who].session.get(PATH)).body as OwnViews

/** Saves views based on the latest version. */
async function keep(who: Person, views: unknown[]) {
  const { version } = await viewsOf(who)
  const { status, body } = await people[who].session.put(PATH, { seen: version, views })
  return { status, body, views: body as OwnViews }
}

const savedEvents = async (who: Person) =>
  (await auditAbout(server.context, people[who].id)).filter(({ action }) => action === 'views.kept')

describe("a user's saved views", () => {
  test('are stored in order, with their counts, and recorded', async () => {
    await makeClient(server.context, { application: { status: 'submitted' } })
    const { status, views } = await keep('admin', [QUEUE, DRAFTS])
    expect(status).toBe(200)
    expect(views.own).toMatchObject([
      { ...QUEUE, ownerName: null },
      { ...DRAFTS, ownerName: null },
    ])
    const list = await people.admin.session.get(`/api/admin/applications?${QUEUE.address}`)
    expect(views.own[0]?.count).toBeGreaterThan(0)
    expect(views.own[0]?.count).toBe(Number(list.headers.get('x-total-count')))
    expect((await savedEvents('admin')).at(-1)).toMatchObject({ details: { views: 2, shared: 1 } })
  })

  test('can be renamed, moved and removed, and keep their ids', async () => {
    const { own } = (await keep('admin', [QUEUE, DRAFTS])).views
    const [queue, drafts] = own.map(({ id }) => id)
    const moved = await keep('admin', [
      { ...DRAFTS, id: drafts, name: 'Asleep' },
      { ...QUEUE, id: queue },
    ])
    expect(moved.views.own.map(({ id, name }) => [id, name])).toEqual([
      [drafts, 'Asleep'],
      [queue, 'Both'],
    ])
    expect((await keep('admin', [{ ...QUEUE, id: queue }])).views.own).toMatchObject([{ id: queue }])
    expect((await keep('admin', [])).views.own).toEqual([])
  })

  test('are not overwritten by a window with an outdated version, including its new names', async () => {
    const before = (await keep('admin', [QUEUE])).views
    const id = before.own[0]?.id
    await keep('admin', [{ ...QUEUE, id, name: 'Ours' }])
    const views = [{ ...QUEUE, id, name: 'Mine' }]
    const late = await people.admin.session.put(PATH, { seen: before.version, views })
    expect(late.status).toBe(409)
    expect((await viewsOf('admin')).own).toMatchObject([{ name: 'Ours' }])
  })

  test('are saved once if the request is repeated after a lost response', async () => {
    const { version } = await viewsOf('admin')
    const before = (await savedEvents('admin')).length
    const send = () => people.admin.session.put(PATH, { seen: version, views: [QUEUE, DRAFTS] })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(await savedEvents('admin')).toHaveLength(before + 1)
  })

  test('are invisible to others unless shared', async () => {
    await keep('admin', [QUEUE, DRAFTS])
    for (const who of ['colleague', 'manager'] as const) {
      const views = await viewsOf(who)
      expect(views.own).toEqual([])
      expect(views.shared).toMatchObject([{ name: 'Both', ownerName: 'Ayanda Pule' }])
    }
    await keep('manager', [DRAFTS])
    for (const who of ['admin', 'colleague', 'otherManager'] as const) {
      expect(JSON.stringify(await viewsOf(who))).not.toContain('"Nomsa')
    }
    expect((await viewsOf('otherManager')).own).toEqual([])
  })

  test("count applications in the reader's scope", async () => {
    await makeClient(server.context, {
      application: { status: 'submitted' },
      wealthManagerId: people.manager.id,
    })
    await keep('admin', [QUEUE])
    expect((await viewsOf('manager')).shared).toMatchObject([{ count: 1 }])
    expect((await viewsOf('otherManager')).shared).toMatchObject([{ count: 0 }])
    expect((await viewsOf('colleague')).shared[0]?.count).toBeGreaterThan(1)
  })

  test('of another user cannot be taken over: they look missing', async () => {
    const { own } = (await keep('admin', [QUEUE, DRAFTS])).views
    const answers = await Promise.all(
      [own[0]?.id, own[1]?.id, people.admin.id].map((id) => keep('colleague', [{ ...DRAFTS, id }])),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    const bodies = answers.map(({ body }) => JSON.stringify({ ...(body as object), requestId: '' }))
    expect(new Set(bodies).size).toBe(1)
    expect((await viewsOf('admin')).own).toHaveLength(2)
  })

  test('belong to the signed-in user, whatever the body contains', async () => {
    for (const forged of [{ ownerId: people.admin.id }, { ownerName: 'Ayanda Pule' }, { place: 0 }]) {
      expect((await keep('manager', [{ ...DRAFTS, ...forged }])).status).toBe(400)
    }
    const { version } = await viewsOf('manager')
    const body = { seen: version, views: [DRAFTS], ownerId: people.admin.id }
    expect((await people.manager.session.put(PATH, body)).status).toBe(400)
    expect((await viewsOf('admin')).own).toEqual([])
  })

  test('are shared by admins only, and shown only on lists that support them', async () => {
    expect((await keep('manager', [{ ...DRAFTS, shared: true }])).status).toBe(403)
    expect((await keep('manager', [{ ...DRAFTS, address: 'sort=netWorth' }])).status).toBe(200)
    expect((await keep('manager', [{ ...DRAFTS, address: 'wealthManager=none' }])).status).toBe(400)
    await keep('admin', [{ ...QUEUE, address: 'wealthManager=none' }])
    expect((await viewsOf('manager')).shared).toEqual([])
    expect((await viewsOf('colleague')).shared).toHaveLength(1)
  })

  test('are shared while their owner is active', async () => {
    const { db } = server.context.database
    await keep('admin', [QUEUE])
    const owner = eq(users.id, people.admin.id)
    await db.update(users).set({ deactivatedAt: server.context.now() }).where(owner)
    expect((await viewsOf('colleague')).shared).toEqual([])
    await db.update(users).set({ deactivatedAt: null }).where(owner)
    expect((await viewsOf('colleague')).shared).toHaveLength(1)
  })

  test.each([
    'application=x',
    'cursor=abc',
    'limit=5',
    'search=nkosi',
    'status=nonsense',
    'status=draft&status=submitted',
    'quietDays=0',
    '__proto__=x',
    '/admin?status=draft',
    'https://elsewhere.example/?status=draft',
  ])('have no address like %s', async (address) => {
    expect((await keep('admin', [{ ...DRAFTS, address }])).status).toBe(400)
  })

  test.each([
    ['?status=draft', 'status=draft'],
    ['quietDays=0x1e&status=draft,draft', 'status=draft&quietDays=30'],
    ['', ''],
  ])('have the address %j written as %j', async (address, written) => {
    const { own } = (await keep('admin', [{ ...DRAFTS, address }])).views
    expect(own).toMatchObject([{ address: written }])
  })

  test('are limited to twenty, each with a name, and so are shared ones', async () => {
    const many = (count: number) => Array.from({ length: count }, () => QUEUE)
    expect((await keep('admin', many(21))).status).toBe(400)
    expect((await keep('admin', [{ ...DRAFTS, name: ' ' }])).status).toBe(400)
    expect((await keep('admin', many(20))).status).toBe(200)
    expect((await keep('colleague', [QUEUE])).status).toBe(409)
    expect((await keep('colleague', [DRAFTS])).status).toBe(200)
  })

  test('count invitations by their state', async () => {
    const { own } = (await keep('admin', [{ ...DRAFTS, address: 'invitation=expired' }])).views
    expect(own).toMatchObject([{ count: 0 }])
  })
})
