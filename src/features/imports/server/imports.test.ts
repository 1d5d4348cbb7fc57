import { and, eq, inArray, isNotNull, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { ImportDetail, ImportRow } from '#features/imports/api/import-shapes.ts'
import { UNDO_MS } from '#features/imports/rules/states.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { importRows, imports, invitationPlans } from '#features/imports/schema.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { failAt } from '#test/support/failing-database.ts'
import type { HttpSession } from '#test/support/http.ts'
import {
  checkImport,
  clientsFile,
  IMPORTER_PASSWORD,
  importFile,
  makeImporter,
  openImport,
  proposedMapping,
  startImport,
  undoWhole,
} from '#test/support/imports.ts'
import { makeWorkbook, numberCell, rowOf, textCell } from '#test/support/make-workbook.ts'
import { writeNote } from '#test/support/notes.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { eraseImportedRows } from './erase-rows.ts'
import { runImports } from './run-import.ts'
import { listImports } from './queries.ts'
import { sendPlannedInvitations } from './send-invitations.ts'

let server: TestServer
let admin: HttpSession
let adminId = ''
let now = new Date('2026-11-25T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const importer = await makeImporter(server)
  admin = importer.session
  adminId = importer.id
})
afterAll(() => server.close())

const PATH = '/api/admin/imports'
const detailOf = async (id: string) => (await admin.get(`${PATH}/${id}`)).body as ImportDetail
const rowsOf = async (id: string, query = '') =>
  (await admin.get(`${PATH}/${id}/rows${query}`)).body as ImportRow[]
const codesIn = (rows: readonly ImportRow[]) => rows.map(({ problems }) => problems.map(({ code }) => code))

/** A session of an admin whose limits are fresh. */
const another = async () => (await makeImporter(server)).session

async function clientOf(username: string) {
  const { db } = server.context.database
  const [found] = await db
    .select({ user: users, application: applications })
    .from(users)
    .innerJoin(applications, eq(applications.userId, users.id))
    .where(eq(users.username, username))
  if (found === undefined) return null
  const { id, answers } = found.application
  return { ...found, answers: decryptAnswers(server.context.keyring, id, answers) }
}

const mailCount = () => server.context.database.db.$count(mailOutbox)

