import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationSchema } from '#features/applications/api/application.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import type { HttpSession } from '#test/support/http.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** Clients who save at the same time do not affect or delay each other. */
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Saver {
  applicationId: string
  userId: string
  session: HttpSession
  city: string
}

/** @param count how many clients */
async function makeSavers(count: number): Promise<Saver[]> {
  const savers: Saver[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const { id, applicationId, username } = await makeClient(server.context)
    savers.push({ applicationId, userId: id, session: await server.as(username), city: `City ${nth}` })
  }
  return savers
}

const saveCity = ({ session, city, applicationId: id }: Saver, version = 1) =>
  session.put('/api/application', { city }, { 'if-match': etagOf({ id, version }) })

const cityOf = async ({ session }: Saver) =>
  applicationSchema.parse((await session.get('/api/application')).body).city

/** The users who saved an application, from the audit log. */
async function saversOf({ applicationId }: Saver) {
  const saves = await server.context.database.db
    .select({ actorId: auditEvents.actorId })
    .from(auditEvents)
    .where(and(eq(auditEvents.objectId, applicationId), eq(auditEvents.action, 'application.saved')))
  return saves.map(({ actorId }) => actorId)
}

test('each client has their own answers, with their own audit row', async () => {
  const savers = await makeSavers(12)
  const answers = await Promise.all(savers.map((saver) => saveCity(saver)))
  expect(answers.map(({ status }) => status)).toEqual(savers.map(() => 200))
  expect(answers.map(({ body }) => applicationSchema.parse(body).city)).toEqual(
    savers.map(({ city }) => city),
  )
  expect(await Promise.all(savers.map(cityOf))).toEqual(savers.map(({ city }) => city))
  expect(await Promise.all(savers.map(saversOf))).toEqual(savers.map(({ userId }) => [userId]))
})

test('one whose application has changed meanwhile gets an error, and the others are saved', async () => {
  const savers = await makeSavers(6)
  const [late] = savers
  if (late === undefined) throw new Error('No client to save.')
  await saveCity({ ...late, city: 'Knysna' })
  const answers = await Promise.all(savers.map((saver) => saveCity(saver)))
  expect(answers.map(({ status }) => status)).toEqual([412, 200, 200, 200, 200, 200])
  expect(await Promise.all(savers.map(cityOf))).toEqual([
    'Knysna',
    ...savers.slice(1).map(({ city }) => city),
  ])
})

test('one whose application is locked waits, and the others do not', async () => {
  const savers = await makeSavers(6)
  const [locked, ...free] = savers
  if (locked === undefined) throw new Error('No client to save.')
  const saved: string[] = []
  await inOwnTransaction(server.context.database.pool, async (holder) => {
    await holder.query('select from applications where id = $1 for update', [locked.applicationId])
    const saving = savers.map(async (saver) => {
      const { status } = await saveCity(saver)
      saved.push(saver.city)
      return status
    })
    await Promise.all(saving.slice(1))
    expect(saved.toSorted()).toEqual(free.map(({ city }) => city))
    await holder.query('commit')
    expect(await Promise.all(saving)).toEqual(savers.map(() => 200))
  })
  expect(await Promise.all(savers.map(cityOf))).toEqual(savers.map(({ city }) => city))
})
