import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RiskModels } from '#features/due-diligence/api/risk-rating.ts'
import { shippedModel } from '#features/due-diligence/rules/rating/model.ts'
import { importFirm } from '#features/firm/server/transfer/import-firm.ts'
import { FIRM_FILE_FORMAT } from '#features/firm/server/transfer/firm-file.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { countryConfirmations, riskModels } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import {
  completeDrafts,
  completePack,
  dueDiligenceOn,
  useUnList,
  makePackClient,
  rateRisk,
  reviewedPackOf,
  riskModelChoices,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { countryListsCheck } from './country-lists.ts'
import { exportModel, importModelOfFile } from './model-file.ts'

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

const propose = (who: HttpSession, choices: object = {}, expectedModel = shippedModel.version) =>
  who.post(MODELS, { content: { ...riskModelChoices, ...choices }, expectedModel })
const modelsFor = async (who: HttpSession) => (await who.get(MODELS)).body as RiskModels
const put = (who: HttpSession, version: number) => who.post(`${MODELS}/${version}/in-force`)

test('changed lists are proposed, put in force by a second person, and rate no client again', async () => {
  const person = await makePackClient(server, { status: 'approved', answers: { fullName: 'Thandi Mokoena' } })
  await completePack(person, { funds: { ...completeDrafts.funds, purpose: 'offshore' } })
  expect((await rateRisk(editor, person.path)).status).toBe(200)
  const other = await makePackClient(server)
  await completePack(other)
  expect((await rateRisk(editor, other.path)).status).toBe(200)

  const levels = { medium: 10, high: 50 }
  expect(await modelsFor(editor)).toEqual({
    inForce: { version: 2, content: riskModelChoices },
    compared: null,
    proposed: null,
  })
  expect(await propose(editor, { levels }, 1)).toMatchObject({ status: 409, body: { code: 'changed' } })
  expect((await propose(editor, { riskyTrades: ['mining'] })).status).toBe(200)
  const proposed = { version: 4, content: { ...riskModelChoices, levels }, changed: 1 }
  expect((await propose(editor, { levels })).body).toMatchObject({ proposed: { ...proposed, own: true } })
  expect(await modelsFor(senior)).toMatchObject({
    inForce: { version: 2 },
    proposed: { ...proposed, own: false },
  })
  expect(await put(editor, 4)).toMatchObject({ status: 409, body: { code: 'second-person' } })
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  expect(await put(admin, 4)).toMatchObject({ status: 409, body: { code: 'senior-manager' } })
  expect(await put(senior, 3)).toMatchObject({ status: 409, body: { code: 'changed' } })
  expect((await put(senior, 9)).status).toBe(404)
  expect((await put(senior, 4)).body).toEqual({
    inForce: { version: 4, content: { ...riskModelChoices, levels } },
    compared: null,
    proposed: null,
  })
  expect((await put(senior, 4)).status).toBe(200)

  // The rating is as before; what the new version would say is shown.
  expect((await reviewedPackOf(editor, person.path)).rating).toMatchObject({
    modelVersion: 4,
    current: { modelVersion: 2, level: 'low', points: 10, byModelInForce: 'medium', outdated: false },
  })
  expect((await editor.patch(`${person.path}/status`, { status: 'onboarded' })).status).toBe(200)
  expect((await rateRisk(editor, person.path, { expectedModel: 4 })).body).toMatchObject({
    rating: { current: { modelVersion: 4, level: 'medium', points: 10 } },
  })
  const { db } = server.context.database
  await expect(db.update(riskModels).set({ approvedBy: riskModels.proposedBy })).rejects.toThrow()
})

test('lists with a mistake are refused beside their field, and points are not changed on screen', async () => {
  const { medium } = shippedModel.content.levels
  expect(await propose(editor, { levels: { medium, high: medium } }, 4)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'content.levels.high', message: 'High has to begin above Medium' }] },
  })
  expect((await propose(editor, { points: shippedModel.content.points }, 4)).status).toBe(400)
})

test('points move with the file of the firm, in force at once; what was proposed is withdrawn', async () => {
  const { context } = server
  const file = (riskModel: object) => JSON.stringify({ format: FIRM_FILE_FORMAT, sections: {}, riskModel })
  const before = await exportModel(context.database.db)
  const { inForce } = await modelsFor(editor)
  expect((await propose(editor, { riskyTrades: ['mining'] }, inForce.version)).status).toBe(200)
  // The model in force changes nothing.
  expect(await importFirm(context, file(before), importModelOfFile)).toEqual([])
  const points = { ...before.points, general: 7 }
  expect(await importFirm(context, file({ ...before, points }), importModelOfFile)).toEqual(['risk model'])
  expect(await exportModel(context.database.db)).toEqual({ ...before, points })
  expect(await modelsFor(editor)).toMatchObject({
    inForce: { version: inForce.version + 2 },
    proposed: null,
  })
  const wrong = file({ ...before, points: { ...points, general: 101 } })
  await expect(importFirm(context, wrong, importModelOfFile)).rejects.toThrow('riskModel.points.general')
})

test('the countries are in order once the firm has compared them, for 150 days', async () => {
  const { context } = server
  const { db } = context.database
  const today = new Date().toISOString().slice(0, 10)
  const confirm = (comparedOn: string) => editor.put(`${MODELS}/countries-compared`, { comparedOn })
  const health = async () => (await countryListsCheck.run(context)).health
  expect([await health(), (await modelsFor(editor)).compared]).toEqual(['degraded', null])
  expect(await confirm(dayAfter(today, 2))).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'comparedOn' }] },
  })
  expect((await confirm(dayAfter(today, -151))).body).toMatchObject({ compared: { tooOld: true } })
  expect(await health()).toBe('degraded')
  for (const _ of [1, 2])
    expect((await confirm(dayAfter(today, -150))).body).toMatchObject({
      compared: { on: dayAfter(today, -150), tooOld: false },
    })
  expect([await health(), await db.$count(countryConfirmations)]).toEqual(['healthy', 2])
})
