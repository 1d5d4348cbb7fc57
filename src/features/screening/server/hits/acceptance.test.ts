import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BulkProgress } from '#features/review/api/bulk-acts.ts'
import type { ApplicationScreening, Hit } from '#features/screening/api/screening.ts'
import type { Edition, Lists } from '#features/screening/api/lists.ts'
import { foldName } from '#features/screening/rules/fold-name.ts'
import { holdOfMatchUntil } from '#features/due-diligence/rules/retention-holds.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { runBulkActions } from '#features/review/server/bulk/run-bulk-action.ts'
import { eraseOldEditions } from '#features/screening/server/erase-old-editions.ts'
import { lockSource } from '#features/screening/server/put-in-force.ts'
import { loadListFiles } from '#features/screening/server/list-files.ts'
import { notifyOfHits } from '#features/screening/server/notify-of-hits.ts'
import { saveSubjects } from '#features/screening/server/save-subjects.ts'
import { screenSubject } from '#features/screening/server/screen-subject.ts'
import { decryptSubject } from '#features/screening/server/subjects.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import {
  hits,
  listEditions,
  listEntries,
  listNames,
  screenings,
  screeningSubjects,
  subjectNames,
} from '#features/screening/schema.ts'
import {
  completeDrafts,
  completeListed,
  doTask,
  dueDiligenceOn,
  handInTask,
  makePackClient,
  reviewedPackOf,
} from '#test/support/due-diligence.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import type { Reviewed } from '#test/support/corrections.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { mailsTo } from '#test/support/records.ts'
import type { HttpSession } from '#test/support/http.ts'
import {
  bringInForce,
  setSecondPerson,
  fictitious,
  ofacList,
  sendList,
  unList,
  type Listed,
} from '#test/support/screening/list-files.ts'
import { todayOf } from '#test/support/today.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'

let server: TestServer
let admin: HttpSession
let second: HttpSession
let system: HttpSession
/** yyyy-MM-dd, some days before today. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const LIST = unList(fictitious, daysAgo(5))

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  second = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  system = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
  setSecondPerson(
    system,
    await server.as((await makeUser(server.context, { role: 'system_administrator' })).username),
  )
})
afterAll(() => server.close())

async function screened(answers: { fullName: string; dateOfBirth?: string; idNumber?: string }, drafts = {}) {
  const person = await makePackClient(server, {
    status: 'approved',
    answers: { idNumber: 'A0000000', idDocumentType: 'passport', ...answers },
  })
  await completeListed(admin, person, {
    identity: { ...completeDrafts.identity, citizenships: ['Zambia'], countryOfBirth: 'Zambia', ...drafts },
  })
  return person
}

async function screeningAt(path: string): Promise<ApplicationScreening> {
  const { status, text, body } = await admin.get(`${path}/screening`)
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  return body as ApplicationScreening
}

const verdict = (session: HttpSession, ids: string[], given: object) =>
  session.put('/api/admin/hits/verdict', { ids, words: 'Another person.', ...given })

/** Replaces one person of the list, and screens its changes. */
async function newEdition(change: (listed: Listed) => Listed, day: string): Promise<Edition> {
  const edition = await bringInForce(system, unList(fictitious.map(change), day))
  await screenListChanges(server.context)
  return edition
}
const onlyBaobab = (change: Partial<Listed>) => (listed: Listed) =>
  listed.uid === '690001' ? { ...listed, ...change } : listed

