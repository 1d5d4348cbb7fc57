import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { MAX_SETTLEMENTS } from '#features/review/rules/checks.ts'
import { checkSettlements } from '#features/review/schema/check-schema.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { newId } from '#base/server/db/id.ts'
import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import { checksAt, decisionOnOddAnswer, oddAnswer, settle } from '#test/support/checks.ts'
import { makeReviewed, type Reviewed } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { auditAbout } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { hasUnzip, unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'

const NEEDLE = 'needle that no client may read'

let server: TestServer
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as(
    (await makeUser(server.context, { role: 'admin', fullName: 'Lindiwe Zulu' })).username,
  )
})
afterAll(() => server.close())

const odd = () => makeReviewed(server, { answers: oddAnswer })
const rowsOf = ({ client: { applicationId } }: Reviewed) =>
  server.context.database.db
    .select()
    .from(checkSettlements)
    .where(eq(checkSettlements.applicationId, applicationId))
const settledBy = async (staff: HttpSession, path: string) => (await checksAt(staff, path))[0]?.settlement

test('a check is settled with a decision, a reason and a name, visible to all reviewers of the client', async () => {
  const one = await odd()
  const answer = await settle(admin, one.path)
  expect([answer.status, (answer.body as ReviewedApplication).warnings]).toEqual([
    200,
    await checksAt(one.manager, one.path),
  ])
  expect(await checksAt(one.manager, one.path)).toMatchObject([
    {
      path: 'mobileNumber',
      check: 'mobileNumber',
      settlement: {
        decision: 'accepted',
        reason: decisionOnOddAnswer.reason,
        byName: 'Lindiwe Zulu',
        at: expect.any(String) as string,
      },
    },
  ])
})

test('it is reopened with a reason, settled again, and every decision stays stored, encrypted, with its audit row', async () => {
  const one = await odd()
  await settle(one.manager, one.path)
  const first = (await settledBy(admin, one.path))?.id ?? null
  const reopened = await settle(admin, one.path, {
    seen: first,
    decision: 'reopened',
    reason: 'Wrong number.',
  })
  expect(reopened.body).toMatchObject({ warnings: [{ settlement: { decision: 'reopened' } }] })
  const second = (await settledBy(admin, one.path))?.id ?? null
  await settle(one.manager, one.path, { seen: second, decision: 'to-correct' })
  expect(await settledBy(admin, one.path)).toMatchObject({ decision: 'to-correct' })
  const rows = await rowsOf(one)
  expect(rows.map(({ number, decision }) => [number, decision])).toEqual([
    [1, 'accepted'],
    [2, 'reopened'],
    [3, 'to-correct'],
  ])
  expect(JSON.stringify(rows)).not.toMatch(/0215550140|Rang|Wrong/u)
  const events = await auditAbout(server.context, one.client.applicationId)
  const decided = events.filter(({ action }) => action.startsWith('check.'))
  expect(decided.map(({ action, details }) => [action, details])).toMatchObject([
    ['check.settled', { path: 'mobileNumber', check: 'mobileNumber', decision: 'accepted' }],
    ['check.reopened', { path: 'mobileNumber', check: 'mobileNumber' }],
    ['check.settled', { decision: 'to-correct' }],
  ])
  expect(JSON.stringify(decided)).not.toMatch(/0215550140|Rang|Wrong/u)
})

test('a changed answer reopens the check, and a decision about the earlier answer is refused', async () => {
  const one = await makeReviewed(server, { status: 'draft', answers: oddAnswer })
  const read = await one.session.get('/api/application')
  await settle(one.manager, one.path)
  const changed = await one.session.put(
    '/api/application',
    { mobileNumber: '0115550140' },
    { 'if-match': read.headers.get('etag') ?? '' },
  )
  expect(changed.status).toBe(200)
  expect(await checksAt(one.manager, one.path)).toMatchObject([{ check: 'mobileNumber', settlement: null }])
  const late = await settle(admin, one.path)
  expect([late.status, late.body]).toMatchObject([409, { code: 'check-changed' }])
  expect(await rowsOf(one)).toHaveLength(1)
})

