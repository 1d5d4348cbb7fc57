import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { Hit } from '#features/screening/api/screening.ts'
import type { Lists } from '#features/screening/api/lists.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import { sanctionsListsCheck } from '#features/screening/server/health.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { runImports } from '#features/imports/server/run-import.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { dueDiligenceOn } from '#test/support/due-diligence.ts'
import { checkImport, makeImporter, startImport } from '#test/support/imports.ts'
import type { HttpSession } from '#test/support/http.ts'
import { bringInForce, fictitious, setSecondPerson, unList } from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

type Comparison = AnswerOf<'GET /api/admin/compliance/imported'>

const ROWS = 250
const LISTED = ['Baobab Testperson', 'Korhaan Mostert-Fictie']

let server: TestServer
let admin: HttpSession
let adminId: string
let system: HttpSession
beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  const systemAdmin = async () =>
    server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
  system = await systemAdmin()
  setSecondPerson(system, await systemAdmin())
  ;({ id: adminId, session: admin } = await makeImporter(server))
})
afterAll(() => server.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

async function unListInUse() {
  const { sources } = (await system.get('/api/system-admin/lists')).body as Lists
  const found = sources.find(({ source }) => source === 'UN')
  return { clients: found?.clients, isCompared: found?.inForce?.screenedAt !== null }
}

const comparisonOf = async (query: string) =>
  (await admin.get(`/api/admin/compliance/imported${query}`)).body as Comparison

test('imported clients are compared before anyone is mailed, and a list counts them', async () => {
  await bringInForce(system, unList(fictitious, daysAgo(5)), daysAgo(5))
  await screenListChanges(server.context)
  const email = (index: number) => `row${index}@compared.example`
  const lines = Array.from(
    { length: ROWS },
    (_, index) => `${email(index)};${LISTED[index - 100] ?? `Thandeka Nomvula Khumalo ${index}`};Active`,
  )
  const checked = await checkImport(admin, ['Email;Name;Status', ...lines].join('\n'), {
    defaultStatus: 'onboarded',
  })
  const { id } = checked
  // Onboarded clients, who were not verified here, are imported by two admins.
  expect(checked.preparedBy).toBe(adminId)
  expect(await startImport(admin, checked)).toMatchObject({ status: 409, body: { code: 'second-person' } })
  const second = await makeImporter(server)
  expect((await startImport(second.session, checked)).status).toBe(200)
  await runImports(server.context)
  const none = { due: ROWS, compared: 0, matched: 0, lists: 1 }
  expect([await comparisonOf(''), await comparisonOf(`?import=${id}`)]).toEqual([none, none])
  // Its changes were compared with all stored people, and a client who is left out keeps it open.
  expect(await unListInUse()).toMatchObject({ clients: { due: ROWS, compared: 0 }, isCompared: false })
  expect(await sanctionsListsCheck.run(server.context)).toMatchObject({ health: 'degraded' })

  const began = performance.now()
  expect(await screenClients(server.context)).toBe(2)
  expect(performance.now() - began).toBeLessThan(90_000)
  const { body } = await admin.get('/api/admin/compliance/hits')
  expect((body as Hit[]).map(({ clientName }) => clientName).toSorted()).toEqual(LISTED)
  expect(await comparisonOf(`?import=${id}`)).toEqual({ due: ROWS, compared: ROWS, matched: 2, lists: 1 })
  expect(await unListInUse()).toMatchObject({ clients: { due: ROWS, compared: ROWS }, isCompared: true })
  expect(await sanctionsListsCheck.run(server.context)).toMatchObject({ health: 'healthy' })

  await bringInForce(system, unList(fictitious.toReversed(), daysAgo(4)), daysAgo(4))
  expect(await unListInUse()).toMatchObject({ isCompared: false })
  await screenListChanges(server.context)
  expect(await unListInUse()).toMatchObject({ clients: { due: ROWS, compared: ROWS }, isCompared: true })
  const { db } = server.context.database
  const addresses = Array.from({ length: ROWS }, (_, index) => email(index))
  expect(await db.$count(mailOutbox, inArray(mailOutbox.recipient, addresses))).toBe(0)
})