describe('a list', () => {
  test('is loaded, compared and put in force; the same file again changes nothing', async () => {
    expect(await sendList(system, LIST)).toMatchObject({ status: 409, body: { code: 'list-small' } })
    const loaded = await sendList(system, LIST, undefined, 'A list for tests.')
    expect(loaded).toMatchObject({
      status: 200,
      body: { source: 'UN', generatedOn: daysAgo(5), entries: 100, added: 100, inForceAt: null },
    })
    const { id } = loaded.body as Edition
    expect((await second.put(`/api/system-admin/lists/${id}/in-force`)).status).toBe(200)
    expect((await sendList(system, LIST)).body).toMatchObject({ id, inForceAt: expect.any(String) })
    const { sources } = (await system.get('/api/system-admin/lists')).body as Lists
    expect(sources.find(({ source }) => source === 'UN')).toMatchObject({
      inForce: { id, entries: 100 },
      loaded: null,
    })
  })

  test.each([
    ['cut off', unList(fictitious.slice(0, 50), daysAgo(4)), 409, 'list-shrunk', /50 entries/u],
    ['older', unList(fictitious, '2026-10-01'), 409, 'list-older', /1 October 2026/u],
    [
      'a web page',
      '<!DOCTYPE html><html><body>Please sign in</body></html>',
      422,
      'list-unreadable',
      /web page.*line 1/u,
    ],
    [
      'with a document type',
      '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]>\n<CONSOLIDATED_LIST/>',
      422,
      'list-unreadable',
      /document type.*line 2/u,
    ],
    [
      'cut off in an entry',
      LIST.slice(0, 3000),
      422,
      'list-unreadable',
      /ends in the middle of an entry \(line/u,
    ],
    [
      'with an endless element',
      `<CONSOLIDATED_LIST><A>${'x'.repeat(2_000_000)}`,
      422,
      'list-unreadable',
      /too long/u,
    ],
    ['nested without end', `<CONSOLIDATED_LIST>${'<A>'.repeat(100)}`, 422, 'list-unreadable', /nested/u],
    ['another XML', '<a/>', 422, 'list-unreadable', /begins with <a>/u],
    ['something else', 'Dear Sir,\nplease find', 422, 'list-unreadable', /not a list.*line 1/u],
    ['another table', 'client,amount\nA B,100\n', 422, 'list-unreadable', /not a list.*line 1/u],
    [
      'of a day that does not exist',
      LIST.replace(daysAgo(5), '2026-99-99'),
      422,
      'list-unreadable',
      /no date/u,
    ],
    ['of the future', LIST.replace(daysAgo(5), '2099-01-01'), 422, 'list-unreadable', /future/u],
    [
      'with an entry of endless aliases',
      `uid,kind,name,aliases,birth,countries,documents,note\n1,internal,A B,${Array.from({ length: 2000 }, (_, at) => `C ${at}`).join(';')},,,,`,
      422,
      'list-unreadable',
      /2000 characters/u,
    ],
    ['a ZIP archive', 'PK\u0003\u0004', 422, 'list-unreadable', /ZIP/u],
    ['empty', '', 422, 'list-unreadable', /not a list/u],
    [
      'with an open quotation mark',
      `uid,kind,name,aliases,birth,countries,documents,note\n1,sanction,"Open,,,,,\n2,sanction,B,,,,,`,
      422,
      'list-unreadable',
      /line \d+.*quotation mark/u,
    ],
    [
      'of the firm with a wrong birth',
      'uid,kind,name,aliases,birth,countries,documents,note\n1,sanction,A B,,14 Jul 70,,,',
      422,
      'list-unreadable',
      /Column birth, “14 Jul 70”.*line 2, column 5/u,
    ],
    [
      'OFSI’s old list',
      'Last Updated,01/01/2026\nName 6,Name 1,Group ID',
      422,
      'list-unreadable',
      /ended in January 2026/u,
    ],
  ])('that is %s is refused, and the one in force stays', async (_, content, status, code, detail) => {
    const answer = await sendList(system, content)
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ code, detail: expect.stringMatching(detail) }),
    ])
    const { sources } = (await system.get('/api/system-admin/lists')).body as Lists
    expect(sources.filter(({ inForce, loaded }) => inForce !== null || loaded !== null)).toHaveLength(1)
  })

  test('that is cut off is loaded with a reason, and a second person puts it in force', async () => {
    const { db } = server.context.database
    const other = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
    const whole = fictitious.slice(0, 60)
    const firm = (people: readonly Listed[]) =>
      [
        'uid,kind,name,aliases,birth,countries,documents,note',
        ...people.map(({ uid, name }) => `${uid},internal,${name},,,,,`),
      ].join('\n')
    await bringInForce(system, firm(whole), daysAgo(9))
    const reason = 'The list was tidied up.'
    expect(await sendList(system, firm(whole.slice(0, 5)), daysAgo(8))).toMatchObject({
      status: 409,
      body: { code: 'list-shrunk' },
    })
    const { body } = await sendList(system, firm(whole.slice(0, 5)), daysAgo(8), reason)
    expect(body).toMatchObject({ entries: 5, shrunkReason: 'The list was tidied up.', inForceAt: null })
    const { id } = body as Edition
    const address = `/api/system-admin/lists/${id}/in-force`
    expect(await system.put(address)).toMatchObject({ status: 409, body: { code: 'second-person' } })
    await expect(
      db.execute(sql`update list_editions set in_force_by = loaded_by where id = ${id}`),
    ).rejects.toThrow()
    expect(await other.put(address)).toMatchObject({ status: 200, body: { inForceAt: expect.any(String) } })
    // A reason changes nothing about a list that is not cut off.
    const next = await sendList(system, firm(whole.slice(0, 6)), daysAgo(7), reason)
    expect(next.body).toMatchObject({ shrunkReason: null })
    await db.execute(sql`delete from list_editions where source = 'FIRM'`)
  })

  test('in the folder of lists is put in force, once, and a refused one does not stop the others', async () => {
    const { context } = server
    const { db } = context.database
    const listsDir = makeFolder('lists-')
    const settings = { ...context.settings, dueDiligence: { ...context.settings.dueDiligence, listsDir } }
    const [sdn = '', alt = ''] = ofacList(fictitious).split(/\r\n(?=690001,1,)/u)
    writeFileSync(join(listsDir, 'a-page.xml'), '<html></html>')
    writeFileSync(join(listsDir, 'alt.csv'), alt)
    writeFileSync(join(listsDir, 'sdn.csv'), `${sdn}\r\n`)
    writeFileSync(join(listsDir, 'notes.txt'), 'none')
    expect(await loadListFiles({ ...context, settings })).toBe(1)
    expect(await loadListFiles({ ...context, settings })).toBe(0)
    const editions = await db.select().from(listEditions).where(eq(listEditions.source, 'OFAC'))
    expect(editions).toMatchObject([
      { entries: 100, inForceAt: expect.any(Date), inForceBy: null, loadedBy: null },
    ])
    expect(editions[0]?.names).toBeGreaterThan(100)
    await db.delete(listEditions).where(eq(listEditions.source, 'OFAC'))
  })

  test('without a date of its own asks for it', async () => {
    expect(await sendList(system, ofacList(fictitious))).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'dated' }] },
    })
    expect(await sendList(system, ofacList(fictitious), '2026-11-01')).toMatchObject({
      status: 200,
      body: { source: 'OFAC', entries: 100, generatedOn: '2026-11-01' },
    })
    await server.context.database.db.delete(listEditions).where(eq(listEditions.source, 'OFAC'))
  })

  test('of each other format is read', async () => {
    const eu =
      'fileGenerationDate;Entity_LogicalId;Entity_SubjectType;NameAlias_WholeName;BirthDate_BirthDate;Citizenship_CountryIso2Code\n02/11/2026;13;P;Baobab Testperson;1970-03-12;ZM\n02/11/2026;13;P;Boabab Testpersoon;;'
    const uk =
      'Report Date: 02-Nov-2026\nUnique ID,Name 1,Name 6,Name type,Alias strength,D.O.B,Nationality(/ies),"Individual, Entity, Ship"\nAA1,Baobab,Testperson,Primary name,,dd/mm/1970,Zambia,Individual\nAA1,Abu,Fynbos,Alias,Low quality a.k.a,,,Individual'
    const firm =
      'uid,kind,name,aliases,birth,countries,documents,note\nF1,exposed,Baobab Testperson,Boabab Testpersoon;Abu Fynbos,1970-03-12,Zambia,ZN1234567,"=HYPERLINK(""x"")"'
    const { db } = server.context.database
    for (const [source, content, names] of [
      ['EU', eu, 2],
      ['UK', uk, 2],
      ['FIRM', firm, 3],
    ] as const) {
      expect((await sendList(system, content, '2026-11-02')).body).toMatchObject({
        source,
        entries: 1,
        names,
        generatedOn: '2026-11-02',
      })
      const [row] = await db.select().from(listEntries).where(eq(listEntries.source, source))
      expect(row).toMatchObject({ person: true, births: [expect.objectContaining({ from: 1970 })] })
      const { sources } = (await system.get('/api/system-admin/lists')).body as Lists
      const id = sources.find((one) => one.source === source)?.loaded?.id
      expect((await system.delete(`/api/system-admin/lists/${id}`)).status).toBe(204)
    }
    expect(await db.$count(listEntries, sql`source in ('EU', 'UK', 'FIRM')`)).toBe(0)
  })

  test('of several parts is compared as a whole, and rows of an entry may be apart', async () => {
    const { db } = server.context.database
    const row = (uid: number, name: string, remark = '') =>
      `02/11/2026;${uid};P;${name};1970-03-12;ZM;${remark}`
    const header =
      'fileGenerationDate;Entity_LogicalId;Entity_SubjectType;NameAlias_WholeName;BirthDate_BirthDate;Citizenship_CountryIso2Code;Entity_Remark'
    const uids = Array.from({ length: 250 }, (_, at) => at + 1)
    const alias = row(1, 'Far Alias')
    const first = [header, ...uids.map((uid) => row(uid, `Person Number${uid}`)), alias].join('\n')
    expect(await bringInForce(system, first)).toMatchObject({ entries: 250, names: 251, added: 250 })
    const next = [
      header,
      alias,
      ...uids.slice(2).map((uid) => row(uid, `Person Number${uid}`, uid === 200 ? 'A remark' : '')),
      row(1, 'Person Number1'),
      row(251, 'Person New'),
      row(250, 'Person Changed'),
    ].join('\n')
    expect((await sendList(system, next)).body).toMatchObject({
      entries: 250,
      names: 252,
      added: 1,
      // Of entry 1, only the order of the names has changed.
      changed: 1,
      changedOtherwise: 2,
      removed: 1,
    })
    const twice = `uid,kind,name,aliases,birth,countries,documents,note\n1,internal,A B,,,,,\n2,internal,C D,,,,,\n1,internal,E F,,,,,`
    expect(await sendList(system, twice, daysAgo(1))).toMatchObject({
      status: 200,
      body: { cautions: [expect.stringMatching(/Row 4 is left out.*uid 1 occurs twice/u)] },
    })
    await db.execute(sql`delete from list_editions where source = 'EU'`)
  })

  test('is loaded by one at a time, and one that is or was in force cannot be discarded', async () => {
    const { db } = server.context.database
    await db.transaction(async (tx) => {
      await lockSource(tx, 'UN')
      expect(await sendList(system, unList(fictitious, daysAgo(4)))).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('Another list of this source is being loaded') },
      })
    })
    const both = [unList(fictitious, daysAgo(4)), unList(fictitious.toReversed(), daysAgo(4))]
    const answers = await Promise.all(both.map((list) => sendList(system, list)))
    const [first, last] = answers.map(({ status }) => status).toSorted()
    expect(first).toBe(200)
    // The other comes after it, or answers that it should be repeated.
    expect([200, 429]).toContain(last)
    const { sources } = (await system.get('/api/system-admin/lists')).body as Lists
    const { inForce, loaded } = sources.find(({ source }) => source === 'UN') ?? {}
    expect(await db.$count(listEditions, sql`source = 'UN'`)).toBe(2)
    expect((await system.delete(`/api/system-admin/lists/${loaded?.id}`)).status).toBe(204)
    expect(await system.delete(`/api/system-admin/lists/${inForce?.id}`)).toMatchObject({ status: 409 })
    expect(await db.$count(listEditions, sql`source = 'UN'`)).toBe(1)
  })

  test('is for administrators only, from this site', async () => {
    const { session, manager } = await makePackClient(server)
    const reader = await makeUser(server.context, { role: 'admin' })
    await server.context.database.db
      .update(users)
      .set({ complianceSince: new Date() })
      .where(eq(users.id, reader.id))
    for (const other of [session, manager, await server.as(reader.username)])
      expect((await sendList(other, LIST)).status).toBe(403)
    expect((await sendList(server.visit(), LIST)).status).toBe(401)
    const foreign = await system.request('POST', '/api/system-admin/lists/file', {
      body: LIST,
      headers: { 'content-type': 'application/octet-stream', origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
  })

  test('with hostile texts is stored without them', async () => {
    const firm = `uid,kind,name,aliases,birth,countries,documents,note\nH\u00011,internal,<script>alert(1)</script>,"=HYPERLINK(""x"");Rtl \u202E Name",,,,\u0001`
    const { status, body } = await sendList(system, firm, daysAgo(1))
    expect([status, body]).toEqual([200, expect.objectContaining({ entries: 1, names: 3 })])
    const [row] = await server.context.database.db
      .select()
      .from(listEntries)
      .where(eq(listEntries.source, 'FIRM'))
    expect(row).toMatchObject({ uid: 'H 1', remarks: '' })
    const names = await server.context.database.db
      .select({ name: listNames.name })
      .from(listNames)
      .where(eq(listNames.entryId, row?.id ?? ''))
    expect(names.map(({ name }) => name).toSorted()).toEqual([
      '<script>alert </script>',
      '=HYPERLINK',
      'Rtl Name',
    ])
    await server.context.database.db.execute(sql`delete from list_editions where source = 'FIRM'`)
  })
})

describe('a listed client', () => {
  test('is a strong hit with its reasons, and is not onboarded', async () => {
    const { path, manager } = await screened({ fullName: 'Baobab Testperson', dateOfBirth: '1970-03-12' })
    const { hits: found, subjects } = await screeningAt(path)
    expect(found).toMatchObject([{ score: 1, strong: true, state: 'open', source: 'UN', uid: '690001' }])
    expect(found[0]?.features.map(({ text }) => text)).toEqual([
      'Name equal',
      'Born on the same day',
      'Shares Zambia',
    ])
    expect(subjects[0]?.screenings).toMatchObject([{ hits: 1 }])
    const refused = await admin.patch(`${path}/status`, { status: 'onboarded' })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'requirements-missing', current: { missing: [{ item: 'screening' }] } },
    })
    for (const address of [path, `${path}/pack`, `${path}/notes`]) {
      const { text } = await manager.get(address)
      expect(text).not.toMatch(/\bhits?\b|sanction|boabab|testpersoon/iu)
    }
    expect((await manager.get(`${path}/screening`)).status).toBe(403)
  })

  test.each([
    ['Testperson Baobab', '1970-03-12', 0.9],
    ['Baobab Testpersn', '1970-03-12', 0.9],
    ['Boabab Testpersoon', '1970-03-12', 0.9],
    ['Baobab Testperson', '1990-03-12', 0.78],
  ])('%s, born %s, is a hit', async (fullName, dateOfBirth, atLeast) => {
    const { path } = await screened({ fullName, dateOfBirth })
    const [hit] = (await screeningAt(path)).hits
    expect(hit?.score).toBeGreaterThanOrEqual(atLeast)
  })

  test('is one by the same passport under another name, and by a maiden name', async () => {
    const byPassport = await screened({
      fullName: 'Quite Another',
      dateOfBirth: '1950-01-01',
      idNumber: 'ZN1234567',
    })
    expect((await screeningAt(byPassport.path)).hits).toMatchObject([{ score: 1, strong: true }])
    const byMaiden = await screened(
      { fullName: 'Nomsa Dlamini', dateOfBirth: '1970-03-12' },
      { otherNames: [{ name: 'Baobab Testperson', kind: 'maiden' }] },
    )
    expect((await screeningAt(byMaiden.path)).hits).toMatchObject([{ score: 1 }])
  })

  test('who gave a client a large amount is compared too', async () => {
    const person = await makePackClient(server, { status: 'approved' })
    const gift = { kind: 'gift' as const, amount: 1_000_000, donor: 'Korhaan Mostert-Fictie' }
    const without = { withoutPaper: 'The letter comes later.' }
    await doTask(person.session, 'funds', { ...completeDrafts.funds, sources: [gift], ...without })
    await screenClients(server.context)
    expect((await screeningAt(person.path)).hits).toMatchObject([
      { uid: '690002', subject: { role: 'donor', names: ['Korhaan Mostert-Fictie'] } },
    ])
  })

  describe('with several donors', () => {
    const LISTED = 'Korhaan Mostert-Fictie'
    const without = { withoutPaper: 'The letter comes later.' }
    const declareDonors = async (person: Reviewed, names: string[], changed = '') => {
      const sources = names.map((donor) => ({ kind: 'gift' as const, amount: 1_000_000, donor }))
      const draft = { ...completeDrafts.funds, sources, ...without }
      const { status, text } = await person.session.put(`/api/application/pack/funds${changed}`, draft)
      expect([status, status === 200 ? '' : text]).toEqual([200, ''])
      await handInTask(person.session, 'funds')
      await screenClients(server.context)
    }
    const hitsByDonor = async (path: string) => {
      const found = (await screeningAt(path)).hits
      return new Map(found.map((hit) => [hit.subject.names.join(), hit]))
    }
    /** Another admin confirms that a hit is another person. */
    const clear = async (id: string) => {
      const [asked] = (await verdict(admin, [id], { verdict: 'no-match', reason: 'name' })).body as Hit[]
      if (asked === undefined || asked.approvalId === null) return
      const granted = { decision: 'granted', words: 'I agree.' }
      expect((await second.put(`/api/admin/approvals/${asked.approvalId}`, granted)).status).toBe(200)
    }
    const undecidedAtGate = async (path: string) => {
      const { gate } = await reviewedPackOf(admin, path)
      return gate?.missing.some(({ item }) => item === 'screening')
    }

    test('has hits of each: a decision on one covers no other, and another spelling opens it again', async () => {
      const person = await makePackClient(server, { status: 'approved' })
      await declareDonors(person, [LISTED, 'Korhaan Mostert', 'Plain Giver'])
      const found = await hitsByDonor(person.path)
      expect([...found.keys()].toSorted()).toEqual(['Korhaan Mostert', LISTED])
      await clear(found.get(LISTED)?.id ?? '')
      expect(await undecidedAtGate(person.path)).toBe(true)
      expect((await hitsByDonor(person.path)).get('Korhaan Mostert')?.state).toBe('open')
      await clear(found.get('Korhaan Mostert')?.id ?? '')
      expect(await undecidedAtGate(person.path)).toBe(false)

      await declareDonors(person, [LISTED, 'Korhaan Mosterd-Fictie'], '?changed=1')
      const now = await hitsByDonor(person.path)
      const states = [...now].map(([name, { state }]) => [name, state]).toSorted()
      expect(states).toEqual([
        ['Korhaan Mosterd-Fictie,Korhaan Mostert', 'open'],
        [LISTED, 'no-match'],
      ])
      expect(now.get(LISTED)?.id).toBe(found.get(LISTED)?.id)
      expect(await undecidedAtGate(person.path)).toBe(true)

      await declareDonors(person, ['Plain Giver'], '?changed=1')
      const { subjects } = await screeningAt(person.path)
      expect(subjects.find(({ names }) => names.includes('Korhaan Mostert'))?.current).toBe(false)
      expect(await undecidedAtGate(person.path)).toBe(false)
      expect(new Set([...(await hitsByDonor(person.path)).values()].map(({ state }) => state))).toEqual(
        new Set(['gone']),
      )
    })

    test('who were stored as one keeps what was decided on each', async () => {
      const { context } = server
      const { db } = context.database
      const person = await makePackClient(server, { status: 'approved' })
      const names = [LISTED, 'Plain Giver']
      await declareDonors(person, names)
      const ofClient = eq(screeningSubjects.applicationId, person.client.applicationId)
      const [client] = await db
        .select()
        .from(screeningSubjects)
        .where(and(ofClient, eq(screeningSubjects.role, 'client')))
      if (client === undefined) throw new Error('The client is compared.')
      await db.delete(screeningSubjects).where(and(ofClient, eq(screeningSubjects.role, 'donor')))
      const facts = { births: [], countries: [], documents: [], sex: null }
      const shared = { written: names, person: { ...facts, names: names.map(foldName) } }
      await inTransaction(systemContext(context), async (work) => {
        const owner = { applicationId: person.client.applicationId }
        const people = [
          { role: 'client' as const, ...decryptSubject(context.keyring, client).facts },
          { role: 'donor' as const, ...shared },
        ]
        // As version 1 of the matcher did.
        for (const id of await saveSubjects(work, { owner, people, basis: '1:' }))
          await screenSubject(work, id)
      })
      const [before] = (await screeningAt(person.path)).hits
      expect(before?.subject.names).toEqual(names)
      await clear(before?.id ?? '')

      await screenClients(context)
      const { hits: found, subjects } = await screeningAt(person.path)
      expect(found).toMatchObject([{ id: before?.id, state: 'no-match', subject: { names: [LISTED] } }])
      expect(subjects.map((one) => [one.names.join(), one.current])).toEqual(
        expect.arrayContaining([
          [names.join(), false],
          [LISTED, true],
          ['Plain Giver', true],
        ]),
      )
      expect(await undecidedAtGate(person.path)).toBe(false)
      const { bytes } = await raw(admin, `${server.url}${person.path}/inspector-file`)
      const { spoken } = await readPdf(unzip(bytes).get('File.pdf') ?? Buffer.alloc(0))
      expect(spoken).toContain(
        'Gave money to the client: Korhaan Mostert-Fictie; Plain Giver. Date of birth unknown. These donors were compared together',
      )
      const compared = await db.$count(screenings)
      await screenClients(context)
      expect(await db.$count(screenings)).toBe(compared)
    })
  })

  test('another client is none, and the comparison is stored all the same', async () => {
    const { path } = await screened({ fullName: 'Ali Test', dateOfBirth: '1970-03-12' })
    const { hits: found, subjects } = await screeningAt(path)
    expect(found).toEqual([])
    expect(subjects[0]?.screenings).toMatchObject([{ hits: 0, ruledOut: 0 }])
    expect((await admin.patch(`${path}/status`, { status: 'onboarded' })).status).toBe(200)
  })

  test('on a list that is no duty is ruled out by a birth 20 years apart', async () => {
    await bringInForce(system, ofacList(fictitious), daysAgo(1))
    const { path } = await screened({ fullName: 'Baobab Testperson', dateOfBirth: '1990-03-12' })
    const { hits: found, subjects } = await screeningAt(path)
    expect(found).toMatchObject([{ source: 'UN', strong: false, state: 'open' }])
    expect(subjects[0]?.screenings[0]?.best).toMatchObject([{ source: 'OFAC', score: 0.78 }])
    expect(subjects[0]?.screenings[0]?.best[0]?.features.map(({ text }) => text)).toContain(
      'Born 20 years apart',
    )
    await server.context.database.db.execute(
      sql`update list_editions set superseded_at = now() where source = 'OFAC'`,
    )
    await server.context.database.db.execute(
      sql`update list_entries set to_edition = from_edition where source = 'OFAC'`,
    )
  })

  test('whose name has no Latin letters cannot be onboarded unseen', async () => {
    const { path } = await screened({ fullName: 'Иван Петров', dateOfBirth: '1970-03-12' })
    await server.context.database.db.execute(
      sql`update users set full_name = 'Иван Петров' where id = (select user_id from applications where id = ${path.split('/').at(-1)})`,
    )
    await screenClients(server.context)
    expect(await admin.patch(`${path}/status`, { status: 'onboarded' })).toMatchObject({
      status: 409,
      body: { current: { missing: [{ item: 'screening', text: expect.stringContaining('Latin letters') }] } },
    })
  })

  test('whose name has one letter of another script is not taken for someone else', async () => {
    // The first letter a is Cyrillic.
    const { path } = await screened({ fullName: 'B\u0430obab Testperson', dateOfBirth: '1970-03-12' })
    expect((await screeningAt(path)).subjects[0]).toMatchObject({ role: 'client', unreadable: true })
    expect(await admin.patch(`${path}/status`, { status: 'onboarded' })).toMatchObject({
      status: 409,
      body: { current: { missing: [{ item: 'screening', text: expect.stringContaining('Latin letters') }] } },
    })
  })
})

