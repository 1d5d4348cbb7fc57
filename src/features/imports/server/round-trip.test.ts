import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { textOf, type TableRow } from '#base/rules/tables/cells.ts'
import { exportFormats, type ExportFormat } from '#base/rules/api/list.ts'
import { knownHeaders } from '#features/imports/rules/match-columns.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { toSpreadsheetTime } from '#base/server/files/cells.ts'
import { readTable } from '#base/server/tables/read-table.ts'
import type { HttpSession } from '#test/support/http.ts'
import {
  addImporter,
  checkImport,
  makeImporter,
  openImport,
  proposedMapping,
  startImport,
} from '#test/support/imports.ts'
import { makeWorkbook, numberCell, rowOf, textCell } from '#test/support/make-workbook.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { raw } from '#test/support/uploads.ts'
import { readClient } from '#features/imports/rules/read-client.ts'

const FOLDER = path.join(import.meta.dirname, '../../../../test/support/imports')
const PATH = '/api/admin/imports'
const now = new Date('2026-11-29T08:00:00Z')

let server: TestServer
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
// Each may upload some files an hour.
beforeEach(async () => {
  admin = (await makeImporter(server)).session
})
afterAll(() => server.close())

async function download(address: string, session = admin): Promise<Buffer> {
  const { status, bytes } = await raw(session, `${server.url}${address}`, { method: 'GET' })
  expect(status).toBe(200)
  return bytes
}

/** The texts of a file that the product wrote, as it reads them. */
async function tableIn(file: Buffer): Promise<{ head: string[]; rows: string[][]; all: TableRow[] }> {
  const { rows: all } = await readTable(file, { known: knownHeaders })
  const [head = [], ...rows] = all.map(({ cells }) =>
    cells.map((cell) => (cell === null ? '' : textOf(cell))),
  )
  return { head, rows, all }
}

const problemsOf = (id: string, format: ExportFormat) => download(`${PATH}/${id}/problems?format=${format}`)