describe('a file of clients', () => {
  test('is read, matched, previewed and imported without a mail', async () => {
    const manager = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Johan Botha' })
    const before = await mailCount()
    const bytes = await makeWorkbook({
      rows: [
        rowOf(
          ...['E-pos', 'Naam', 'ID No', 'Status', 'Client since', 'Adviser', 'Code'].map((text) =>
            textCell(text),
          ),
        ),
        rowOf(
          textCell('Thandi@Clients.example'),
          textCell('Thandi Mokoena'),
          numberCell('8001015009087'),
          textCell('Active'),
          textCell('15/03/2017'),
          textCell('J Botha'),
          textCell('C-1'),
        ),
        rowOf(textCell('born2001@clients.example'), textCell('Zoë O’Brien'), numberCell('101015009083')),
        rowOf(textCell('Total: 2')),
      ].join(''),
    })
    const opened = (await openImport(admin, bytes, 'clients.xlsx')).body as ImportDetail
    expect(opened).toMatchObject({ state: 'read', total: 3, fileName: 'clients.xlsx', mapping: null })
    expect(opened.columns.map(({ proposed }) => proposed)).toEqual([
      'email',
      'fullName',
      'idNumber',
      'status',
      'onboardedAt',
      'wealthManager',
      'externalReference',
    ])
    const mapping = proposedMapping(opened, { managers: [{ text: 'J Botha', managerId: manager.id }] })
    const checked = (await admin.put(`${PATH}/${opened.id}/mapping`, mapping)).body as ImportDetail
    expect(checked).toMatchObject({
      state: 'checked',
      figures: { create: 1, warning: 1, skip: 1, error: 0 },
      byManager: [
        { label: 'Johan Botha', rows: 1 },
        { label: 'Unassigned', rows: 1 },
      ],
    })
    expect(await rowsOf(opened.id)).toMatchObject([
      { row: 2, name: 'Thandi Mokoena', verdict: 'create' },
      { row: 3, verdict: 'warning', problems: [{ code: 'zeros-restored', field: 'idNumber' }] },
      { row: 4, verdict: 'skip', problems: [{ code: 'not-a-client', field: null, cell: null }] },
    ])
    expect(await clientOf('thandi@clients.example')).toBeNull()

    expect((await startImport(admin, checked)).status).toBe(200)
    await runImports(server.context)
    const done = await detailOf(opened.id)
    expect(done).toMatchObject({ state: 'done', outcomes: { created: 2 }, notInvited: 2 })
    expect(await mailCount()).toBe(before)

    const thandi = await clientOf('thandi@clients.example')
    expect(thandi?.user).toMatchObject({
      fullName: 'Thandi Mokoena',
      wealthManagerId: manager.id,
      passwordHash: null,
    })
    expect(thandi?.application).toMatchObject({
      status: 'onboarded',
      submittedAt: null,
      onboardedAt: new Date('2017-03-15T10:00:00Z'),
      wealthManagerId: manager.id,
    })
    expect(thandi?.answers).toMatchObject({ idNumber: '8001015009087', dateOfBirth: '1980-01-01' })
    expect((await clientOf('born2001@clients.example'))?.answers.idNumber).toBe('0101015009083')

    // An onboarded client waits in no queue of their manager.
    const manages = await server.as(manager.username)
    const { body } = await manages.get('/api/wealth-manager/application-views')
    const { counts } = body as { counts: Record<string, number> }
    expect(counts).toHaveProperty('waitingForUs')
    expect(Object.values(counts).filter((count) => count !== 0)).toEqual([])
    const listed = await manages.get('/api/wealth-manager/applications')
    expect(listed.body).toMatchObject([{ status: 'onboarded' }])
  })

  test('shows its first rows, and how an earlier file with the same columns was matched', async () => {
    const session = await another()
    const leaver = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Late Leaver' })
    const stayer = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Anna Stayer' })
    const file = (rows: number) =>
      `Clients of ours\n${clientsFile(rows).replace('Email;Name', 'Post;Persoon X')}`
    const first = (await openImport(session, file(30))).body as ImportDetail
    expect(first).toMatchObject({ earlier: null, reading: { headerRow: 2 } })
    expect(first.firstRows).toHaveLength(20)
    expect(first.firstRows.slice(0, 3)).toMatchObject([
      { row: 1, cells: ['Clients of ours'] },
      { row: 2, cells: ['Post', 'Persoon X'] },
      { row: 3, cells: [expect.stringContaining('@clients.example'), expect.any(String)] },
    ])
    const read = await session.put(`${PATH}/${first.id}/reading`, { headerRow: 2 })
    const chosen = {
      ...proposedMapping(read.body as ImportDetail),
      columns: ['email', 'fullName'],
      defaultStatus: 'onboarded',
      managers: [
        { text: 'Leaver', managerId: leaver.id },
        { text: 'Stayer', managerId: stayer.id },
      ],
      defaultManagerId: leaver.id,
    }
    const checked = (await session.put(`${PATH}/${first.id}/mapping`, chosen)).body as ImportDetail
    await startImport(session, checked)
    await runImports(server.context)
    expect(await detailOf(first.id)).toMatchObject({ state: 'done', firstRows: [], earlier: null })
    await server.context.database.db.update(users).set({ deactivatedAt: now }).where(eq(users.id, leaver.id))

    const second = clientsFile(1).replace('Email;Name', 'Post;Persoon X')
    expect((await openImport(session, second)).body).toMatchObject({
      mapping: null,
      earlier: {
        createdAt: first.createdAt,
        mapping: {
          columns: ['email', 'fullName'],
          defaultStatus: 'onboarded',
          managers: [{ text: 'Stayer', managerId: stayer.id }],
          defaultManagerId: null,
        },
      },
    })
    const other = clientsFile(1).replace('Email;Name', 'Post;Persoon Y')
    expect((await openImport(session, other)).body).toMatchObject({ earlier: null })
  })

  test('says what cannot be read, and what cannot be matched', async () => {
    const far = await makeWorkbook({ rows: rowOf(textCell('x', 'XFD1048576')) })
    const refused = await openImport(await another(), far)
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([400, 'file-unreadable'])
    const [empty, old] = [
      await openImport(admin, 'Email;Name\n'),
      await openImport(admin, Buffer.from('d0cf11e0a1b11ae1', 'hex')),
    ]
    expect([empty.status, old.status]).toEqual([400, 415])
    const opened = (await openImport(admin, clientsFile(1))).body as ImportDetail
    const columns = await admin.put(`${PATH}/${opened.id}/mapping`, {
      ...proposedMapping(opened),
      columns: [null, null],
    })
    expect([columns.status, columns.text]).toEqual([400, expect.stringContaining('email addresses')])
    const foreign = proposedMapping(opened, { defaultManagerId: adminId })
    expect((await admin.put(`${PATH}/${opened.id}/mapping`, foreign)).status).toBe(400)
  })

  test('can be read in another encoding, and from another row', async () => {
    const session = await another()
    const bytes = Buffer.concat([
      Buffer.from('Our clients\nEmail;Name\nm@clients.example;Zo'),
      Buffer.from([0x91]),
      Buffer.from('\n'),
    ])
    const opened = (await openImport(session, bytes)).body as ImportDetail
    expect(opened.reading).toMatchObject({ encoding: 'windows-1252', headerRow: 2 })
    const { body } = await session.put(`${PATH}/${opened.id}/reading`, {
      encoding: 'macintosh',
      headerRow: 2,
      delimiter: ';',
    })
    expect(body).toMatchObject({
      total: 1,
      columns: [{ header: 'Email' }, { header: 'Name', samples: ['Zoë'] }],
    })
  })

  test('is encrypted in the database, and erased 30 days after the import', async () => {
    const session = await another()
    const { id } = await importFile(
      server,
      session,
      'Email;Name\nsecret.person@clients.example;Secret Person\n',
    )
    const { db } = server.context.database
    const stored =
      await db.execute(sql`select (select json_agg(r) from import_rows r where import_id = ${id})::text as rows,
      (select content from imports where id = ${id}) as content`)
    expect(JSON.stringify(stored.rows)).not.toContain('ecret')
    const before = now
    now = new Date(now.getTime() + UNDO_MS + 1000)
    await eraseImportedRows(server.context)
    const [row] = await db
      .select()
      .from(importRows)
      .where(and(eq(importRows.importId, id), eq(importRows.row, 2)))
    expect(row).toMatchObject({ cells: null, outcome: 'created', userId: expect.any(String) })
    now = before
  })
})