describe('a decision', () => {
  test('on a strong hit needs a second person, is remembered, and ends with the facts', async () => {
    const { path } = await screened({ fullName: 'Baobab Testperson', dateOfBirth: '1970-03-12' })
    const stateNow = async () => (await screeningAt(path)).hits.map(({ state }) => state)
    const [hit] = (await screeningAt(path)).hits
    const ids = [hit?.id ?? '']
    expect((await verdict(admin, ids, { verdict: 'no-match' })).body).toMatchObject({
      errors: [{ path: 'reason' }],
    })
    const asked = await verdict(admin, ids, { verdict: 'no-match', reason: 'document' })
    expect(asked).toMatchObject({ status: 200, body: [{ state: 'waiting', verdict: 'no-match' }] })
    expect((await verdict(admin, ids, { verdict: 'no-match', reason: 'document' })).status).toBe(200)
    expect((await verdict(second, ids, { verdict: 'match' })).body).toMatchObject({ code: 'changed' })
    const [{ approvalId } = { approvalId: null }] = asked.body as Hit[]
    const decision = { decision: 'granted', words: 'Seen the passport.' }
    expect(await admin.put(`/api/admin/approvals/${approvalId}`, decision)).toMatchObject({
      status: 409,
      body: { code: 'second-person' },
    })
    const { db } = server.context.database
    await expect(
      db.execute(sql`update approvals set decided_by = asked_by where id = ${approvalId}`),
    ).rejects.toThrow()
    expect((await second.put(`/api/admin/approvals/${approvalId}`, decision)).status).toBe(200)
    expect(await stateNow()).toEqual(['no-match'])
    expect((await admin.patch(`${path}/status`, { status: 'onboarded' })).status).toBe(200)

    expect((await sendList(system, LIST)).body).toMatchObject({ inForceAt: expect.any(String) })
    expect(await newEdition(onlyBaobab({ remark: 'Another remark' }), daysAgo(4))).toMatchObject({
      changed: 0,
      changedOtherwise: 1,
    })
    expect(await stateNow()).toEqual(['no-match'])
    expect(await newEdition(onlyBaobab({ birth: '1971-03-12' }), daysAgo(3))).toMatchObject({ changed: 1 })
    expect(await stateNow()).toEqual(['open'])
    const gone = unList(
      fictitious.filter(({ uid }) => uid !== '690001'),
      daysAgo(2),
    )
    expect(await bringInForce(system, gone)).toMatchObject({ removed: 1 })
    await screenListChanges(server.context)
    expect(await stateNow()).toEqual(['gone'])
    await newEdition((listed) => listed, daysAgo(1))
    expect(await stateNow()).toEqual(['open'])
  })

  test('that confirms a match on the United Nations’ list prohibits, without an override', async () => {
    const senior = await makeUser(server.context, { role: 'admin' })
    await server.context.database.db
      .update(users)
      .set({ seniorManagerSince: new Date() })
      .where(eq(users.id, senior.id))
    const { path, client } = await screened({
      fullName: 'Korhaan Mostert-Fictie',
      dateOfBirth: '1962-05-05',
    })
    const [hit] = (await screeningAt(path)).hits
    const asked = await verdict(admin, [hit?.id ?? ''], { verdict: 'match' })
    const [{ approvalId } = { approvalId: null }] = asked.body as Hit[]
    expect(
      (await second.put(`/api/admin/approvals/${approvalId}`, { decision: 'granted', words: 'It is them.' }))
        .status,
    ).toBe(200)
    expect((await mailsTo(server.context, senior.username)).at(-1)).toMatchObject({
      template: 'hit-open',
      subject: 'Compliance needs you today',
    })
    const refused = await admin.patch(`${path}/status`, { status: 'onboarded' })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'requirements-missing',
        detail: expect.stringContaining('prohibited'),
        current: {
          missing: expect.arrayContaining([expect.objectContaining({ item: 'prohibited' })]) as unknown,
        },
      },
    })
    const begun = await admin.post('/api/admin/bulk-acts', {
      act: { name: 'change-status', status: 'onboarded' },
      ids: [client.applicationId],
    })
    const { id: bulkId } = begun.body as BulkProgress
    await runBulkActions({ ...server.context, now: () => new Date(Date.now() + 60_000) })
    expect((await admin.get(`/api/admin/bulk-acts/${bulkId}/results`)).body).toMatchObject([
      {
        outcome: 'not-ready',
        notReady: expect.arrayContaining([expect.stringContaining('prohibited')]) as unknown,
      },
    ])
    expect((await admin.post(`${path}/gate-override`, { reason: 'Please.' })).status).toBe(409)
    const { holds } = await reviewedPackOf(admin, path)
    expect(holds).toMatchObject([
      { why: 'match', until: holdOfMatchUntil(new Date()), holds: true, ofMatch: true },
    ])
  })

  test('is about the person whom the list has under this id now, also where the hit was open', async () => {
    const { path } = await screened({ fullName: 'Baobab Testperson', dateOfBirth: '1970-03-12' })
    const [{ id, version } = { id: '', version: '' }] = (await screeningAt(path)).hits
    // Another person under the same id, who is similar too.
    const reused = {
      name: 'Baobab Testpersonne',
      aliases: [],
      birth: '1969',
      country: 'Ghana',
      passport: 'XX1',
    }
    await newEdition(onlyBaobab(reused), daysAgo(1))
    expect((await screeningAt(path)).hits).toMatchObject([
      {
        id,
        state: 'open',
        strong: false,
        listed: 'baobab testpersonne',
        entry: { names: [{ name: 'Baobab Testpersonne' }], births: ['1969'], documents: ['XX1'] },
      },
    ])
    const clearing = { verdict: 'no-match', reason: 'birth' }
    expect(await verdict(admin, [id], { ...clearing, versions: [version] })).toMatchObject({
      status: 409,
      body: {
        code: 'changed',
        detail: expect.stringContaining('has changed since you opened this possible match'),
      },
    })
    const versions = (await screeningAt(path)).hits.map((hit) => hit.version)
    expect((await verdict(admin, [id], { ...clearing, versions })).body).toMatchObject([
      { state: 'no-match' },
    ])
    // And again another one: it is open again, since the decision was about the one before.
    await newEdition((listed) => listed, daysAgo(1))
    expect((await screeningAt(path)).hits).toMatchObject([{ id, state: 'open', strong: true }])
  })

  test('on a client whom the firm rejected is taken all the same, and a match holds the records', async () => {
    const { path, client } = await screened({ fullName: 'Baobab Testperson', dateOfBirth: '1970-03-12' })
    const become = (status: string) =>
      server.context.database.db.execute(
        sql`update applications set status = ${status} where id = ${client.applicationId}`,
      )
    await become('rejected')
    const ids = (await screeningAt(path)).hits.map(({ id }) => id)
    const asked = await verdict(admin, ids, { verdict: 'match' })
    expect(asked).toMatchObject({ status: 200, body: [{ state: 'waiting' }] })
    const [{ approvalId } = { approvalId: null }] = asked.body as Hit[]
    const granted = { decision: 'granted', words: 'It is them.' }
    expect((await second.put(`/api/admin/approvals/${approvalId}`, granted)).status).toBe(200)
    expect((await reviewedPackOf(admin, path)).holds).toMatchObject([{ why: 'match', holds: true }])
    await become('approved')
  })

  test('of a changed client is asked for again', async () => {
    const { path, client } = await screened({ fullName: 'Protea Example', dateOfBirth: '1980-01-01' })
    const { applicationId } = client
    const { db } = server.context.database
    const ids = (await screeningAt(path)).hits.map(({ id }) => id)
    await db.update(hits).set({ state: 'no-match' }).where(eq(hits.applicationId, applicationId))
    expect(ids).toHaveLength(1)
    await screenClients(server.context)
    expect((await screeningAt(path)).hits).toMatchObject([{ state: 'no-match' }])
    await db.execute(
      sql`update applications set answers = jsonb_set(answers, '{dateOfBirth}', '"1981-01-01"'), updated_at = now() where id = ${applicationId}`,
    )
    expect((await admin.patch(`${path}/status`, { status: 'onboarded' })).body).toMatchObject({
      current: { missing: expect.arrayContaining([expect.objectContaining({ item: 'screening' })]) },
    })
    await screenClients(server.context)
    expect((await screeningAt(path)).hits).toMatchObject([{ state: 'open' }])
  })
})

