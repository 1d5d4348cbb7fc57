import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RiskModels } from '#features/due-diligence/api/risk-rating.ts'
import { shippedModel, type ModelContent } from '#features/due-diligence/rules/rating/model.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { riskModels } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import {
  completeDrafts,
  completePack,
  dueDiligenceOn,
  useUnList,
  makePackClient,
  rateRisk,
  reviewedPackOf,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const MODELS = '/api/admin/risk-models'

let server: TestServer
let editor: HttpSession
let senior: HttpSession

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  await useUnList(server)
  editor = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const { id, username } = await makeUser(server.context, { role: 'admin', fullName: 'Ms Botha' })
  await server.context.database.db
    .update(users)
    .set({ seniorManagerSince: new Date() })
    .where(eq(users.id, id))
  senior = await server.as(username)
})
afterAll(() => server.close())

const withGeneral = (general: number): ModelContent => ({
  ...shippedModel.content,
  points: { ...shippedModel.content.points, general },
})
const propose = (who: HttpSession, content: object, expectedModel = 1) =>
  who.post(MODELS, { content, expectedModel })

test('a changed model is tried, proposed, put in force by a second person, and rates no client again', async () => {
  const person = await makePackClient(server, { status: 'approved', answers: { fullName: 'Thandi Mokoena' } })
  await completePack(person, { funds: { ...completeDrafts.funds, purpose: 'general' } })
  expect((await rateRisk(editor, person.path)).status).toBe(200)
  const other = await makePackClient(server)
  await completePack(other)
  expect((await rateRisk(editor, other.path)).status).toBe(200)

  const changed = withGeneral(30)
  const dryRun = { low: 1, medium: 1, high: 0, changed: 1 }
  expect((await editor.post(`${MODELS}/dry-run`, { content: changed })).body).toEqual(dryRun)
  expect((await editor.get(MODELS)).body).toMatchObject({
    models: [{ version: 1, state: 'in-force', own: false }],
    dryRun: null,
  })
  expect(await propose(editor, changed, 2)).toMatchObject({ status: 409, body: { code: 'changed' } })
  expect((await propose(editor, withGeneral(5))).status).toBe(200)
  const proposed = (await propose(editor, changed)).body as RiskModels
  expect(proposed.models.map(({ version, state }) => [version, state])).toEqual([
    [3, 'proposed'],
    [2, 'withdrawn'],
    [1, 'in-force'],
  ])
  expect(proposed.dryRun).toEqual(dryRun)
  const put = (who: HttpSession, version: number) => who.post(`${MODELS}/${version}/in-force`)
  expect(await put(editor, 3)).toMatchObject({ status: 409, body: { code: 'second-person' } })
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  expect(await put(admin, 3)).toMatchObject({ status: 409, body: { code: 'senior-manager' } })
  expect(await put(senior, 2)).toMatchObject({ status: 409, body: { code: 'changed' } })
  expect((await put(senior, 9)).status).toBe(404)
  expect((await put(senior, 3)).body).toMatchObject({
    models: [{ version: 3, state: 'in-force', approvedByName: 'Ms Botha' }, {}, { state: 'retired' }],
  })
  expect((await put(senior, 3)).status).toBe(200)

  // The rating is as before; what the new version would say is shown.
  expect((await reviewedPackOf(editor, person.path)).rating).toMatchObject({
    modelVersion: 3,
    current: { modelVersion: 1, level: 'low', points: 0, byModelInForce: 'medium', outdated: false },
  })
  expect((await editor.patch(`${person.path}/status`, { status: 'onboarded' })).status).toBe(200)
  expect((await rateRisk(editor, person.path, { expectedModel: 3 })).body).toMatchObject({
    rating: { current: { modelVersion: 3, level: 'medium', points: 30 } },
  })
  const { db } = server.context.database
  await expect(db.update(riskModels).set({ approvedBy: riskModels.proposedBy })).rejects.toThrow()
})

test('a model with a mistake is refused beside its field', async () => {
  const { medium } = shippedModel.content.levels
  const content = { ...shippedModel.content, levels: { medium, high: medium } }
  expect(await editor.post(`${MODELS}/dry-run`, { content })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'content.levels.high', message: 'High has to begin above Medium' }] },
  })
  expect((await propose(editor, { ...shippedModel.content, points: {} })).status).toBe(400)
})