test('assets and remarks become a note, which does not keep a client from being undone', async () => {
  const session = await another()
  const file =
    'Email;Full Name;AUM (R);Remarks\nnoted@clients.example;Noted Client;1 300 000;prefers e-mail\n'
  const { id } = await importFile(server, session, file)
  const applicationId = (await clientOf('noted@clients.example'))?.application.id ?? ''
  const { text } = await session.get(`/api/admin/applications/${applicationId}/notes`)
  expect(text).toMatch(/Assets under management: R.1.300.000\.00\\nprefers e-mail/u)
  expect(await undoWhole(server, session, id)).toMatchObject({ outcomes: { undone: 1 }, retained: {} })
})

describe('duplicates', () => {
  test('are found in the file and in the database, and nothing existing is changed', async () => {
    const session = await another()
    const { context } = server
    const existing = await makeClient(context, {
      username: 'existing@clients.example',
      fullName: 'Existing Client',
      application: {
        answers: { fullName: 'Existing Client', idNumber: '9001015009086', dateOfBirth: '1990-01-01' },
      },
    })
    const before = await clientOf('existing@clients.example')
    await makeUser(context, { role: 'admin', username: 'staff@clients.example' })
    await importFile(server, session, 'Email;Name;Code\nfirst@clients.example;First;R-1\n')
    const file = [
      'Email;Name;ID No;Date of Birth;Code',
      'existing@clients.example;Changed Name;;;',
      'staff@clients.example;Staff;;;',
      'other@clients.example;Same Number;9001015009086;;',
      'alike@clients.example;EXISTING client;;1990-01-01;',
      'again@clients.example;Again;;;R-1',
      'new@clients.example;New;8001015009087;;R-2',
      'new@clients.example;Repeated;;;',
      'new2@clients.example;Repeated Number;8001015009087;;R-2',
    ].join('\n')
    const checked = await checkImport(session, file)
    const rows = await rowsOf(checked.id)
    // The ID number of the first test exists, too.
    expect(codesIn(rows).map(([first]) => first)).toEqual([
      'exists',
      'email-of-staff',
      'same-id-number',
      'looks-alike',
      'imported-before',
      'same-id-number',
      'email-repeated',
      'same-id-number',
    ])
    expect(rows[0]?.existingId).toBe(existing.applicationId)
    await startImport(session, checked)
    await runImports(context)
    expect(await clientOf('existing@clients.example')).toEqual(before)
    expect((await detailOf(checked.id)).outcomes).toEqual({ created: 1 })
  })

  test('of an ID number are imported with a reason, which is audited and encrypted', async () => {
    const session = await another()
    const checked = await checkImport(session, 'Email;Name;ID No\nwife@clients.example;Wife;9001015009086\n')
    expect(checked.figures).toEqual({ create: 0, warning: 0, skip: 1, error: 0 })
    const answer = await session.put(`${PATH}/${checked.id}/rows/2`, {
      reason: 'The number was typed wrongly there.',
    })
    const forced = answer.body as ImportDetail
    expect(forced.figures).toEqual({ create: 0, warning: 1, skip: 0, error: 0 })
    await startImport(session, forced)
    await runImports(server.context)
    expect(await clientOf('wife@clients.example')).not.toBeNull()
  })

  test('are not found in placeholders and shortened ID numbers', async () => {
    const session = await another()
    const numbers = ['N/A', 'n/a', '0000000000000', '0000000000000', '8,00102E+12', '8,00102E+12']
    const lines = numbers.map(
      (number, index) => `placeholder${index}@clients.example;Someone ${index};${number}`,
    )
    const checked = await checkImport(session, ['Email;Name;ID No', ...lines].join('\n'))
    const doubtful = ['id-number-doubtful']
    const shortened = ['id-number-shortened']
    expect(codesIn(await rowsOf(checked.id))).toEqual([
      ...Array.from({ length: 4 }, () => doubtful),
      ...Array.from({ length: 2 }, () => shortened),
    ])
    await startImport(session, checked)
    await runImports(server.context)
    expect((await detailOf(checked.id)).outcomes).toEqual({ created: 4 })
  })

  test('that appear after the preview are skipped', async () => {
    const session = await another()
    const checked = await checkImport(
      session,
      'Email;Name\nlate@clients.example;Late\nlater@clients.example;Later\n',
    )
    await makeClient(server.context, { username: 'late@clients.example' })
    await startImport(session, checked)
    await runImports(server.context)
    expect(await detailOf(checked.id)).toMatchObject({ state: 'done', outcomes: { created: 1, skipped: 1 } })
    expect(codesIn(await rowsOf(checked.id))).toEqual([['exists'], []])
  })
})