test('what waits is counted for each admin who can decide it', async () => {
  const { db } = server.context.database
  const made = await makeUser(server.context, { role: 'admin' })
  await db.update(users).set({ seniorManagerSince: new Date() }).where(eq(users.id, made.id))
  const senior = await server.as(made.username)
  const counts = () =>
    Promise.all(
      [admin, second, senior].map(
        async (session) =>
          (await todayOf(session)).filter(({ kind }) => kind === 'match' || kind === 'sign-off').length,
      ),
    )
  const before = await counts()
  const more = (...by: number[]) => before.map((waiting, at) => waiting + (by[at] ?? 0))
  const { path, client } = await screened({ fullName: 'Baobab Testperson', dateOfBirth: '1970-03-12' })
  const ids = (await screeningAt(path)).hits.map(({ id }) => id)
  const n = ids.length
  expect(await counts()).toMatchObject(more(n, n, n))
  // Their own request waits for the others; one that lapsed is open again for all.
  await verdict(admin, ids, { verdict: 'no-match', reason: 'document' })
  expect(await counts()).toMatchObject(more(0, n, n))
  const ofClient = sql`application_id = ${client.applicationId}`
  const lapse = (by: string) =>
    Promise.all([
      db.execute(sql`update hits set waits_until = waits_until + ${by}::interval where ${ofClient}`),
      db.execute(sql`update approvals set lapses_at = lapses_at + ${by}::interval where ${ofClient}`),
    ])
  await lapse('-31 days')
  expect(await counts()).toMatchObject(more(n, n, n))
  await lapse('31 days')
  for (const { approvalId } of (await screeningAt(path)).hits)
    await second.put(`/api/admin/approvals/${approvalId}`, { decision: 'granted', words: 'Agreed.' })
  expect(await counts()).toMatchObject(before)
  // What only senior managers decide does not wait for others, nor for anyone once the client is declined.
  const incomplete = await makePackClient(server, { status: 'approved' })
  const override = await admin.post(`${incomplete.path}/gate-override`, { reason: 'Papers follow.' })
  expect(override.status).toBe(200)
  expect(await counts()).toMatchObject(more(0, 0, 1))
  const { applicationId } = incomplete.client
  await db.execute(sql`update applications set status = 'cancelled' where id = ${applicationId}`)
  expect(await counts()).toMatchObject(before)
})