test('of two simultaneous decisions one is saved, and the other gets an error with its author', async () => {
  const one = await odd()
  const answers = await Promise.all([
    settle(one.manager, one.path),
    settle(admin, one.path, { decision: 'to-correct' }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'check-changed',
    detail: expect.stringMatching(/ has decided on this check \((?:Accepted|To be)/u) as string,
  })
  expect(await rowsOf(one)).toHaveLength(1)
})

test('a double click is saved once and gets the same response', async () => {
  const one = await odd()
  const key = { 'idempotency-key': randomUUID() }
  const press = () => one.manager.post(`${one.path}/checks`, decisionOnOddAnswer, key)
  const [first, second] = await Promise.all([press(), press()])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect(await rowsOf(one)).toHaveLength(1)
})

test('another manager gets not-found, and a client may not call it', async () => {
  const [one, other] = [await odd(), await odd()]
  const far = await settle(other.manager, one.path)
  const missing = await settle(other.manager, `/api/admin/applications/${newId()}`)
  expect([far.status, far.text]).toEqual([404, missing.text])
  expect((await settle(one.session, one.path)).status).toBe(403)
  expect((await settle(server.visit(), one.path)).status).toBe(401)
  expect(await rowsOf(one)).toEqual([])
})

test.each<[string, Parameters<typeof settle>[2], number, object]>([
  ['no reason', { reason: ' ' }, 400, { errors: [{ path: 'reason' }] }],
  ['a check that the answers pass', { check: 'taxNumber', path: 'taxIncomeNumber' }, 409, {}],
  ['a decision that does not exist', { seen: newId() }, 409, { code: 'check-changed' }],
  ['an open check that is to be reopened', { decision: 'reopened' }, 409, {}],
])('%s is refused', async (_, changes, status, body) => {
  const one = await odd()
  const answer = await settle(one.manager, one.path, changes)
  expect([answer.status, answer.body]).toMatchObject([status, body])
  expect(await rowsOf(one)).toEqual([])
})

test('an application has a limited number of decisions', async () => {
  const one = await odd()
  await settle(one.manager, one.path)
  const [row] = await rowsOf(one)
  if (row === undefined) throw new Error('There is no decision.')
  const content = { about: '["an earlier answer"]', reason: 'Rang.' }
  const others = Array.from({ length: MAX_SETTLEMENTS - 1 }, (_, index) => {
    const id = newId()
    return {
      ...row,
      id,
      number: index + 2,
      content: encryptJson(server.context.keyring, checkSettlements.content, id, content),
    }
  })
  await server.context.database.db.insert(checkSettlements).values(others)
  const answer = await settle(one.manager, one.path, { seen: row.id, decision: 'reopened' })
  expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('at most 200') as string])
})

test.skipIf(!hasUnzip)('clients see nothing of it, nor do files that staff export', async () => {
  const one = await odd()
  await settle(one.manager, one.path, { reason: NEEDLE })
  expect(JSON.stringify(await checksAt(one.manager, one.path))).toContain(NEEDLE)
  for (const path of ['/api/application', '/api/application/progress', '/api/user']) {
    expect((await one.session.get(path)).text).not.toContain(NEEDLE)
  }
  const archives = [
    await raw(one.session, `${server.url}/api/account/data`),
    await raw(admin, `${server.url}${one.path}/download`),
  ]
  for (const { status, bytes } of archives) {
    expect(status).toBe(200)
    for (const [name, content] of unzip(bytes)) {
      const text = name.endsWith('.pdf') ? (await readPdf(content)).spoken : String(content)
      expect([name, text.includes(NEEDLE)]).toEqual([name, false])
      expect([name, /check (?:settled|reopened)|please check/iu.test(text)]).toEqual([name, false])
    }
  }
})
