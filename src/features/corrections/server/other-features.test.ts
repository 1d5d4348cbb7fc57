import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { decryptItem } from '#features/applications/server/record/encrypted-items.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { correctionItems, correctionRounds } from '#features/applications/schema/correction-schema.ts'
import { documents } from '#features/access/schema/tables.ts'
import { generateKey } from '#base/server/encryption/key-file.ts'
import { readKeyring } from '#base/server/encryption/keyring.ts'
import { eraseEnded } from '#features/records/server/retention/erase-ended.ts'
import {
  answerWithText,
  ask,
  askedOf,
  handIn,
  makeReviewed,
  type Reviewed,
} from '#test/support/corrections.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { remindOfCorrections } from './remind.ts'

let server: TestServer
let aheadMs = 0
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(Date.now() + aheadMs) })
})
afterAll(() => server.close())

async function answered(): Promise<Reviewed> {
  const one = await makeReviewed(server)
  await ask(one.manager, one.path, [
    { kind: 'answer', path: 'taxIncomeNumber' },
    { kind: 'document', documentId: one.payslip.id },
    { kind: 'question', question: 'Why two employers?' },
  ])
  const [, payslip] = (await askedOf(one.session)).items
  await handIn(one.session, payslip?.id ?? '')
  await answerWithText(one.session)
  return one
}

const itemsOf = async ({ client }: Reviewed) =>
  (
    await server.context.database.db
      .select({ item: correctionItems })
      .from(correctionItems)
      .innerJoin(correctionRounds, eq(correctionRounds.id, correctionItems.roundId))
      .where(eq(correctionRounds.applicationId, client.applicationId))
  ).map(({ item }) => item)

test('all texts and answers are encrypted, and can be read after a newer key', async () => {
  const { keyring } = server.context
  const rows = await itemsOf(await answered())
  const text = JSON.stringify(rows)
  for (const value of ['0001339050', 'It is right', 'Why two employers?']) expect(text).not.toContain(value)
  const newer = readKeyring(`${generateKey()},${server.context.settings.encryptionKeys ?? ''}`)
  for (const row of rows) {
    expect(decryptItem(newer, row)).toEqual(decryptItem(keyring, row))
  }
})

async function bytesOf(session: Reviewed['session'], path: string): Promise<string> {
  const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${server.url}${path}`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}

test('a client’s own data and the archive contain each request, and superseded documents', async () => {
  const one = await answered()
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const own = await bytesOf(one.session, '/api/account/data')
  // Files are stored in the archive uncompressed.
  for (const part of [
    'corrections.json',
    'Why two employers?',
    'It is right.',
    'round 1.pdf',
    'march.pdf',
    'april.pdf',
  ]) {
    expect(own).toContain(part)
  }
  const archive = await bytesOf(admin, `${one.path}/download`)
  for (const part of ['Corrections, round 1.pdf', 'march.pdf', 'april.pdf', '"replaced": true']) {
    expect(archive).toContain(part)
  }
})

test('reminders are sent after 3 and 7 days, once each, and end with the answer, a withdrawal or a deactivation', async () => {
  const asked = async () => {
    const one = await makeReviewed(server)
    await ask(one.manager, one.path)
    return one
  }
  const [silent, answering, withdrawn, closed] = [await asked(), await asked(), await asked(), await asked()]
  await answerWithText(answering.session)
  await withdrawn.manager.post(`${withdrawn.path}/corrections/withdraw`)
  await server.context.database.pool.query('update users set deactivated_at = now() where id = $1', [
    closed.client.id,
  ])
  const remindersOf = async ({ client }: Reviewed) =>
    (await mailsTo(server.context, client.username)).filter(
      ({ template }) => template === 'corrections-reminder',
    ).length
  for (const [days, expected] of [
    [2, 0],
    [3, 1],
    [4, 1],
    [7, 2],
    [30, 2],
  ] as const) {
    aheadMs = days * DAY_MS
    await remindOfCorrections(server.context)
    expect(await remindersOf(silent)).toBe(expected)
  }
  for (const one of [answering, withdrawn, closed]) expect(await remindersOf(one)).toBe(0)
  aheadMs = 0
})

test('superseded data is erased with everything else after the retention period', async () => {
  const one = await answered()
  await one.manager.put(`${one.path}/status`, { status: 'rejected', reason: 'Enough.' })
  aheadMs = 6 * 366 * DAY_MS
  await eraseEnded(server.context)
  aheadMs = 0
  expect(await itemsOf(one)).toEqual([])
  const left = await server.context.database.db
    .select()
    .from(documents)
    .where(eq(documents.applicationId, one.client.applicationId))
  expect(left).toEqual([])
})