test('several hits of one person are decided for one reason', async () => {
  await bringInForce(system, ofacList(fictitious), daysAgo(1))
  const { path: address } = await screened({ fullName: 'Korhaan Mostert-Fictie', dateOfBirth: '1964-05-05' })
  const ids = (await screeningAt(address)).hits.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(1)
  expect((await verdict(admin, ids, { verdict: 'no-match', reason: 'birth' })).status).toBe(200)
  const { hits: decided } = await screeningAt(address)
  expect(decided.map(({ reason }) => reason)).toEqual(ids.map(() => 'birth'))
})

test('a second person confirms several hits of one person at once, each with its own result', async () => {
  const { db } = server.context.database
  const together = (session: HttpSession, asked: readonly (string | null)[], decision = 'granted') =>
    session.put('/api/admin/approvals', { ids: asked, decision, words: 'Seen the passport.' })
  const person = await screened({ fullName: 'Baobab Testperson', dateOfBirth: '1970-03-12' })
  const asked = async ({ path }: typeof person) => {
    const ids = (await screeningAt(path)).hits.map(({ id }) => id)
    const answer = await verdict(admin, ids, { verdict: 'no-match', reason: 'document' })
    return (answer.body as Hit[]).map(({ approvalId }) => approvalId)
  }
  const approvals = await asked(person)
  expect(approvals.length).toBeGreaterThan(1)
  const other = await screened({ fullName: 'Baobab Testperson', dateOfBirth: '1970-03-12' })
  expect(await together(second, [...approvals, ...(await asked(other))])).toMatchObject({
    status: 400,
    body: { detail: 'Please decide on the possible matches of one person at a time.' },
  })
  const incomplete = await makePackClient(server, { status: 'approved' })
  const { body: gate } = await admin.post(`${incomplete.path}/gate-override`, { reason: 'Papers follow.' })
  expect((await together(second, [(gate as { id: string }).id])).status).toBe(400)
  expect((await together(second, [other.client.applicationId])).status).toBe(404)

  const own = approvals.map((id) => ({ id, decided: false, code: 'second-person' }))
  expect(await together(admin, approvals)).toMatchObject({ status: 200, body: own })
  // One was decided meanwhile by a third admin.
  const third = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const refused = { decision: 'refused', words: 'Ask for the passport.' }
  expect((await third.put(`/api/admin/approvals/${approvals[0]}`, refused)).status).toBe(200)
  const results = approvals.map((id, at) =>
    at === 0 ? { id, decided: false, code: 'changed' } : { id, decided: true, code: null },
  )
  expect(await together(second, approvals)).toMatchObject({ status: 200, body: results })
  expect(await together(second, approvals)).toMatchObject({ status: 200, body: results })
  const states = (await screeningAt(person.path)).hits.map(({ state }) => state)
  expect(states.toSorted()).toEqual([...approvals.slice(1).map(() => 'no-match'), 'open'])
  const { rows } = await db.execute<{ object_id: string }>(
    sql`select object_id from audit_events where action = 'approval.decided'`,
  )
  for (const id of approvals) expect(rows.filter(({ object_id }) => object_id === id)).toHaveLength(1)
})

