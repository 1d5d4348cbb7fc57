import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportDetail, ImportRow } from '#features/imports/api/import-shapes.ts'
import { causeText } from '#features/imports/rules/problems.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import type { HttpSession } from '#test/support/http.ts'
import { checkImport, makeImporter, proposedMapping, startImport } from '#test/support/imports.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { runImports } from './run-import.ts'

const FOLDER = path.join(import.meta.dirname, '../../../../test/support/imports')
const PATH = '/api/admin/imports'

let server: TestServer
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date('2026-11-29T08:00:00Z') })
})
beforeEach(async () => {
  admin = (await makeImporter(server)).session
})
afterAll(() => server.close())

const rowsOf = async (id: string, query = '') =>
  (await admin.get(`${PATH}/${id}/rows${query}`)).body as ImportRow[]
const correct = (id: string, at: { row: number; column: number }, cell: { value: string; before: string }) =>
  admin.put(`${PATH}/${id}/rows/${at.row}/cells/${at.column}`, cell)
const causesIn = ({ causes }: ImportDetail) => causes.map((cause) => [cause.rows, causeText(cause)])

const messy = [
  'Email;Name;ID No;Income',
  'one@messy.example;Ann Lee;8001015009087;1',
  '',
  ';Jo Nel;;2',
  ';Jo Nel;;2',
  ';Zoë Naudé;;3',
  'ONE@messy.example;Piet Nel;;4',
  'bad at messy;Sipho Zulu;;5',
  ';;;',
  'two@messy.example;Lea Botha;8001015009087;x',
  ';TOTAL;;15',
  '',
].join('\n')

