import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OwnViews } from '#features/review/api/own-views.ts'
import { ownViews } from '#features/review/schema/view-schema.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
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

const DRAFTS = { name: 'Old drafts', address: 'status=draft&quietDays=30' }
const QUEUE = { name: 'Both', address: 'status=submitted%2Cunder_review&sort=waitingSince' }

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
    expect(views.own).toMatchObject([QUEUE, DRAFTS])
    const list = await people.admin.session.get(`/api/admin/applications?${QUEUE.address}`)
    expect(views.own[0]?.count).toBeGreaterThan(0)
    expect(views.own[0]?.count).toBe(Number(list.headers.get('x-total-count')))
    expect((await savedEvents('admin')).at(-1)).toMatchObject({ details: { views: 2 } })
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

  test('are invisible to others', async () => {
    await keep('admin', [QUEUE, DRAFTS])
    for (const who of ['colleague', 'manager'] as const) {
      expect(await viewsOf(who)).toMatchObject({ own: [], shared: [] })
    }
  })

  test('of a page of the previous release, which shares them, are saved for their owner', async () => {
    expect((await keep('admin', [{ ...QUEUE, shared: true }])).views.own).toMatchObject([QUEUE])
    expect(await viewsOf('colleague')).toMatchObject({ own: [], shared: [] })
  })

  test("count applications in the reader's scope", async () => {
    await makeClient(server.context, {
      application: { status: 'submitted' },
      wealthManagerId: people.manager.id,
    })
    expect((await keep('manager', [QUEUE])).views.own).toMatchObject([{ count: 1 }])
    expect((await keep('otherManager', [QUEUE])).views.own).toMatchObject([{ count: 0 }])
    expect((await keep('colleague', [QUEUE])).views.own[0]?.count).toBeGreaterThan(1)
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

  test('have addresses of their own list only', async () => {
    expect((await keep('manager', [{ ...DRAFTS, address: 'sort=netWorth' }])).status).toBe(200)
    expect((await keep('manager', [{ ...DRAFTS, address: 'wealthManager=none' }])).status).toBe(400)
    expect((await keep('admin', [{ ...QUEUE, address: 'wealthManager=none' }])).status).toBe(200)
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

  test('are limited to twenty, each with a name', async () => {
    const many = (count: number) => Array.from({ length: count }, () => QUEUE)
    expect((await keep('admin', many(21))).status).toBe(400)
    expect((await keep('admin', [{ ...DRAFTS, name: ' ' }])).status).toBe(400)
    expect((await keep('admin', many(20))).status).toBe(200)
  })

  test('count invitations by their state', async () => {
    const { own } = (await keep('admin', [{ ...DRAFTS, address: 'invitation=expired' }])).views
    expect(own).toMatchObject([{ count: 0 }])
  })
})