test('admins are mailed of new hits once an hour, without a name', async () => {
  const { username } = await makeUser(server.context, { role: 'admin' })
  const { context } = server
  const later = (ms: number) => ({ ...context, now: () => new Date(Date.now() + ms) })
  const mails = async () =>
    (await mailsTo(context, username)).filter(({ template }) => template === 'hit-open')
  await notifyOfHits(later(3_700_000))
  await notifyOfHits(later(3_800_000))
  expect(await mails()).toMatchObject([{ subject: 'Something is waiting in Compliance' }])
  await notifyOfHits(later(7_400_000))
  expect(await mails()).toHaveLength(2)
})

test('another version of the matcher compares everyone again, and reopens no decision', async () => {
  const { context } = server
  const { db } = context.database
  await screened({ fullName: 'Korhaan Mostert-Ficta', dateOfBirth: '1963-05-05' })
  const before = await db.$count(screenings)
  await screenClients(context)
  expect(await db.$count(screenings)).toBe(before)
  const states = () =>
    db
      .select({ id: hits.id, state: hits.state })
      .from(hits)
      .where(sql`state in ('match', 'no-match')`)
      .orderBy(hits.id)
  const statesBefore = await states()
  await db.execute(sql`update screening_subjects set basis = regexp_replace(basis, '^[^:]*', '1')`)
  // What the release before stored, which did not look for sounds.
  await db.execute(sql`update list_names set sounds = null`)
  await db.execute(sql`update subject_names set sounds = null`)
  await screenClients(context)
  expect(await db.$count(screenings)).toBeGreaterThan(before)
  expect(await states()).toEqual(statesBefore)
  expect(await db.$count(listNames, sql`sounds is null`)).toBe(0)
  expect(await db.$count(subjectNames, sql`sounds is null`)).toBe(0)
})