describe('a start', () => {
  test('needs the password, and the figures that were seen', async () => {
    const session = await another()
    const { id, figures } = await checkImport(session, clientsFile(2))
    const start = (body: object) => session.post(`${PATH}/${id}/start`, body)
    expect((await start({ figures, password: 'a loud harbour wall' })).status).toBe(400)
    const outdated = await start({ figures: { ...figures, create: 1 }, password: IMPORTER_PASSWORD })
    expect([outdated.status, (outdated.body as { code: string }).code]).toEqual([409, 'preview-outdated'])
    expect((await detailOf(id)).state).toBe('checked')
  })

  test('waits for another import', async () => {
    const [one, other] = [await another(), await another()]
    const first = await checkImport(one, clientsFile(1))
    const second = await checkImport(other, clientsFile(1))
    await startImport(one, first)
    const answer = await startImport(other, second)
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, 'import-running'])
    await runImports(server.context)
    expect((await startImport(other, second)).status).toBe(200)
    await runImports(server.context)
  })
})

describe('a run', () => {
  test('that is paused continues where it stopped', async () => {
    const session = await another()
    const checked = await checkImport(session, clientsFile(50))
    await startImport(session, checked)
    await session.post(`${PATH}/${checked.id}/pause`)
    await runImports(server.context)
    expect(await detailOf(checked.id)).toMatchObject({ state: 'paused', outcomes: {} })
    await session.post(`${PATH}/${checked.id}/resume`)
    await Promise.all([runImports(server.context), runImports(server.context)])
    await runImports(server.context)
    expect(await detailOf(checked.id)).toMatchObject({ state: 'done', outcomes: { created: 50 } })
  })

  test.each([
    ['is deactivated', { deactivatedAt: new Date('2026-11-25T07:00:00Z') }],
    ['is no admin any more', { role: 'wealth_manager' as const }],
  ])('stops when its admin %s; the others are notified once, and resume it', async (_, change) => {
    const importer = await makeImporter(server)
    const checked = await checkImport(importer.session, clientsFile(3))
    await startImport(importer.session, checked)
    const { db } = server.context.database
    const [before] = await db.select().from(users).where(eq(users.id, importer.id))
    await db.update(users).set(change).where(eq(users.id, importer.id))
    const [other] = await db.select().from(users).where(eq(users.id, adminId))
    const notified = () =>
      db.$count(
        mailOutbox,
        and(eq(mailOutbox.template, 'import-paused'), eq(mailOutbox.recipient, other?.username ?? '')),
      )
    const mailed = await notified()
    await runImports(server.context)
    await runImports(server.context)
    expect(await detailOf(checked.id)).toMatchObject({ state: 'paused', outcomes: {} })
    expect([
      (await notified()) - mailed,
      await db.$count(mailOutbox, eq(mailOutbox.recipient, before?.username ?? '')),
    ]).toEqual([1, 0])
    await admin.post(`${PATH}/${checked.id}/resume`)
    await runImports(server.context)
    expect(await detailOf(checked.id)).toMatchObject({ state: 'done', outcomes: { created: 3 } })
  })

  test('loses and doubles no client, whichever statement fails', { timeout: 60_000 }, async () => {
    const session = await another()
    const checked = await checkImport(session, clientsFile(4))
    await startImport(session, checked)
    const { context } = server
    // Each run fails at a later statement, until one ends.
    for (let statement = 1; ; statement += 1) {
      const failing = failAt(server.context.database, statement)
      await runImports({ ...context, database: failing.database }).catch(() => undefined)
      if (!failing.hasFailed()) break
      if (statement > 200) throw new Error('The import does not end.')
    }
    await runImports(context)
    const detail = await detailOf(checked.id)
    expect(detail.state).toBe('done')
    const ids = await context.database.db
      .select({ userId: importRows.userId })
      .from(importRows)
      .where(and(eq(importRows.importId, checked.id), isNotNull(importRows.userId)))
    const created = detail.outcomes.created ?? 0
    expect([ids.length, new Set(ids.map(({ userId }) => userId)).size]).toEqual([created, created])
    // Rows that failed three times are reported, none is lost.
    expect(created + (detail.outcomes.failed ?? 0)).toBe(4)
    const [imported] = await context.database.db
      .select({ rows: sql<number>`count(*)::int` })
      .from(auditEvents)
      .where(
        and(
          inArray(auditEvents.action, ['user.created', 'application.imported']),
          sql`${auditEvents.details}->>'importId' = ${checked.id}`,
        ),
      )
    expect(imported?.rows).toBe(2 * created)
  })
})