/** A file with the cells of another one, some of them corrected. */
async function corrected(file: Buffer, change: (texts: string[]) => string[]): Promise<Buffer> {
  const { head, rows } = await tableIn(file)
  const lines = [head, ...rows.map((row) => change(row))]
  return makeWorkbook({
    rows: lines.map((line) => rowOf(...line.map((text) => textCell(escapeXml(text))))).join(''),
  })
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

describe.each(exportFormats)('the problem file as %s', (format) => {
  test('comes back with its telephones and addresses as they were, once corrected', async () => {
    const first = await checkImport(admin, readFileSync(path.join(FOLDER, 'round-1.csv')))
    expect(first.figures).toMatchObject({ create: 0, error: 2 })
    const file = await problemsOf(first.id, format)
    const { rows } = await tableIn(file)
    expect(rows.map((row) => row.slice(0, 5))).toEqual([
      ['no-at-sign', 'Thandi Nkosi', '+27 82 555 0134', '-', '1850000'],
      ['', 'Sipho Zulu', '+44 7700 900123', '@ The Corner 5', '1850000,50'],
    ])
    let count = 0
    const second = await checkImport(
      admin,
      await corrected(file, ([, ...others]) => {
        count += 1
        return [`round${count}.${format}@x.example`, ...others]
      }),
    )
    expect(second.figures).toMatchObject({ skip: 0, error: 0 })
    const again = await openImport(admin, await corrected(file, (texts) => texts))
    const { columns } = again.body as ImportDetail
    const { all } = await tableIn(file)
    const read = all.slice(1).map((row) => readClient(row, proposedMapping({ columns } as ImportDetail), now))
    expect(read.map(({ answers }) => answers)).toMatchObject([
      { mobileNumber: '+27825550134', annualIncome: '1850000' },
      { mobileNumber: '+447700900123', addressLine1: '@ The Corner 5', annualIncome: '1850000.50' },
    ])
  })

  test('has days of a workbook that counts from 1904 as days, and amounts with their cents', async () => {
    const head = rowOf(...['Email', 'Name', 'Date of Birth', 'Income'].map((title) => textCell(title)))
    const row = rowOf(textCell('nothing'), textCell('Ann Lee'), numberCell('27789'), numberCell('450.125'))
    const { id } = await checkImport(
      admin,
      await makeWorkbook({ rows: head + row, workbookPr: '<workbookPr date1904="1"/>' }),
    )
    const [found] = (await tableIn(await problemsOf(id, format))).rows
    expect(found?.slice(2, 4)).toEqual(['1980-01-31', '450.13'])
  })

  test('is the same in both formats for texts with any sign in front', async () => {
    const signs = ['=', '+', '-', '@', "'", '＝']
    const lines = signs.map((sign, index) => `;${sign}Name ${index};${sign}5;"${sign}a;${sign}b"`)
    const { id } = await checkImport(admin, ['Email;Name;Notes;More', ...lines].join('\n'))
    const { rows } = await tableIn(await problemsOf(id, format))
    expect(rows.map((row) => row.slice(1, 2))).toEqual(signs.map((sign, index) => [`${sign}Name ${index}`]))
    const other = await tableIn(await problemsOf(id, format === 'csv' ? 'xlsx' : 'csv'))
    expect(other.rows).toEqual(rows)
  })
})

test('the template comes back as written, and each of its rows can be imported', async () => {
  const { head, rows } = await tableIn(await download(`${PATH}/template`))
  expect(head).toContain('Your Reference')
  expect(rows.map((row) => row.at(-1))).toEqual(['C-001', 'C-002', 'C-003'])
  expect(rows[1]?.slice(0, 5)).toEqual(['zoe@example.com', 'Zoë', 'O’Brien', '0101015009083', '2001-01-01'])
  const checked = await checkImport(admin, await download(`${PATH}/template`))
  expect(checked.figures).toMatchObject({ skip: 0, error: 0 })
  expect((await startImport(admin, checked)).status).toBe(200)
})

describe.each(exportFormats)('the export of applications as %s', (format) => {
  test('comes back with names, telephones, amounts and times as they are', async () => {
    const username = `export.${format}@x.example`
    const { applicationId } = await makeClient(server.context, {
      username,
      application: {
        answers: { fullName: `=O’Brien "Zoë"; ${format}`, mobileNumber: '+27825550134' },
      },
    })
    const file = await download(`/api/admin/application-export?format=${format}&search=export.${format}`)
    const { head, rows } = await tableIn(file)
    expect(rows).toHaveLength(1)
    const valueOf = (title: string) => rows[0]?.[head.indexOf(title)]
    const { body } = await admin.get(`/api/admin/applications/${applicationId}`)
    const { createdAt } = body as { createdAt: string }
    expect([valueOf('Client Name'), valueOf('Email'), valueOf('Phone'), valueOf('Application')]).toEqual([
      `=O’Brien "Zoë"; ${format}`,
      username,
      '+27825550134',
      applicationId,
    ])
    expect(valueOf('Created')?.slice(0, 10)).toBe(toSpreadsheetTime(new Date(createdAt)).slice(0, 10))
    const { columns } = (await openImport(admin, file)).body as ImportDetail
    expect(columns.flatMap(({ proposed }) => proposed ?? [])).toEqual(
      expect.arrayContaining(['fullName', 'email', 'mobileNumber', 'status', 'wealthManager', 'onboardedAt']),
    )
  })
})

test('the export of the audit log comes back as written', async () => {
  const { username } = await addImporter(server.context, 'system_administrator')
  const file = await download('/api/system-admin/audit-logs/export', await server.as(username))
  const { head, rows } = await tableIn(file)
  expect(head).toContain('Details')
  const details = head.indexOf('Details')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(() => JSON.parse(row[details] ?? '') as unknown).not.toThrow()
})