test('editions are erased five years after they went out of force, but not what a hit or a comparison names', async () => {
  const { db } = server.context.database
  await db.execute(sql`delete from list_editions where source = 'FIRM'`)
  const fillers = fictitious.slice(3, 33).map(({ uid, name }) => `${uid},internal,${name},,,,,`)
  const firm = (...rows: string[]) =>
    ['uid,kind,name,aliases,birth,countries,documents,note', ...rows, ...fillers].join('\n')
  const found = '1,internal,Acacia Inventedperson,,1970-03-12,,,'
  const first = await bringInForce(system, firm(found, '2,internal,Aloe Unseen,,,,,'), daysAgo(9))
  const { path, client } = await screened({ fullName: 'Acacia Inventedperson', dateOfBirth: '1970-03-12' })
  const hitNow = async () =>
    (await screeningAt(path)).hits.flatMap(({ source, entry }) => (source === 'FIRM' ? entry.names : []))
  expect(await hitNow()).toMatchObject([{ name: 'Acacia Inventedperson' }])
  const next = await bringInForce(system, firm('3,internal,Protea Unseen,,,,,'), daysAgo(8))
  const third = await bringInForce(system, firm(), daysAgo(7))

  const years = (count: number) => sql`now() - ${`${count} years`}::interval`
  const age = async (by: number) => {
    await db.execute(
      sql`update list_editions set in_force_at = ${years(by + 2)}, superseded_at = ${years(by + 1)} where id = ${first.id}`,
    )
    await db.execute(
      sql`update list_editions set in_force_at = ${years(by + 1)}, superseded_at = ${years(by)} where id = ${next.id}`,
    )
    await db.execute(sql`update list_editions set in_force_at = ${years(by)} where id = ${third.id}`)
  }
  const stored = async () => {
    const entries = await db.select().from(listEntries).where(eq(listEntries.source, 'FIRM'))
    const editions = await db.select().from(listEditions).where(eq(listEditions.source, 'FIRM'))
    return {
      uids: entries.flatMap(({ uid }) => (uid.length === 1 ? uid : [])).toSorted(),
      fillers: entries.filter(({ uid }) => uid.length > 1).length,
      editions: editions.map(({ id }) => id).toSorted(),
    }
  }
  const all = [first.id, next.id, third.id].toSorted()
  await age(3)
  expect(await eraseOldEditions(server.context)).toBe(0)
  expect(await stored()).toMatchObject({ uids: ['1', '2', '3'], editions: all })

  // Of the first, the entries in force stay, and that of the hit.
  await age(6)
  expect(await eraseOldEditions(server.context)).toBe(1)
  expect(await eraseOldEditions(server.context)).toBe(0)
  expect(await stored()).toEqual({ uids: ['1'], fillers: 30, editions: [first.id, third.id].toSorted() })
  expect(await hitNow()).toMatchObject([{ name: 'Acacia Inventedperson' }])
  expect((await admin.get(`${path}/inspector-file`)).status).toBe(200)
  const { rows } = await db.execute(
    sql`select details from audit_events where action = 'list.erased' order by id`,
  )
  expect(rows).toEqual([
    { details: { source: 'FIRM', entries: 1, whole: false } },
    { details: { source: 'FIRM', entries: 1, whole: true } },
  ])

  // A comparison names the edition as long as its client's records stay.
  await db.execute(sql`delete from hits where application_id = ${client.applicationId}`)
  await db.execute(sql`update list_entries set to_edition = ${next.id} where from_edition = ${first.id}`)
  expect(await eraseOldEditions(server.context)).toBe(0)
  expect(await stored()).toEqual({ uids: [], fillers: 0, editions: [first.id, third.id].toSorted() })
  await db.execute(sql`delete from screening_subjects where application_id = ${client.applicationId}`)
  expect(await eraseOldEditions(server.context)).toBe(1)
  expect(await stored()).toMatchObject({ editions: [third.id] })
  await db.execute(sql`delete from list_editions where source = 'FIRM'`)
})

test('a run that was interrupted continues, and both directions find the same hits', async () => {
  const { db } = server.context.database
  const pairs = async () =>
    await db
      .select({ subject: hits.subjectId, uid: hits.uid, score: hits.score })
      .from(hits)
      .where(sql`state <> 'gone'`)
      .orderBy(hits.subjectId, hits.uid)
  const forward = await pairs()
  expect(forward.length).toBeGreaterThan(5)
  await db.delete(hits)
  await db.execute(
    sql`update list_editions set screened_at = null, screened_to = null where in_force_at is not null and superseded_at is null`,
  )
  await db.execute(
    sql`update list_entries set from_edition = (select id from list_editions where source = 'UN' and in_force_at is not null and superseded_at is null) where source = 'UN' and to_edition is null`,
  )
  await screenListChanges(server.context)
  expect(await pairs()).toEqual(forward)
  expect(await db.$count(applications)).toBeGreaterThan(5)
})