test('the file of problems has the original columns as texts, and can be imported once corrected', async () => {
  const session = await another()
  const file = 'Email;Name;Notes\n;=cmd|calc;a;=1+1\nok@clients.example;Fine;x\n'
  const { id } = await checkImport(session, file.replace('Notes', 'Notes;More'))
  const csv = await session.get(`${PATH}/${id}/problems?format=csv`)
  expect(csv.text).toContain(`Email;Name;Notes;More;Problem;Row`)
  expect(csv.text).toContain(`;'=cmd|calc;a;'=1+1;`)
  expect(csv.text).toContain('Email Address: There is no email address.')
  expect(csv.text).not.toContain('Fine')
  const again = await checkImport(session, csv.text.replace('\n;', '\ncorrected@clients.example;'))
  expect(again.figures).toEqual({ create: 1, warning: 0, skip: 0, error: 0 })
})

describe('an undo', () => {
  test('deletes untouched clients, and leaves the others with the reason', async () => {
    const session = await another()
    const { context } = server
    const file = [
      'Email;Name',
      ...['a', 'b', 'c', 'd', 'e'].map((name) => `undo-${name}@clients.example;Undo ${name}`),
    ].join('\n')
    const { id } = await importFile(server, session, file, { defaultStatus: 'onboarded' })
    const find = async (name: string) => clientOf(`undo-${name}@clients.example`)
    const [signedIn, noted, changed] = [await find('a'), await find('b'), await find('c')]
    await context.database.db
      .update(users)
      .set({ invited: false, passwordHash: 'x' })
      .where(eq(users.id, signedIn?.user.id ?? ''))
    await writeNote(session, `/api/admin/applications/${noted?.application.id}`)
    await session.patch(`/api/admin/applications/${changed?.application.id}/status`, {
      status: 'cancelled',
      reason: 'Left.',
    })
    const undone = await undoWhole(server, session, id)
    expect(undone).toMatchObject({
      state: 'undone',
      outcomes: { created: 3, undone: 2 },
      retained: { other: 3 },
    })
    expect([await find('a'), await find('d'), await find('e')].map((found) => found !== null)).toEqual([
      true,
      false,
      false,
    ])
    expect((await rowsOf(id, '?retained=1')).map(({ retained }) => retained)).toEqual([
      'other',
      'other',
      'other',
    ])
    // The same file imports those that are gone.
    expect((await checkImport(session, file)).figures).toMatchObject({ create: 2, skip: 3 })
  })

  test('is possible for 30 days', async () => {
    const session = await another()
    const { id } = await importFile(server, session, clientsFile(1))
    const before = now
    now = new Date(now.getTime() + UNDO_MS)
    const late = await (
      await server.as(
        (await makeUser(server.context, { role: 'admin', password: IMPORTER_PASSWORD })).username,
      )
    ).post(`${PATH}/${id}/undo`, { password: IMPORTER_PASSWORD })
    expect([late.status, (late.body as { code: string }).code]).toEqual([409, 'too-late'])
    now = before
  })
})

