import { readFileSync } from 'node:fs'
import path from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportDetail, ImportRow } from '#features/imports/api/import-shapes.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import type { HttpSession } from '#test/support/http.ts'
import {
  checkImport,
  importFile,
  makeImporter,
  openImport,
  proposedMapping,
  startImport,
  undoWhole,
} from '#test/support/imports.ts'
import { hasLibreOffice, openInLibreOffice } from '#test/support/libreoffice.ts'
import { writeNote } from '#test/support/notes.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { runImports } from './run-import.ts'

const FOLDER = path.join(import.meta.dirname, '../../../../test/support/workbooks')
const PATH = '/api/admin/imports'

let server: TestServer
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date('2026-11-27T08:00:00Z') })
  admin = (await makeImporter(server)).session
})
afterAll(() => server.close())

const detailOf = async (id: string) => (await admin.get(`${PATH}/${id}`)).body as ImportDetail
const rowsOf = async (id: string, query: string) =>
  (await admin.get(`${PATH}/${id}/rows?${query}`)).body as ImportRow[]
const mails = () => server.context.database.db.$count(mailOutbox)

async function answersOf(username: string) {
  const [found] = await server.context.database.db
    .select({ id: applications.id, answers: applications.answers })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .where(eq(users.username, username))
  if (found === undefined) throw new Error(`There is no ${username}.`)
  return decryptAnswers(server.context.keyring, found.id, found.answers)
}

/** Imports the file with the damage of a real export: 1,000 rows, written by LibreOffice. */
async function importDamaged(): Promise<ImportDetail> {
  for (let index = 0; index < 5; index += 1) {
    await makeClient(server.context, { username: `existing${index}@acceptance.example` })
  }
  // Row 3 of the file under another address.
  await makeClient(server.context, {
    username: 'alike@acceptance.example',
    application: { answers: { fullName: 'Zoe Mokoena 1', dateOfBirth: '1950-01-14' } },
  })
  const file = readFileSync(path.join(FOLDER, 'libreoffice-1000.xlsx'))
  const opened = (await openImport(admin, file, 'clients.xlsx')).body as ImportDetail
  const checked = await admin.put(`${PATH}/${opened.id}/mapping`, proposedMapping(opened))
  return checked.body as ImportDetail
}

test(
  'a damaged workbook: exact preview, import, corrected rows, and undo',
  { timeout: 120_000 },
  async () => {
    const checked = await importDamaged()
    expect(checked).toMatchObject({
      total: 1000,
      figures: { create: 969, warning: 7, skip: 5, error: 19 },
      byStatus: [{ label: 'Onboarded', rows: 976 }],
    })
    const codesOf = async (verdict: string) => {
      const codes = (await rowsOf(checked.id, `verdict=${verdict}`)).map(({ problems }) => problems[0]?.code)
      return Object.fromEntries(
        [...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]),
      )
    }
    expect(await codesOf('warning')).toEqual({ 'zeros-restored': 6, 'looks-alike': 1 })
    expect(await codesOf('skip')).toEqual({ exists: 5 })
    expect(await codesOf('error')).toEqual({
      'email-repeated': 10,
      'id-number-shortened': 5,
      'day-invalid': 4,
    })

    const before = await mails()
    expect((await startImport(admin, checked)).status).toBe(200)
    await runImports(server.context)
    expect(await detailOf(checked.id)).toMatchObject({ state: 'done', outcomes: { created: 976 } })
    expect(await mails()).toBe(before)
    expect(await answersOf('a0001@acceptance.example')).toMatchObject({ fullName: 'Zoë Mokoena 1' })
    expect(await answersOf('a1300@acceptance.example')).toMatchObject({ dateOfBirth: '2001-01-01' })
    const figures = await admin.get('/api/admin/annual-review-figures')
    expect(figures.body).toMatchObject({ due: 976 })

    const problems = await admin.get(`${PATH}/${checked.id}/problems?format=csv`)
    const corrected = problems.text
      .split('\r\n')
      .map((line, index) =>
        line.replace(/^a00\d\d@/u, `corrected${index}@`).replace('31/02/2017', '28/02/2017'),
      )
      .join('\r\n')
    const second = await importFile(server, admin, corrected)
    // The repeated rows had references of their own; the shortened numbers are still wrong.
    expect(second).toMatchObject({ state: 'done', outcomes: { created: 14 }, figures: { skip: 5, error: 5 } })

    const { db } = server.context.database
    const signedIn = ['a0010', 'a0020', 'a0030'].map((name) => `${name}@acceptance.example`)
    await db.update(users).set({ invited: false, passwordHash: 'x' }).where(inArray(users.username, signedIn))
    const [noted] = await db
      .select({ id: applications.id })
      .from(applications)
      .innerJoin(users, eq(users.id, applications.userId))
      .where(eq(users.username, 'a0040@acceptance.example'))
    await writeNote(admin, `/api/admin/applications/${noted?.id}`)
    expect(await undoWhole(server, admin, checked.id)).toMatchObject({
      state: 'undone',
      outcomes: { undone: 972, created: 4 },
      retained: { other: 4 },
    })
    const named = (await rowsOf(checked.id, 'retained=1')).map(({ email }) => email)
    expect(named).toEqual([...signedIn, 'a0040@acceptance.example'])
  },
)