describe('a messy file', () => {
  test('has its problems by cause, with values and earlier rows; what is no client is counted apart', async () => {
    const checked = await checkImport(admin, messy)
    expect(checked).toMatchObject({ figures: { create: 1, warning: 0, skip: 2, error: 5 }, emptyRows: 2 })
    expect(checked.causes).toEqual([
      { code: 'email-missing', field: 'email', verdict: 'error', rows: 2 },
      { code: 'email-invalid', field: 'email', verdict: 'error', rows: 1 },
      { code: 'email-repeated', field: 'email', verdict: 'error', rows: 1 },
      { code: 'id-number-repeated', field: 'idNumber', verdict: 'error', rows: 1 },
      { code: 'not-a-client', field: null, verdict: 'skip', rows: 1 },
      { code: 'row-repeated', field: null, verdict: 'skip', rows: 1 },
    ])
    expect(causesIn(checked)[0]).toEqual([2, 'Email Address: There is no email address.'])
    const [invalid] = await rowsOf(checked.id, '?cause=email-invalid&field=email')
    expect(invalid).toMatchObject({ row: 8, problems: [{ cell: { column: 0, text: 'bad at messy' } }] })
    const [repeated] = await rowsOf(checked.id, '?cause=id-number-repeated')
    expect(repeated?.problems[0]).toMatchObject({ earlier: 2, cell: { column: 2, text: '8001015009087' } })
    const [same] = await rowsOf(checked.id, '?cause=row-repeated')
    expect(same).toMatchObject({ row: 5, problems: [{ earlier: 4, cell: null }] })
  })

  test('is corrected in place: the row is checked again, audited, and nothing is created', async () => {
    const { id, figures } = await checkImport(admin, messy)
    const before = await server.context.database.db.$count(users)
    const answer = await correct(
      id,
      { row: 8, column: 0 },
      { value: ' zulu@messy.example ', before: 'bad at messy' },
    )
    expect(answer.status).toBe(200)
    const corrected = answer.body as ImportDetail
    expect(corrected.figures).toEqual({ ...figures, create: figures.create + 1, error: figures.error - 1 })
    expect(await rowsOf(id, '?verdict=create')).toMatchObject([
      { row: 2 },
      { row: 8, email: 'zulu@messy.example' },
    ])
    expect(await server.context.database.db.$count(users)).toBe(before)
    const audited = await server.context.database.db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .where(sql`action = 'import.cell-corrected' and details->>'importId' = ${id}`)
    expect(audited).toEqual([{ details: { importId: id, row: 8, field: 'email' } }])
    expect((await startImport(admin, corrected)).status).toBe(200)
    await runImports(server.context)
    const found = await server.context.database.db.$count(users, sql`username = 'zulu@messy.example'`)
    expect(found).toBe(1)
    const late = await correct(id, { row: 4, column: 0 }, { value: 'late@messy.example', before: '' })
    expect([late.status, late.body]).toMatchObject([409, { code: 'too-late' }])
  })

  test('frees the rows that repeated a corrected one', async () => {
    const { id } = await checkImport(admin, messy.replaceAll('messy.example', 'freed.example'))
    const { body } = await correct(
      id,
      { row: 2, column: 0 },
      { value: 'other@freed.example', before: 'one@freed.example' },
    )
    expect((body as ImportDetail).causes.some(({ code }) => code === 'email-repeated')).toBe(false)
  })

  test('is not changed by a correction that is still wrong, of another cell, or of no row', async () => {
    const { id, figures } = await checkImport(admin, messy.replaceAll('messy.example', 'still.example'))
    const wrong = await correct(id, { row: 8, column: 0 }, { value: 'still bad', before: 'bad at messy' })
    expect(wrong.body).toMatchObject({ figures })
    const second = await correct(id, { row: 8, column: 0 }, { value: 'x@x.example', before: 'bad at messy' })
    expect([second.status, second.body]).toMatchObject([409, { code: 'changed' }])
    for (const at of [
      { row: 99, column: 0 },
      { row: 1, column: 0 },
      { row: 8, column: 50 },
    ]) {
      expect((await correct(id, at, { value: 'x', before: '' })).status).toBe(404)
    }
  })

  test('keeps what was accepted with a reason when another row is corrected', async () => {
    await makeClient(server.context, { application: { answers: { idNumber: '8203145800089' } } })
    const file = 'Email;Name;ID No\nf1@kept.example;Ann Lee;8203145800089\n;Jo Nel;\n'
    const { id } = await checkImport(admin, file)
    await admin.put(`${PATH}/${id}/rows/2`, { reason: 'Typed wrongly there.' })
    await correct(id, { row: 3, column: 0 }, { value: 'f2@kept.example', before: '' })
    expect(await rowsOf(id)).toMatchObject([
      { row: 2, forced: true, verdict: 'warning' },
      { row: 3, verdict: 'create' },
    ])
  })
})