test('clients are invited in batches on business days, each once', async () => {
  const session = await another()
  const { context } = server
  const { id } = await importFile(server, session, clientsFile(5))
  const plan = { perBatch: 2, batchesPerDay: 2, firstDay: '2026-11-26', firstHour: 9 }
  expect((await session.put(`${PATH}/${id}/invitations`, plan)).status).toBe(200)
  const addresses = (await rowsOf(id)).map(({ email }) => email ?? '')
  const invited = async () =>
    (
      await context.database.db
        .select({ recipient: mailOutbox.recipient })
        .from(mailOutbox)
        .where(and(inArray(mailOutbox.recipient, addresses), like(mailOutbox.template, 'invitation%')))
    ).length
  const before = now
  const counts: number[] = []
  for (const at of [
    '2026-11-25T12:00:00Z',
    '2026-11-26T07:00:10Z',
    '2026-11-26T07:30:00Z',
    '2026-11-26T08:00:10Z',
    '2026-11-28T07:00:10Z',
    '2026-11-30T07:00:10Z',
  ]) {
    now = new Date(at)
    await sendPlannedInvitations(context)
    counts.push(await invited())
  }
  expect(counts).toEqual([0, 2, 2, 4, 4, 5])
  now = before
  expect(await detailOf(id)).toMatchObject({ notInvited: 0 })
})

describe('a batch of invitations', () => {
  const plan = { perBatch: 2, batchesPerDay: 3, firstDay: '2026-11-26', firstHour: 9 }
  const planned = async (rows: number) => {
    const session = await another()
    const { id } = await importFile(server, session, clientsFile(rows))
    expect((await session.put(`${PATH}/${id}/invitations`, plan)).status).toBe(200)
    return { id, session }
  }
  const invitedAfter = async (id: string, at: string) => {
    now = new Date(at)
    await sendPlannedInvitations(server.context)
    now = new Date('2026-11-25T08:00:00Z')
    return (await detailOf(id)).notInvited
  }

  test('waits while more than 5% of the one before could not be delivered', async () => {
    const { id } = await planned(4)
    const { db } = server.context.database
    expect(await invitedAfter(id, '2026-11-26T07:00:10Z')).toBe(2)
    const [bounced] = await rowsOf(id)
    const ofBounced = eq(mailOutbox.recipient, bounced?.email ?? '')
    await db
      .update(mailOutbox)
      .set({ givenUpAt: new Date('2026-11-26T07:30:00Z') })
      .where(ofBounced)
    expect(await invitedAfter(id, '2026-11-26T08:00:10Z')).toBe(2)
    await db.update(mailOutbox).set({ givenUpAt: null }).where(ofBounced)
    expect(await invitedAfter(id, '2026-11-26T09:00:10Z')).toBe(0)
  })
})

