import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LetterRun, LettersState, ManagerLetter } from '#features/signing/api/letters.ts'
import { letterTextNames } from '#features/brand/rules/letter/sections.ts'
import { demoProfile, demoSections } from '#app/demo/demo-firm.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { letterRunRows, letterRuns } from '#features/signing/schema/letter-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { changeSettings } from '#test/support/change-settings.ts'
import { makeSigner, readLetter, sign, signingOf, verify } from '#test/support/signing.ts'
import type { HttpSession } from '#test/support/http.ts'
import { publishAsIs, publishLetter } from '#test/support/published-letter.ts'
import { hasPdfsig, isSigned, pdfsig } from '#test/support/pdfsig.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { raw } from '#test/support/uploads.ts'
import { runLetters } from './run-letters.ts'

let server: TestServer
let owner: HttpSession
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

const letters = async () => (await admin.get('/api/firm/letters')).body as LettersState
const saveProfile = (id: string, change: object = {}) =>
  admin.put(`/api/firm/letters/profiles/${id}`, { ...demoProfile, ...change })

/** Without the run that starts automatically, so that tests start their own. */
async function putProfile(id: string, change: object = {}) {
  const saved = await saveProfile(id, change)
  const { db } = server.context.database
  await db.delete(letterRuns).where(eq(letterRuns.isAutomatic, true))
  return saved
}
const publishedVersion = async () => (await letters()).published?.version ?? 1
const start = async (change: object) =>
  admin.post('/api/firm/letters', { templateVersion: await publishedVersion(), ...change })
const currentRun = async () => ((await admin.get('/api/firm/letters/run')).body as { run: LetterRun }).run
const letterOf = async (managerId: string) =>
  (await letters()).managers.find(({ id }) => id === managerId) as ManagerLetter

/** Generates a letter as the page and the servers do. */
async function generate(managerId: string, change: object = {}) {
  const started = await start({ managerIds: [managerId], ...change })
  expect([started.status, started.body]).toEqual([201, expect.objectContaining({ endedAt: null })])
  await runLetters(server.context)
  const run = await currentRun()
  expect(run.endedAt).not.toBeNull()
  return { run, problem: run.problems[0], letter: await letterOf(managerId) }
}

/** A letter of a run. */
const rowOf = (managerId: string) => eq(letterRunRows.managerId, managerId)
const makeManager = (fullName: string): Promise<MadeUser> =>
  makeUser(server.context, { role: 'wealth_manager', fullName })

/** A client of a manager, and the letter that they read. */
async function clientOf(wealthManagerId: string) {
  const password = 'a quiet harbour wall'
  const { username } = await makeClient(server.context, {
    wealthManagerId,
    password,
    fullName: 'Thandiwe Nkosi',
  })
  const session = await server.as(username)
  const read = async () => {
    const { bytes, status } = await raw(session, `${server.url}/api/fais-document`, { method: 'GET' })
    return { bytes, status, spoken: status === 200 ? (await readPdf(bytes)).spoken : '' }
  }
  return { read }
}

test('nothing is generated before the letter is published, and nothing is published incomplete', async () => {
  const manager = await makeManager('Sipho Dlamini')
  const early = await start({ managerIds: [manager.id] })
  expect([early.status, early.body]).toEqual([409, expect.objectContaining({ code: 'not-published' })])
  const incomplete = await publishAsIs(admin)
  expect([incomplete.status, incomplete.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'letter-incomplete',
      errors: expect.arrayContaining([
        { path: 'identity.fspNumber', message: 'FSP number' },
        { path: 'letterFacts.keyIndividual', message: 'Key individual' },
        { path: 'letterText.remuneration', message: 'Fees and commission: fill in each ____' },
      ]),
    }),
  ])
  expect(await letters()).toMatchObject({ published: null, changed: true })
})