test('two admins who correct the same cell at once: one of them receives a conflict', async () => {
  const { id } = await checkImport(admin, 'Email;Name\nbad;Ann Lee\n')
  const other = (await makeImporter(server)).session
  const answers = await Promise.all(
    [admin, other].map((session, index) =>
      session.put(`${PATH}/${id}/rows/2/cells/0`, { value: `at${index}@once.example`, before: 'bad' }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('the client book: about 194 of 205 rows, and the others by cause', async () => {
  const managers = ['J Meyer', 'Annelise', 'Thabo K'].map((text) => ({ text, managerId: null }))
  const checked = await checkImport(admin, readFileSync(path.join(FOLDER, 'client-book-2026.xlsx')), {
    managers,
  })
  const { create, warning, skip, error } = checked.figures
  expect(create + warning).toBeGreaterThanOrEqual(192)
  expect([checked.total, skip, checked.emptyRows]).toEqual([205, 5, 5])
  expect(checked.causes.filter(({ verdict }) => verdict === 'error').length).toBeLessThanOrEqual(5)
  expect(error).toBeGreaterThan(0)
  expect(checked.causes.filter(({ verdict }) => verdict === 'skip')).toEqual([
    { code: 'row-repeated', field: null, verdict: 'skip', rows: 3 },
    { code: 'not-a-client', field: null, verdict: 'skip', rows: 2 },
  ])
})

describe('read in another way', () => {
  const reread = (id: string, body: object) => admin.put(`${PATH}/${id}/reading`, body)
  const textAt = async (id: string, row: number) => {
    const { firstRows } = (await admin.get(`${PATH}/${id}`)).body as ImportDetail
    return firstRows.find((each) => each.row === row)?.cells.slice(0, 2)
  }
  const corrected = async () => {
    const { id } = await checkImport(admin, messy)
    await correct(id, { row: 8, column: 0 }, { value: 'zulu@again.example', before: 'bad at messy' })
    // Twice: what the file says counts.
    await correct(id, { row: 8, column: 0 }, { value: 'zulu@reread.example', before: 'zulu@again.example' })
    await correct(id, { row: 6, column: 0 }, { value: 'zoe@reread.example', before: '' })
    return id
  }

  test('a file keeps corrected cells that still exist, and rows that were left out', async () => {
    const id = await corrected()
    const again = (await admin.put(`${PATH}/${id}/left-out`, { leftOut: true, row: 7 })).body as ImportDetail
    expect((await reread(id, { encoding: 'windows-1252' })).status).toBe(200)
    expect(await textAt(id, 8)).toEqual(['zulu@reread.example', 'Sipho Zulu'])
    expect(await textAt(id, 6)).toEqual(['zoe@reread.example', 'ZoÃ« NaudÃ©'])
    const opened = (await reread(id, { encoding: 'utf-8' })).body as ImportDetail
    const checked = (await admin.put(`${PATH}/${id}/mapping`, proposedMapping(opened))).body as ImportDetail
    expect(checked.causes).toContainEqual({ code: 'left-out', field: null, verdict: 'skip', rows: 1 })
    expect(checked.figures).toEqual(again.figures)
  })

  test('a file asks before corrections are lost', async () => {
    const id = await corrected()
    const answer = await reread(id, { delimiter: ',' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'corrections-lost' } })
    expect((answer.body as { detail: string }).detail).toBe(
      '2 corrected cells are not in the file as it would be read: row 6, 8. They would be lost.',
    )
    expect(await textAt(id, 8)).toEqual(['zulu@reread.example', 'Sipho Zulu'])
    expect((await reread(id, { delimiter: ',', discard: true })).status).toBe(200)
    expect(await textAt(id, 8)).toEqual(['bad at messy;Sipho Zulu;;5'])
  })
})

test('rows with a warning or an error are left out and put back, one by one or all of a cause', async () => {
  const file = 'Email;Name;ID No\na@out.example;Ann Lee;123\nb@out.example;Bo Nel;456\na@out.example;Cas Nel;'
  const { id, figures } = await checkImport(admin, file)
  expect(figures).toEqual({ create: 0, warning: 2, skip: 0, error: 1 })
  const address = `${PATH}/${id}/left-out`
  const change = async (body: object) => {
    const { status, body: detail, text } = await admin.put(address, body)
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return (detail as ImportDetail).figures
  }
  // The row that repeated it has the address alone now.
  expect(await change({ leftOut: true, row: 2 })).toEqual({ create: 1, warning: 1, skip: 1, error: 0 })
  const doubtful = { cause: 'id-number-doubtful', field: 'idNumber' }
  expect(await change({ leftOut: true, ...doubtful })).toEqual({ create: 1, warning: 0, skip: 2, error: 0 })
  expect(await change({ leftOut: false, cause: 'left-out' })).toEqual(figures)
  expect(await change({ leftOut: true, row: 4 })).toEqual({ create: 0, warning: 2, skip: 1, error: 0 })
  for (const body of [{ leftOut: true }, { leftOut: true, row: 2, cause: 'left-out' }]) {
    expect((await admin.put(address, body)).status).toBe(400)
  }
  expect((await admin.put(address, { leftOut: true, row: 99 })).status).toBe(404)
  await startImport(admin, { id, figures: { create: 0, warning: 2, skip: 1, error: 0 } })
  expect((await admin.put(address, { leftOut: true, row: 3 })).status).toBe(409)
})