test('invitations can be planned for a status, and for some rows', async () => {
  const session = await another()
  const { context } = server
  const file = [
    'Email;Name;Status',
    ...[2, 3, 4, 5, 6].map((row) => `part${row}@clients.example;Part ${row};`),
  ]
  file[3] += 'Active'
  file[4] += 'Active'
  const { id } = await importFile(server, session, file.join('\n'))
  const plan = { perBatch: 10, batchesPerDay: 1, firstDay: '2026-11-25', firstHour: 7 }
  const planned = (changes: object) => session.put(`${PATH}/${id}/invitations`, { ...plan, ...changes })
  const invited = async () => {
    await sendPlannedInvitations(context)
    const found = await context.database.db
      .select({ recipient: mailOutbox.recipient })
      .from(mailOutbox)
      .where(like(mailOutbox.recipient, 'part%@clients.example'))
    return found.map(({ recipient }) => recipient.slice(0, 5)).toSorted()
  }
  for (const rows of ['', 'all', '6-2']) expect((await planned({ rows })).status).toBe(400)
  expect((await planned({ status: 'cancelled' })).status).toBe(400)
  await planned({ status: 'onboarded', rows: '2-4' })
  expect(await invited()).toEqual(['part4'])
  await planned({ rows: '2, 5-6' })
  expect(await invited()).toEqual(['part2', 'part4', 'part5', 'part6'])
  await planned({ status: 'draft' })
  expect(await invited()).toEqual(['part2', 'part3', 'part4', 'part5', 'part6'])
})

test('invitations in batches are previewed, and each kind is sent as edited', async () => {
  const session = await another()
  const { context } = server
  const [drafts, past] = [['worded1', 'worded2'], ['worded3']].map((names) =>
    names.map((name) => `${name}@clients.example`),
  ) as [string[], string[]]
  const file = [
    'Email;Name;Status',
    ...drafts.map((email) => `${email};Lebo Draft;`),
    `${past[0]};Ann Past;Active`,
  ]
  const { id } = await importFile(server, session, file.join('\n'))
  const manager = await makeUser(context, { role: 'wealth_manager', fullName: 'Pieter Botha' })
  await context.database.db
    .update(users)
    .set({ wealthManagerId: manager.id })
    .where(eq(users.username, drafts[0] ?? ''))
  const mails = {
    invitation: { subject: 'Welcome, {clientName}', text: '{managerName} invites you to {firmName}.' },
    'invitation-imported': {
      subject: 'Welcome back, {clientName}',
      text: 'Your details have moved with us.',
    },
  }
  const plan = { perBatch: 10, batchesPerDay: 1, firstDay: '2026-11-25', firstHour: 7 }
  const preview = async (body: object) => {
    const call = 'PUT /api/admin/imports/{id}/invitations'
    const answer = await session.post('/api/staff/mail-previews', { call, params: { id }, body })
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    return answer.body as AnswerOf<'POST /api/staff/mail-previews'>
  }

  const { mails: both, applications: clients } = await preview(plan)
  expect(clients).toBe(3)
  const about = (text: string) => ({ text: expect.stringContaining(text) as string })
  expect(both).toMatchObject([
    { template: 'invitation', recipient: drafts[0], editable: about('{managerName} invites you') },
    { template: 'invitation-imported', recipient: past[0], editable: about('opens your account') },
  ])
  const edited = await preview({ ...plan, mails })
  expect(edited.mails.map(({ subject }) => subject)).toEqual([
    'Welcome, Lebo Draft',
    'Welcome back, Ann Past',
  ])
  const oneEdited = await preview({ ...plan, mails: { invitation: mails.invitation } })
  expect(oneEdited.mails.map(({ subject }) => subject)).toEqual(['Welcome, Lebo Draft', both[1]?.subject])
  const onlyDrafts = await preview({ ...plan, status: 'draft', mails })
  expect(onlyDrafts.mails.map(({ subject }) => subject)).toEqual(['Welcome, Lebo Draft'])
  expect(await detailOf(id)).toMatchObject({ plan: null, notInvited: 3 })

  for (const [kind, text] of [
    ['invitation', 'Sign in at https://evil.example'],
    ['invitation', 'Your balance is {balance}'],
    ['invitation-imported', 'Sign in at https://evil.example'],
    ['invitation-imported', 'Dear {clientName'],
  ] as const) {
    const wrong = { ...plan, mails: { ...mails, [kind]: { text } } }
    const refused = await session.put(`${PATH}/${id}/invitations`, wrong)
    expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ path: `mails.${kind}.text` }] }])
  }
  const staff = { ...plan, mails: { 'staff-invitation': mails.invitation } }
  expect((await session.put(`${PATH}/${id}/invitations`, staff)).status).toBe(400)
  expect(await detailOf(id)).toMatchObject({ plan: null })

  expect((await session.put(`${PATH}/${id}/invitations`, { ...plan, mails })).status).toBe(200)
  await sendPlannedInvitations(context)
  const [[toPast], [toDraft]] = [
    await mailsTo(context, past[0] ?? ''),
    await mailsTo(context, drafts[0] ?? ''),
  ]
  expect(toPast).toMatchObject({ template: 'invitation-imported', subject: 'Welcome back, Ann Past' })
  expect(toPast?.text).toContain('Your details have moved with us.')
  expect(toDraft).toMatchObject({ template: 'invitation', subject: 'Welcome, Lebo Draft' })
  expect(toDraft?.text).toContain('Pieter Botha invites you to Protea Private Wealth.')
  const [toUnassigned] = await mailsTo(context, drafts[1] ?? '')
  expect(toUnassigned?.text).toContain('Your wealth manager invites you to Protea Private Wealth.')
  // Greeting, button and code stay.
  for (const mail of [toPast, toDraft]) expect(mail?.text).toMatch(/Dear (?:Ann|Lebo)[^]*\/welcome#/u)
})