test('an admin publishes it, generates a letter with the manager’s facts, and the client reads it', async () => {
  const published = await publishLetter(owner)
  expect(published).toMatchObject({ published: { checkedBy: 'Vusi Ngcobo' }, changed: false, gaps: [] })
  const manager = await makeManager('Naledi {firmName} **Molefe**')
  const without = await generate(manager.id)
  expect(without.problem?.missing.length).toBeGreaterThan(3)
  expect((await putProfile(manager.id, { appointedOn: '' })).body).toMatchObject({
    gaps: [{ at: 'manager', field: 'appointedOn' }],
  })
  const lacking = await generate(manager.id)
  expect(lacking.problem).toEqual({
    managerId: manager.id,
    name: 'Naledi {firmName} **Molefe**',
    outcome: 'incomplete',
    missing: ['Appointed on'],
  })
  expect(lacking.letter.letter).toBe('none')
  expect((await putProfile(manager.id)).status).toBe(200)
  const done = await generate(manager.id)
  expect(done.run.outcomes).toEqual({ generated: 1 })
  expect(done.letter).toMatchObject({ letter: 'current', gaps: [] })
  const { read } = await clientOf(manager.id)
  const { spoken, bytes } = await read()
  for (const text of [
    'Naledi {firmName} Molefe',
    'acts under a mandate from Protea Private Wealth',
    '2009/000000/07',
    'Compliance officer Vusi Ngcobo',
    'appointed on 1 March 2017',
    'initial advice fee of at most 1.50%',
    'no single product supplier paid more than 30%',
  ])
    expect(spoken).toContain(text)
  expect(await readPdf(bytes)).toMatchObject({ pages: 4 })
  // Up to date: the same letter stays.
  const again = await generate(manager.id)
  expect([again.run.outcomes, again.letter]).toEqual([{ unchanged: 1 }, done.letter])
})

test('a letter is out of date when the firm, the manager or the template changes, and stays until it is generated', async () => {
  const manager = await makeManager('Johan Botha')
  await putProfile(manager.id)
  await generate(manager.id)
  const mine = () => letterOf(manager.id)
  const { read } = await clientOf(manager.id)
  const before = (await read()).bytes
  await putProfile(manager.id, { experience: 'Fifteen years' })
  expect((await mine()).letter).toBe('outdated')
  expect((await read()).bytes.equals(before)).toBe(true)
  await generate(manager.id)
  expect((await mine()).letter).toBe('current')
  await owner.put('/api/firm/settings/contacts', { values: { complianceName: 'Annelise Botha' } })
  expect((await mine()).letter).toBe('outdated')
  await generate(manager.id)
  expect((await read()).spoken).toContain('Fifteen years')
  // A draft that is not published changes nothing.
  const text = `${demoSections.letterText.remuneration}\n\nA plan costs R 9 500.`
  await admin.put('/api/firm/settings/letterText', { values: { remuneration: text } })
  expect([(await mine()).letter, (await letters()).changed]).toEqual(['current', true])
  expect((await publishAsIs(admin)).status).toBe(200)
  expect((await mine()).letter).toBe('outdated')
  const again = await generate(manager.id)
  expect(again.letter).toMatchObject({ letter: 'current', version: (await letters()).published?.version })
  expect((await read()).spoken).toContain('A plan costs R 9 500.')
})

test('what was not checked is not published', async () => {
  const body = { checkedBy: 'Vusi Ngcobo', factsVersion: 0, textVersion: 0 }
  const stale = await admin.post('/api/firm/letters/publish', body)
  expect([stale.status, stale.body]).toEqual([412, expect.objectContaining({ code: 'version-conflict' })])
  const unchecked = await admin.post('/api/firm/letters/publish', { ...body, checkedBy: ' ' })
  expect(unchecked.body).toMatchObject({ errors: [{ path: 'checkedBy' }] })
})

test('an uploaded letter stays until its replacement is confirmed', async () => {
  const manager = await makeManager('Ayanda Khumalo')
  await makeFaisDocument(server.context, { managerId: manager.id })
  await putProfile(manager.id)
  const { read } = await clientOf(manager.id)
  const uploaded = (await read()).bytes
  const refused = await generate(manager.id)
  expect(refused.problem?.outcome).toBe('uploaded')
  expect((await read()).bytes.equals(uploaded)).toBe(true)
  expect((await generate(manager.id, { replaceUploaded: true })).letter).toMatchObject({ letter: 'current' })
  expect((await read()).spoken).toContain('Ayanda Khumalo')
})

test('a client signs the letter that they opened, and what was signed never changes', async () => {
  const { managerId, session, signing } = await makeSigner(server)
  const read = async () => (await raw(session, `${server.url}/api/fais-document`, { method: 'GET' })).bytes
  await putProfile(managerId)
  await generate(managerId, { replaceUploaded: true })
  // It was replaced between reading and signing.
  expect((await sign({ session, signing })).status).toBe(409)
  const letter = await read()
  const again = signingOf(await readLetter(session), signing.password)
  const signed = await sign({ session, signing: again })
  expect(signed.status).toBe(200)
  const { documentId } = signed.body as { documentId: string }
  const stored = async () =>
    (await raw(session, `${server.url}/objects/uploads/${documentId}`, { method: 'GET' })).bytes
  const before = await stored()
  expect(before.subarray(0, letter.length).equals(letter)).toBe(true)
  await putProfile(managerId, { experience: 'Thirty years' })
  expect((await generate(managerId)).letter).toMatchObject({ letter: 'current' })
  expect((await read()).equals(letter)).toBe(false)
  expect((await stored()).equals(before)).toBe(true)
  expect((await verify(server, before)).verdict).toMatchObject({ is: 'intact' })
  if (hasPdfsig) {
    const file = path.join(makeFolder('onboarding-letters-'), 'signed.pdf')
    expect(isSigned(pdfsig(file, before))).toBe(true)
  }
})

