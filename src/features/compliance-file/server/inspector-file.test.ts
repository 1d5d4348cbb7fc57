import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Edition } from '#features/screening/api/lists.ts'
import type { ApplicationScreening, Hit } from '#features/screening/api/screening.ts'
import { exposureQuestions } from '#features/due-diligence/rules/positions.ts'
import { HAND_IN_STATEMENT } from '#features/due-diligence/rules/tasks.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { verifyChain } from '#features/audit/server/log/verify-chain.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { screenStaff } from '#features/screening/server/screen-staff.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import { auditChain, auditEvents } from '#features/audit/schema.ts'
import { hits, screenings, screeningSubjects } from '#features/screening/schema.ts'
import type { Reviewed } from '#test/support/corrections.ts'
import {
  addPaper,
  completeAndRate,
  completeDrafts,
  completePack,
  dueDiligenceOn,
  giveVerdict,
  handInTask,
  makePackClient,
  rateRisk,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { hasPdfinfo, pdfinfo } from '#test/support/pdfinfo.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { environmentOf, runCommandFile } from '#test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import {
  bringInForce,
  fictitious,
  OFAC_FILES,
  sendFiles,
  setSecondPerson,
  unList,
} from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { hasUnzip, unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'
import type { ScreeningRecord } from './screening-record.ts'

interface Manifest {
  reference: string
  files: { name: string; bytes: number; sha256: string; state: string }[]
}

let database: TestDatabase
let server: TestServer
let admin: HttpSession
let system: HttpSession
const folder = mkdtempSync(path.join(tmpdir(), 'inspector-'))

/** yyyy-MM-dd, some days before today. */
const daysAgo = (days: number) => dayOf(new Date(server.context.now().getTime() - days * 86_400_000))

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTestServer({ settings: dueDiligenceOn, database })
  const { username } = await makeUser(server.context, { role: 'admin', fullName: 'Carmen Fortuin' })
  admin = await server.as(username)
  system = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
  setSecondPerson(
    system,
    await server.as((await makeUser(server.context, { role: 'system_administrator' })).username),
  )
  // Without the person whom a client of a later test is like.
  await bringInForce(system, unList(fictitious.slice(1), daysAgo(3)))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

async function download(session: HttpSession, address: string) {
  const { status, bytes, headers } = await raw(session, `${server.url}${address}`, { method: 'GET' })
  expect(status).toBe(200)
  return { files: unzip(bytes), disposition: String(headers.get('content-disposition')) }
}

const json = (files: Map<string, Buffer>, name: string): unknown => JSON.parse(String(files.get(name)))
const manifestIn = (files: Map<string, Buffer>, within = '') =>
  json(files, `${within}manifest.json`) as Manifest
const sumOf = (bytes: Buffer | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')

const VERIFY = 'src/app/commands/verify-audit.ts'

const downloaded = eq(auditEvents.action, 'inspector-file.downloaded')

function verifyProof(content: string) {
  const file = path.join(folder, 'audit-proof.json')
  writeFileSync(file, content)
  return runCommandFile(VERIFY, ['--proof', file], {
    ...environmentOf(server.context.settings),
    DATABASE_OWNER_URL: database.url,
  })
}

/** Verifies a proof with the command, and that it finds an edited row, a moved code and a text that is no proof. */
async function expectProof(proof: Buffer | undefined) {
  const text = String(proof)
  expect(await verifyProof(text)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/is intact: its \d+ rows/u),
  })
  const edited = await verifyProof(text.replace('"certified-copy"', '"original-seen"'))
  expect(edited).toMatchObject({ code: 1, output: expect.stringMatching(/row \d+, it was edited/u) })
  const recoded = await verifyProof(text.replace(/"previousCode": "../u, '"previousCode": "ff'))
  expect(recoded).toMatchObject({ code: 1, output: expect.stringContaining('does not follow from it') })
  expect(await verifyProof('{}')).toMatchObject({
    code: 1,
    output: expect.stringContaining('is no audit proof'),
  })
}

/** A client who replaced a paper, was rated twice, and onboarded. */
async function makeOnboarded(fullName: string): Promise<Reviewed> {
  const person = await makePackClient(server, { status: 'approved', answers: { fullName } })
  await completeAndRate(admin, person)
  await person.session.put('/api/application/pack/identity?changed=1', completeDrafts.identity)
  await addPaper(person.session, 'identity', 'id-card')
  await handInTask(person.session, 'identity')
  const atHome = { where: 'At the client’s home', on: daysAgo(2) }
  const accept = { verdict: 'accepted', method: 'original-seen' }
  const seen = (original: object) =>
    giveVerdict(person.manager, person.path, 'identity', { ...accept, original })
  expect((await seen({ ...atHome, on: daysAgo(-1) })).status).toBe(400)
  expect((await seen(atHome)).status).toBe(200)
  const note = 'The card was seen at the branch.'
  await giveVerdict(person.manager, person.path, 'identity', {
    verdict: 'accepted',
    method: 'certified-copy',
    note,
  })
  await screenClients(server.context)
  expect((await rateRisk(admin, person.path)).status).toBe(200)
  expect((await admin.patch(`${person.path}/status`, { status: 'onboarded' })).status).toBe(200)
  return person
}

describe.skipIf(!hasUnzip)('the inspector’s file', () => {
  test('says who verified what, with right sums, a tagged PDF, and rows of an intact log', async () => {
    const person = await makeOnboarded('Thandi Mokoena')
    await extendChain(server.context)
    const { files, disposition } = await download(admin, `${person.path}/inspector-file`)
    const manifest = manifestIn(files)
    expect(disposition).toContain(`inspector-file-${manifest.reference}.zip`)
    const sums = String(files.get('SHA256SUMS.txt'))
    expect([...files.keys()].toSorted()).toEqual(
      ['SHA256SUMS.txt', 'manifest.json', ...manifest.files.map(({ name }) => name)].toSorted(),
    )
    for (const line of sums.trimEnd().split('\n')) {
      const [sum, name] = line.split('  ')
      expect([name, sum]).toEqual([name, sumOf(files.get(name ?? ''))])
    }
    expect(sums.split('\n')).toHaveLength(files.size)
    for (const { name, bytes, sha256, state } of manifest.files) {
      expect([name, state, files.get(name)?.length, sumOf(files.get(name))]).toEqual([
        name,
        'included',
        bytes,
        sha256,
      ])
    }
    // The replaced paper too.
    expect(manifest.files.filter(({ name }) => name.startsWith('Proof of identity/'))).toHaveLength(2)

    const pdf = files.get('File.pdf') ?? Buffer.alloc(0)
    const { spoken } = await readPdf(pdf)
    for (const text of [
      'Thandi Mokoena',
      'Who verified what, how and when',
      'Certified copy. The card was seen at the branch.',
      // Where and when, by default.
      `Original seen: The firm’s office, ${formatDay(daysAgo(0))}`,
      `Original seen: At the client’s home, ${formatDay(daysAgo(2))}`,
      'Smart ID card, both sides: Proof of identity/id-card (2).pdf',
      '12 Kloof Street, Cape Town, Western Cape, 8001, South Africa',
      exposureQuestions.foreign.text,
      'Medium is from 25 points, High from 50',
      'sha256sum -c SHA256SUMS.txt',
      HAND_IN_STATEMENT,
      '1234567890',
      'Identified at a distance: certified copy.',
      'rated by Carmen Fortuin',
      'Onboarded',
      'No approval was asked for.',
    ]) {
      expect(spoken).toContain(text)
    }
    if (hasPdfinfo) {
      expect(pdfinfo(path.join(folder, 'file.pdf'), pdf).itself).toMatch(/Tagged:\s+yes/u)
    }
    expect(json(files, 'file.json')).toMatchObject({
      client: { fullName: 'Thandi Mokoena', status: 'onboarded' },
      tasks: expect.arrayContaining([
        expect.objectContaining({
          task: 'bank',
          declarations: [
            expect.objectContaining({
              draft: { ...completeDrafts.bank, holder: 'Thandi Mokoena' },
              statement: HAND_IN_STATEMENT,
            }),
          ],
        }),
      ]) as unknown,
      ratings: [
        { points: 5, level: 'low', supersededAt: null, facts: { met: 'certified-copy' } },
        { points: 0, level: 'low' },
      ],
      approvals: [],
    })
    const proof = json(files, 'audit-proof.json') as {
      rows: { event: { id: number; action: string }; code: string }[]
    }
    expect(proof.rows.map(({ event }) => event.action)).toEqual(
      expect.arrayContaining(['pack.verified', 'rating.made', 'application.status-changed']),
    )
    const { db } = server.context.database
    const ids = proof.rows.map(({ event }) => event.id)
    const links = await db.select().from(auditChain).where(inArray(auditChain.eventId, ids))
    expect(new Map(links.map(({ eventId, code }) => [eventId, code.toString('hex')]))).toEqual(
      new Map(proof.rows.map(({ event, code }) => [event.id, code])),
    )
    expect(await verifyChain(server.context)).toMatchObject({ sound: true })
    await expectProof(files.get('audit-proof.json'))
  })

  test('is recorded about no object, for admins alone, and leaves out what is not checked for viruses', async () => {
    const person = await makePackClient(server)
    const { applicationId, id: ownerId } = person.client
    const unchecked = {
      kind: 'ficaPaper',
      ownerId,
      applicationId,
      name: 'Odd.pdf',
      virusScan: 'waiting',
    } as const
    await makeDocument(server.context, unchecked)
    const { files } = await download(admin, `${person.path}/inspector-file`)
    const { files: listed } = manifestIn(files)
    expect(listed.find(({ name }) => name.includes('Odd.pdf'))?.state).toBe('not-checked')
    expect((await person.manager.get(`${person.path}/inspector-file`)).status).toBe(403)
    const { db } = server.context.database
    const events = await db.select().from(auditEvents).where(downloaded)
    expect(events.at(-1)).toMatchObject({ objectId: null, details: { applicationId } })
    const { files: own } = await download(person.session, '/api/account/data')
    expect(String(own.get('activity.json'))).not.toMatch(/inspector|rating/iu)
  })

  test('of a period holds every client who was onboarded in it, each in a folder', async () => {
    const persons = [await makeOnboarded('Amahle Zulu'), await makeOnboarded('Bongani Zulu')]
    await makePackClient(server, { answers: { fullName: 'Not Onboarded' } })
    const today = dayOf(server.context.now())
    const { files } = await download(admin, `/api/admin/inspector-files?from=${today}&to=${today}`)
    const { spoken } = await readPdf(files.get('Overview.pdf') ?? Buffer.alloc(0))
    expect(spoken).toMatch(/Amahle Zulu.*Low.*Bongani Zulu.*Low/su)
    expect(spoken).not.toContain('Not Onboarded')
    const folders = new Set([...files.keys()].map((name) => name.split('/')[0]))
    for (const name of ['Amahle Zulu', 'Bongani Zulu']) {
      const own = [...folders].find((one) => one?.includes(name))
      expect(manifestIn(files, `${own}/`).files.length).toBeGreaterThan(5)
      expect(files.get(`${own}/File.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect([...folders].some((one) => one?.includes('Not Onboarded'))).toBe(false)
    expect(persons).toHaveLength(2)
    const before = '2020-01-01'
    expect((await admin.get(`/api/admin/inspector-files?from=${before}&to=${before}`)).status).toBe(404)
    expect(
      (await persons[0]?.manager.get(`/api/admin/inspector-files?from=${today}&to=${today}`))?.status,
    ).toBe(403)
  })

  // The last ones: their list stays in force.
  test('says against which edition of which list a client was held, what was found, and who decided', async () => {
    const list = unList(fictitious, daysAgo(2))
    await bringInForce(system, list)
    const answers = {
      fullName: 'Baobab Testperson',
      dateOfBirth: '1970-03-12',
      idDocumentType: 'passport',
    } as const
    const person = await makePackClient(server, {
      status: 'approved',
      answers: { ...answers, idNumber: 'A1' },
    })
    await completePack(person)
    await screenClients(server.context)
    const { body } = await admin.get(`${person.path}/screening`)
    const [hit] = (body as ApplicationScreening).hits
    const verdict = { ids: [hit?.id], verdict: 'no-match', reason: 'document', words: 'Another passport.' }
    const [asked] = (await admin.put('/api/admin/hits/verdict', verdict)).body as Hit[]
    const second = await makeUser(server.context, { role: 'admin', fullName: 'Second Person' })
    const granting = (await server.as(second.username)).put(`/api/admin/approvals/${asked?.approvalId}`, {
      decision: 'granted',
      words: 'I agree.',
    })
    expect((await granting).status).toBe(200)
    await bringInForce(system, unList([...fictitious, { uid: '690999', name: 'Added Lateron' }], daysAgo(1)))
    await screenListChanges(server.context)

    const { files } = await download(admin, `${person.path}/inspector-file`)
    const { spoken } = await readPdf(files.get('File.pdf') ?? Buffer.alloc(0))
    for (const text of [
      `United Nations of ${formatDay(daysAgo(2))}`,
      'with all 100 people',
      // One file, with its name as it was uploaded.
      `list: ${sumOf(Buffer.from(list)).slice(0, 32)}`,
      '1 possible match, of 1 entry compared in detail (1 by similar name, 0 by similar sound, 1 by same day of birth, 0 by same number). Compared by name, date of birth, country and document number',
      `United Nations of ${formatDay(daysAgo(1))}`,
      'with the people that differ from the list before',
      'BAOBAB TESTPERSON, entry 690001',
      'Not the same person. Another person by their documents. Another passport. Carmen Fortuin',
      'Second person: Second Person.',
      'Decision on a strong match: BAOBAB TESTPERSON, entry 690001',
      'Second Person Admin',
    ]) {
      expect(spoken).toContain(text)
    }
    const { screening } = json(files, 'file.json') as { screening: ScreeningRecord }
    expect(
      screening.subjects[0]?.heldAgainst.map(({ edition, with: what }) => [edition.sha256, what]),
    ).toEqual([
      [sumOf(Buffer.from(list)), 'list'],
      [expect.any(String), 'changes'],
    ])
    expect(screening.hits).toMatchObject([
      { state: 'no-match', edition: { sha256: sumOf(Buffer.from(list)) } },
    ])
    const proof = json(files, 'audit-proof.json') as { rows: { event: { action: string } }[] }
    expect(proof.rows.map(({ event }) => event.action)).toEqual(
      expect.arrayContaining(['screening.run', 'hit.decided', 'approval.decided']),
    )

    // Without the rows, nothing is said that they carried.
    const { db } = server.context.database
    const ids = screening.subjects.map(({ id }) => id)
    await db.delete(screenings).where(inArray(screenings.subjectId, ids))
    const bare = await download(admin, `${person.path}/inspector-file`)
    const { spoken: without } = await readPdf(bare.files.get('File.pdf') ?? Buffer.alloc(0))
    expect(without).toContain('Not compared with any list yet.')
    expect(without).toContain('No comparison was made.')
    expect(without).not.toMatch(/with all 100 people|compared in detail|Compared by|list: /u)
    const owner = eq(screeningSubjects.applicationId, person.client.applicationId)
    await db.delete(hits).where(eq(hits.applicationId, person.client.applicationId))
    await db.delete(screeningSubjects).where(owner)
    const none = await download(admin, `${person.path}/inspector-file`)
    const { spoken: nothing } = await readPdf(none.files.get('File.pdf') ?? Buffer.alloc(0))
    expect(nothing).toContain('Not compared with any list.')
    expect(nothing).not.toContain('BAOBAB TESTPERSON, entry')
  })

  test('of a member of staff says how they were compared, and nothing of clients; never about oneself', async () => {
    const { context } = server
    await bringInForce(system, unList(fictitious, daysAgo(0)))
    const client = await makePackClient(server, { status: 'approved', answers: { fullName: 'Abu Fynbos' } })
    await completePack(client)
    await screenClients(context)
    const { db } = context.database
    expect(await db.$count(hits, eq(hits.applicationId, client.client.applicationId))).toBeGreaterThan(0)
    const listed = await makeUser(context, { role: 'admin', fullName: 'Korhaan Mostert-Fictie' })
    await screenStaff(context)
    const address = `/api/admin/staff/${listed.id}`
    const [hit] = ((await admin.get(`${address}/screening`)).body as ApplicationScreening).hits
    const verdict = { ids: [hit?.id], verdict: 'no-match', reason: 'name', words: 'Born in 1990.' }
    const [asked] = (await admin.put('/api/admin/hits/verdict', verdict)).body as Hit[]
    const second = await server.as(
      (await makeUser(context, { role: 'admin', fullName: 'Third Person' })).username,
    )
    await second.put(`/api/admin/approvals/${asked?.approvalId}`, { decision: 'granted', words: 'I agree.' })
    await extendChain(context)

    const { files, disposition } = await download(admin, `${address}/inspector-file`)
    expect(disposition).toContain(`inspector-file-${listed.id}.zip`)
    expect([...files.keys()].toSorted()).toEqual([
      'File.pdf',
      'SHA256SUMS.txt',
      'audit-proof.json',
      'file.json',
      'manifest.json',
    ])
    for (const { name, sha256 } of manifestIn(files).files) expect(sumOf(files.get(name))).toBe(sha256)
    const { spoken } = await readPdf(files.get('File.pdf') ?? Buffer.alloc(0))
    for (const text of [
      'Korhaan Mostert-Fictie',
      'Member of staff',
      'FIC Directive 8 of 2023',
      'with all 100 people',
      'Not the same person. Only the name is similar. Born in 1990. Carmen Fortuin',
      'Second person: Third Person.',
      'Granted by Third Person',
      'records of the firm’s log about the comparisons, possible matches and approvals above',
    ]) {
      expect(spoken).toContain(text)
    }
    const record = json(files, 'file.json') as { screening: ScreeningRecord; approvals: unknown[] }
    expect(record).toMatchObject({
      screening: {
        subjects: [{ role: 'staff', screenings: [{ hits: 1, editions: [{ source: 'UN' }] }] }],
        hits: [{ state: 'no-match', applicationId: null }],
      },
      approvals: [{ kind: 'hit-strong', applicationId: null }],
    })
    for (const content of files.values()) expect(String(content)).not.toMatch(/Fynbos/u)
    const proof = json(files, 'audit-proof.json') as { rows: { event: { action: string } }[] }
    expect(proof.rows.map(({ event }) => event.action)).toEqual([
      'screening.run',
      'hit.seen',
      'hit.decided',
      'approval.asked',
      'approval.decided',
      'hit.decided',
    ])
    expect(await verifyProof(String(files.get('audit-proof.json')))).toMatchObject({ code: 0 })

    const own = await (await server.as(listed.username)).get(`${address}/inspector-file`)
    expect(own.status).toBe(404)
    expect((await admin.get(`/api/admin/staff/${client.client.id}/inspector-file`)).status).toBe(404)
    expect((await system.get(`${address}/inspector-file`)).status).toBe(403)
    const events = await db.select().from(auditEvents).where(downloaded).orderBy(auditEvents.id)
    expect(events.at(-1)).toMatchObject({ objectId: null, details: { subjectId: hit?.subject.id } })
  })

  test('says which kinds of entries were compared with each role, and which files a list had', async () => {
    const { body } = await sendFiles(server, system, OFAC_FILES)
    await system.put(`/api/system-admin/lists/${(body as Edition).id}/in-force`)
    const person = await makePackClient(server, { status: 'approved', answers: { fullName: 'Plain Person' } })
    await completePack(person, { bank: { ...completeDrafts.bank, holder: 'Plain Trust' } })
    const { files } = await download(admin, `${person.path}/inspector-file`)
    const { spoken } = await readPdf(files.get('File.pdf') ?? Buffer.alloc(0))
    for (const text of [
      /sdn\.csv: [\da-f ]+; alt\.csv: [\da-f ]+; add\.csv: [\da-f ]+; sdn_comments\.csv/u,
      /Client: Plain Person.*with all 21 people; 2 organisations were not compared with this role; 1 ship was compared with no one/su,
      /Holder of the bank account: Plain Trust.*with all 21 people and 2 organisations; 1 ship was compared with no one/su,
    ])
      expect(spoken).toMatch(text)
  })
})