test('a semicolon file in Windows-1252 keeps its names', async () => {
  const text =
    'E-pos;Naam\r\nzb@acceptance.example;Zoë\r\nrb@acceptance.example;Renée\r\nob@acceptance.example;O’Brien\r\n'
  // Windows-1252 has the apostrophe where Latin-1 has a control character.
  await importFile(server, admin, Buffer.from(text.replaceAll('’', '\u0092'), 'latin1'))
  const names = ['zb', 'rb', 'ob'].map((name) => answersOf(`${name}@acceptance.example`))
  expect((await Promise.all(names)).map(({ fullName }) => fullName)).toEqual(['Zoë', 'Renée', 'O’Brien'])
})

test('an ID number of 2001 that became a number has 13 digits again, with a warning', async () => {
  const workbook = readFileSync(path.join(FOLDER, 'libreoffice.xlsx'))
  const { id } = await checkImport(admin, workbook)
  const warned = await rowsOf(id, 'verdict=error')
  // Its other cell is an error of the spreadsheet, so the row is corrected first.
  expect(warned[0]?.problems).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'zeros-restored', field: 'idNumber' }),
      expect.objectContaining({ code: 'cell-error', field: 'onboardedAt' }),
    ]),
  )
  await importFile(server, admin, 'E-mail;Name;ID No\nborn2001@acceptance.example;Zoë;101015009083\n')
  expect(await answersOf('born2001@acceptance.example')).toMatchObject({
    idNumber: '0101015009083',
    dateOfBirth: '2001-01-01',
  })
})

test('the same ID number under another address is skipped; forced with a reason, it is audited', async () => {
  const row = (email: string) => `Email;Name;ID No\n${email};Thandi;8001015009087\n`
  await importFile(server, admin, row('first@acceptance.example'))
  const checked = await checkImport(admin, row('second@acceptance.example'))
  expect(checked.figures).toMatchObject({ skip: 1 })
  const forced = await admin.put(`${PATH}/${checked.id}/rows/2`, { reason: 'Typed wrongly there.' })
  await startImport(admin, forced.body as ImportDetail)
  await runImports(server.context)
  expect((await detailOf(checked.id)).outcomes).toEqual({ created: 1 })
  const audited = await server.context.database.db.$count(
    auditEvents,
    sql`action = 'import.row-forced' and details->>'importId' = ${checked.id}`,
  )
  expect(audited).toBe(1)
})

test.skipIf(!hasLibreOffice)('in LibreOffice, the problem file has no formulas', async () => {
  const { id } = await checkImport(admin, 'Email;Name;Notes\n;=1+1;+cmd|calc\n;@SUM(1);-2+3\n')
  const download = await fetch(`${server.url}${PATH}/${id}/problems?format=xlsx`, {
    headers: { cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  const rows = await openInLibreOffice(Buffer.from(await download.arrayBuffer()), 'xlsx')
  expect(rows.flat().every(({ formula }) => formula === null)).toBe(true)
  expect(rows[1]?.map(({ text }) => text)).toEqual(expect.arrayContaining(['=1+1', '+cmd|calc']))
})
