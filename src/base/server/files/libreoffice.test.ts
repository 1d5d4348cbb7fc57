import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBook } from '#test/support/book.ts'
import { hasLibreOffice, openInLibreOffice } from '#test/support/libreoffice.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { raw } from '#test/support/uploads.ts'

const ROWS = 10_000
const FORMULA = '=HYPERLINK("https://evil.example","Payslip")'

describe.skipIf(!hasLibreOffice)('10,000 rows, opened in LibreOffice', () => {
  let server: TestServer
  let username = ''
  beforeAll(async () => {
    server = await startTestServer()
    username = (await makeBook(server.context, ROWS, { fullName: FORMULA })).username
  }, 180_000)
  afterAll(() => server.close())

  test.each([
    ['xlsx', FORMULA],
    ['csv', `'${FORMULA}`],
  ] as const)(
    'as %s: each client is there, and =HYPERLINK is a text',
    { timeout: 300_000 },
    async (format, name) => {
      const address = `${server.url}/api/wealth-manager/application-export?format=${format}`
      const { bytes } = await raw(await server.as(username), address, { method: 'GET' })
      const [head = [], ...rows] = await openInLibreOffice(bytes, format)
      expect(head.map(({ text }) => text).slice(0, 2)).toEqual(['Reference', 'Client Name'])
      expect([rows.length, new Set(rows.map(([reference]) => reference?.text)).size]).toEqual([ROWS, ROWS])
      const reckoned = rows.flat().filter(({ formula }) => formula !== null)
      expect(reckoned.slice(0, 3)).toEqual([])
      const names = rows.map((row) => JSON.stringify(row[1]))
      expect([...new Set(names)]).toEqual([JSON.stringify({ type: 'string', formula: null, text: name })])
    },
  )
})