test('a plan whose edited text links to a former address of the firm ends, and invites no one', async () => {
  const session = await another()
  const { context } = server
  const { id } = await importFile(server, session, clientsFile(1))
  const plan = { perBatch: 10, batchesPerDay: 1, firstDay: '2026-11-25', firstHour: 7 }
  expect((await session.put(`${PATH}/${id}/invitations`, plan)).status).toBe(200)
  const mails = { invitation: { text: 'See https://former.example' } }
  await context.database.db.update(invitationPlans).set({ mails }).where(eq(invitationPlans.importId, id))
  await sendPlannedInvitations(context)
  expect(await detailOf(id)).toMatchObject({ notInvited: 1, plan: { endedAt: expect.any(String) as string } })
})

test('the list of imports has the figures of each, in one query', async () => {
  const session = await another()
  const imported = await importFile(server, session, clientsFile(2))
  const checked = await checkImport(session, `${clientsFile(1)}\nnot-an-address;No address`)
  const { database, keyring } = server.context
  const queries: string[] = []
  const db = new Proxy(database.db, {
    get(target, name) {
      if (['select', 'execute', '$count'].includes(String(name))) queries.push(String(name))
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
    },
  })
  const all = await listImports({ db, keyring, now })
  const listed = all.filter(({ id }) => [imported.id, checked.id].includes(id))
  expect(listed).toMatchObject([
    { id: checked.id, state: 'checked', total: 2, figures: { create: 1, error: 1 }, outcomes: {} },
    { id: imported.id, state: 'done', total: 2, figures: { create: 2 }, outcomes: { created: 2 } },
  ])
  expect(queries).toEqual(['select'])
  expect((await session.get(PATH)).body).toEqual(all)
})

test('an import of staff by an earlier release is not shown', async () => {
  const session = await another()
  const { id } = await checkImport(session, clientsFile(1))
  await server.context.database.db.update(imports).set({ kind: 'staff' }).where(eq(imports.id, id))
  expect((await session.get(`${PATH}/${id}`)).status).toBe(404)
  expect((await session.delete(`${PATH}/${id}`)).status).toBe(404)
  expect((await session.get(PATH)).text).not.toContain(id)
})

test('an import that was discarded leaves nothing', async () => {
  const session = await another()
  const { id } = await checkImport(session, clientsFile(2))
  expect((await session.delete(`${PATH}/${id}`)).status).toBe(204)
  expect(await server.context.database.db.$count(imports, eq(imports.id, id))).toBe(0)
  expect((await session.get(`${PATH}/${id}`)).status).toBe(404)
})
