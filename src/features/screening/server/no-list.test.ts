import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { runCheck } from '#features/access/server/health-check.ts'
import {
  completePack,
  rateRisk,
  dueDiligenceOn,
  makePackClient,
  reviewedPackOf,
  useUnList,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { sanctionsListsCheck } from './health.ts'
import { warnOfOldLists } from './warn-of-old-lists.ts'

let server: TestServer
let admin: HttpSession
let adminName: string

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  adminName = (await makeUser(server.context, { role: 'admin' })).username
  admin = await server.as(adminName)
})
afterAll(() => server.close())

test('without a United Nations list the gate, the System tab and a mail say so, until one is in use', async () => {
  const person = await makePackClient(server, { status: 'approved' })
  await completePack(person)
  // No one is rated whom no list was compared with.
  expect(await rateRisk(admin, person.path)).toMatchObject({
    status: 409,
    body: { code: 'requirements-missing' },
  })
  const missing = async () => (await reviewedPackOf(admin, person.path)).gate?.missing.map(({ text }) => text)
  expect((await missing())?.[0]).toBe('No UN list is in use. Load one under Sanctions lists.')
  expect(await runCheck(server.context, sanctionsListsCheck)).toMatchObject({
    health: 'failing',
    summary: expect.stringContaining('no United Nations list is in use'),
  })
  expect([await warnOfOldLists(server.context), await warnOfOldLists(server.context)]).toEqual([true, false])
  const subjects = (await mailsTo(server.context, adminName)).map(({ subject }) => subject)
  expect(subjects).toEqual(['No United Nations list is in use'])

  await useUnList(server)
  expect(await missing()).toContainEqual(expect.stringContaining('not been compared'))
  expect(await warnOfOldLists(server.context)).toBe(false)
  expect(await runCheck(server.context, sanctionsListsCheck)).toMatchObject({ health: 'degraded' })
  await screenClients(server.context)
  expect(await runCheck(server.context, sanctionsListsCheck)).toMatchObject({ health: 'healthy' })
  expect((await rateRisk(admin, person.path)).status).toBe(200)
})