test('one run at a time, of the template that was seen, for all or for those chosen', async () => {
  const [ready, lacking] = [await makeManager('Lindiwe Mabaso'), await makeManager('Bongani Sithole')]
  await putProfile(ready.id)
  const old = await start({ all: true, templateVersion: (await publishedVersion()) + 1 })
  expect([old.status, old.body]).toEqual([412, expect.objectContaining({ code: 'version-conflict' })])
  for (const body of [{}, { all: true, managerIds: [ready.id] }])
    expect((await start(body)).body).toMatchObject({ errors: [{ path: 'managerIds' }] })
  const started = await start({ all: true })
  expect(started.status).toBe(201)
  const second = await start({ managerIds: [ready.id] })
  expect([second.status, second.body]).toEqual([409, expect.objectContaining({ code: 'letters-running' })])
  await runLetters(server.context)
  const run = await currentRun()
  expect(run.id).toBe((started.body as LetterRun).id)
  expect(run.total).toBe((await letters()).managers.length)
  expect(run.problems).toContainEqual(
    expect.objectContaining({ managerId: lacking.id, outcome: 'incomplete', name: 'Bongani Sithole' }),
  )
  expect((await letterOf(ready.id)).letter).toBe('current')
})

test('a run continues where a server was killed, and two servers do each letter once', async () => {
  const managers = await Promise.all(['One', 'Two', 'Three'].map((name) => makeManager(`Manager ${name}`)))
  for (const { id } of managers) await putProfile(id)
  const { db, pool } = server.context.database
  expect((await start({ managerIds: managers.map(({ id }) => id) })).status).toBe(201)
  // Another server claimed the first letter, and was killed.
  const [first] = managers as [MadeUser, MadeUser, MadeUser]
  const claimedUntil = new Date(server.context.now().getTime() + 60_000)
  await db.update(letterRunRows).set({ claimedUntil }).where(rowOf(first.id))
  await Promise.all([runLetters(server.context), runLetters(server.context)])
  expect(await currentRun()).toMatchObject({ outcomes: { generated: 2 }, endedAt: null })
  expect((await letterOf(first.id)).letter).toBe('none')
  const later = { ...server.context, now: () => new Date(claimedUntil.getTime() + 1) }
  await runLetters(later)
  expect(await currentRun()).toMatchObject({
    outcomes: { generated: 3 },
    problems: [],
    endedAt: expect.any(String),
  })
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from audit_events where action = 'firm.letter-generated' and object_id = any($1)`,
    [managers.map(({ id }) => id)],
  )
  expect(rows).toEqual([{ count: 3 }])
})

test('a wealth manager without a letter gets one once nothing is missing, and it is not replaced automatically', async () => {
  const manager = await makeManager('Karabo Phiri')
  expect((await saveProfile(manager.id, { appointedOn: '' })).status).toBe(200)
  await runLetters(server.context)
  expect((await letterOf(manager.id)).letter).toBe('none')
  for (const experience of ['Ten years', 'Eleven years'])
    expect((await saveProfile(manager.id, { experience })).status).toBe(200)
  expect(await currentRun()).toMatchObject({ total: 1, endedAt: null })
  await runLetters(server.context)
  expect((await currentRun()).endedAt).not.toBeNull()
  expect((await letterOf(manager.id)).letter).toBe('current')
  await saveProfile(manager.id, { experience: 'Twelve years' })
  await runLetters(server.context)
  expect((await letterOf(manager.id)).letter).toBe('outdated')
})

test('a run ends without letters once its user may no longer generate them, or the template is replaced', async () => {
  const manager = await makeManager('Refilwe Tau')
  await putProfile(manager.id)
  const { db } = server.context.database
  const leaving = await makeUser(server.context, { role: 'admin' })
  const session = await server.as(leaving.username)
  const templateVersion = await publishedVersion()
  const body = { managerIds: [manager.id], templateVersion }
  expect((await session.post('/api/firm/letters', body)).status).toBe(201)
  await db.update(users).set({ role: 'wealth_manager' }).where(eq(users.id, leaving.id))
  await runLetters(server.context)
  expect((await currentRun()).problems).toMatchObject([{ outcome: 'not-allowed' }])
  expect((await start({ managerIds: [manager.id] })).status).toBe(201)
  const text = `${demoSections.letterText.remuneration}\n\nA review costs R 1 200.`
  await admin.put('/api/firm/settings/letterText', { values: { remuneration: text } })
  expect((await publishAsIs(admin)).status).toBe(200)
  await runLetters(server.context)
  expect((await currentRun()).problems).toMatchObject([{ outcome: 'superseded' }])
  expect((await letterOf(manager.id)).letter).toBe('none')
})

test('the preview shows the draft, and a draft only', async () => {
  const manager = await makeManager('Zanele Radebe')
  for (const query of ['', `?managerId=${manager.id}`]) {
    const { status, bytes } = await raw(admin, `${server.url}/api/firm/letters/preview${query}`, {
      method: 'GET',
    })
    expect(status).toBe(200)
    const { texts } = await readPdf(bytes)
    expect(texts.some(({ text }) => text.includes('draft, not for clients'))).toBe(true)
  }
  expect(
    (
      await admin.get(
        `/api/firm/letters/preview?managerId=${manager.id.replace(/.$/u, (digit) => (digit === '0' ? '1' : '0'))}`,
      )
    ).status,
  ).toBe(404)
})

test.each([
  ['{managerNames}', 'Did you mean {managerName}?'],
  ['{__proto__}', 'is not available in letters'],
  ['{constructor}', 'is not available in letters'],
  ['{{firmName}}', 'Please close every brace'],
  ['{firmName', 'Please close every brace'],
  ['[ombudd]', 'Did you mean [ombud]?'],
  ['<script>', 'leave out < and >'],
])('the text %j is rejected at its field', async (text, message) => {
  for (const field of letterTextNames.slice(0, 1)) {
    const answer = await admin.put('/api/firm/settings/letterText', { values: { [field]: text } })
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({
        errors: [expect.objectContaining({ path: field, message: expect.stringContaining(message) })],
      }),
    ])
  }
})

test.each([
  ['qualifications', 'A\nB'],
  ['services', '9.9:a'],
  ['services', '1.8:'],
  ['services', '1.8:a,1.8:i'],
  ['appointedOn', '2026-02-30'],
  ['capacity', 'director'],
])('the fact %s %j is rejected at its field', async (field, value) => {
  const manager = await makeManager('Pieter van Wyk')
  const answer = await putProfile(manager.id, { [field]: value })
  expect([answer.status, answer.body]).toEqual([
    400,
    expect.objectContaining({ errors: [expect.objectContaining({ path: field })] }),
  ])
})

test('a manager renders only what the licence covers, and clients and managers have no access', async () => {
  const manager = await makeManager('Mandla Zulu')
  expect((await putProfile(manager.id, { services: '1.26:a' })).body).toMatchObject({
    gaps: [{ field: 'services' }],
  })
  const own = await server.as(manager.username)
  expect((await own.put(`/api/firm/letters/profiles/${manager.id}`, demoProfile)).status).toBe(403)
  expect((await putProfile((await makeUser(server.context, { role: 'admin' })).id)).status).toBe(404)
})

test('the application cannot change or delete a published template', async () => {
  const { pool } = server.context.database
  await expect(pool.query(`update letter_templates set checked_by = 'x'`)).rejects.toThrow(
    'permission denied',
  )
  await expect(pool.query('delete from letter_templates')).rejects.toThrow('permission denied')
})

test('a person has two previews made at once; more are refused, and others have theirs', async () => {
  const other = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const preview = async (by: HttpSession) =>
    (await raw(by, `${server.url}/api/firm/letters/preview`, { method: 'GET' })).status
  // Many: some may be made before the next has arrived.
  const [others, ...own] = await Promise.all([
    preview(other),
    ...Array.from({ length: 12 }, () => preview(admin)),
  ])
  expect(others).toBe(200)
  expect(own.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
  expect(own).toContain(429)
})

test('a text of before there was a limit is a conflict that says so, in the preview', async () => {
  const { firm } = server.context.settings
  const text = 'A sentence of the letter. '.repeat(8000)
  const letterText = { ...firm.values.letterText, opening: text, whoWeAre: text, services: text }
  changeSettings(server, { firm: { ...firm, values: { ...firm.values, letterText } } })
  const preview = await admin.get('/api/firm/letters/preview')
  expect([preview.status, preview.text]).toEqual([409, expect.stringMatching(/too long|shorten/iu)])
})
