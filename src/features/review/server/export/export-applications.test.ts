import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { once } from 'node:events'
import { and, asc, eq, like } from 'drizzle-orm'
import { auditEvents } from '#features/audit/schema.ts'
import { nowhere } from '#features/access/server/actor.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { makeBook } from '#test/support/book.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { hasUnzip, unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'
import { exportApplications } from './export-applications.ts'

const FORMULA = '=HYPERLINK("https://evil.example","Payslip")'

let server: TestServer
let admin: HttpSession
let adminId = ''
let manager: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  const made = await makeUser(server.context, { role: 'admin' })
  adminId = made.id
  admin = await server.as(made.username)
  const { id, username } = await makeUser(server.context, { role: 'wealth_manager' })
  manager = await server.as(username)
  await makeClient(server.context, {
    fullName: FORMULA,
    wealthManagerId: id,
    application: { status: 'submitted', answers: { fullName: FORMULA, mobileNumber: '+27821234567' } },
  })
  await makeClient(server.context, {
    application: {
      answers: { fullName: 'Žofia <Nkosi> & "Sons"', liabilities: { creditCardBalances: 4_000_000 } },
    },
  })
})
afterAll(() => server.close())

const ALL = '/api/admin/application-export'
const OWN = '/api/wealth-manager/application-export'

async function take(session: HttpSession, address: string) {
  const { status, headers, bytes } = await raw(session, `${server.url}${address}`, { method: 'GET' })
  return { status, headers, bytes, text: bytes.toString() }
}

const rowsOf = (text: string) => text.trimEnd().split('\r\n')

describe('a list as CSV', () => {
  test('has a row for each application and a header row, and is not cached', async () => {
    const { status, headers, text } = await take(admin, `${ALL}?format=csv&sort=fullName&direction=asc`)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ])
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="applications-\d{4}-\d\d-\d\d\.csv"$/u,
    )
    const [head = '', ...rows] = rowsOf(text)
    expect(head).toContain('Reference;Client Name;Email;Phone;Status')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatch(/^[A-Z]+-\w{4}-\d\d;"Žofia <Nkosi> & ""Sons""";/u)
  })

  test('contains no formulas, and leaves numbers and phone numbers unchanged', async () => {
    const { text } = await take(admin, `${ALL}?format=csv&sort=fullName&direction=asc`)
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""Payslip"")"`)
    expect(text).not.toMatch(/(?:^|[;,])"?=/mu)
    expect(text).toContain(';+27821234567;')
    expect(text).toMatch(/;-\d+(?:,\d+)?;/u)
  })

  test('is filtered by its address, and recorded: who, which filter, how many', async () => {
    const { text } = await take(admin, `${ALL}?format=csv&status=submitted&search=hyperlink`)
    expect(rowsOf(text)).toHaveLength(2)
    const { db } = server.context.database
    const events = await db
      .select({ action: auditEvents.action, details: auditEvents.details })
      .from(auditEvents)
      .where(and(eq(auditEvents.actorId, adminId), like(auditEvents.action, 'applications.%')))
      .orderBy(asc(auditEvents.id))
    expect(events.slice(-2).map(({ action, details }) => [action, details])).toEqual([
      ['applications.exported', { format: 'csv', filters: ['search', 'status=submitted'] }],
      ['applications.export-ended', { format: 'csv', rows: 1, whole: true }],
    ])
  })

  test('contains only a manager’s own clients', async () => {
    expect(rowsOf((await take(manager, `${OWN}?format=csv`)).text)).toHaveLength(2)
    const { username } = await makeUser(server.context, { role: 'wealth_manager' })
    expect(rowsOf((await take(await server.as(username), `${OWN}?format=csv`)).text)).toHaveLength(1)
  })

  test('contains all pages, each application once', async () => {
    const { username } = await makeBook(server.context, 2101)
    const [, ...rows] = rowsOf((await take(await server.as(username), `${OWN}?format=csv`)).text)
    expect([rows.length, new Set(rows.map((row) => row.split(';').at(-1))).size]).toEqual([2101, 2101])
  })

  test('that is interrupted is logged as such', async () => {
    const { id: userId, username } = await makeBook(server.context, 600)
    const { context } = server
    const now = context.now()
    const actor = {
      userId,
      username,
      role: 'wealth_manager',
      compliance: false,
      fullName: null,
      accountCreatedAt: now,
      sessionId: '',
      sessionEndsAt: now,
      checkedAt: performance.now(),
      mustChangePassword: false,
      mustConfirmAddress: false,
      secondFactor: 'not-needed',
    } as const
    const act = { context, actor, origin: nowhere, now }
    const request = { format: 'csv', sort: 'createdAt', direction: 'desc' } as const
    const { file } = await exportApplications(act, request, { managerId: userId, now, listMaxDays: 7 })
    await once(file, 'readable')
    file.destroy()
    const ended = () =>
      context.database.db
        .select({ details: auditEvents.details })
        .from(auditEvents)
        .where(and(eq(auditEvents.actorId, userId), eq(auditEvents.action, 'applications.export-ended')))
    await expect.poll(ended).toEqual([{ details: { format: 'csv', rows: expect.any(Number), whole: false } }])
  })

  test('can be downloaded thirty times an hour', async () => {
    const session = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    const statuses: number[] = []
    for (let times = 0; times < 31; times += 1)
      statuses.push((await take(session, `${ALL}?format=csv&search=none`)).status)
    expect([statuses.indexOf(429), statuses.filter((status) => status === 200).length]).toEqual([30, 30])
  })
})

describe('selected rows', () => {
  let adminOfOne: HttpSession
  let own: { id: string; session: HttpSession }
  let foreign: string[]
  let ids: string[]
  beforeAll(async () => {
    const { context } = server
    const staff = async (role: 'admin' | 'wealth_manager') => {
      const { id, username } = await makeUser(context, { role })
      return { id, session: await server.as(username) }
    }
    adminOfOne = (await staff('admin')).session
    own = await staff('wealth_manager')
    const other = await staff('wealth_manager')
    const client = async (fullName: string, wealthManagerId: string) =>
      (await makeClient(context, { fullName, wealthManagerId, application: { answers: { fullName } } }))
        .applicationId
    ids = [
      await client('Ticked Abe', own.id),
      await client('Ticked Zed', own.id),
      await client(FORMULA, own.id),
    ]
    await client('Not Ticked', own.id)
    foreign = [await client('Foreign Ticked', other.id)]
  })

  const post = async (session: HttpSession, address: string, body: unknown) => {
    const answer = await session.post(address, body)
    return { status: answer.status, text: answer.text, headers: answer.headers, body: answer.body }
  }
  const namesIn = (text: string) =>
    rowsOf(text)
      .slice(1)
      .map((row) => row.split(';')[1])

  test('are a file of only these, in the order of the list, without formulas', async () => {
    const order = { format: 'csv', sort: 'fullName', direction: 'desc' }
    for (const [session, address] of [
      [adminOfOne, ALL],
      [own.session, OWN],
    ] as const) {
      const { status, text, headers } = await post(session, address, { ...order, ids })
      expect([status, headers.get('cache-control'), headers.get('x-total-count')]).toEqual([
        200,
        'no-store',
        '3',
      ])
      expect(namesIn(text).slice(0, 2)).toEqual(['Ticked Zed', 'Ticked Abe'])
      expect(text).toContain(`"'=HYPERLINK(`)
      expect(text).not.toContain('Not Ticked')
    }
    const sorts = ['statusSince', 'lastActivity', 'waitingSince', 'netWorth', 'queue', 'submittedAt']
    for (const sort of sorts) {
      const { text } = await post(own.session, OWN, { format: 'csv', sort, ids })
      expect([sort, rowsOf(text).length]).toEqual([sort, 4])
    }
  })

  test('of other managers or nonexistent are left out, and the number found is reported', async () => {
    const missing = '0198c0de-0000-7000-8000-000000000000'
    const forged = [...ids, ...foreign, missing]
    const { text, headers } = await post(own.session, OWN, { format: 'csv', ids: forged })
    expect([headers.get('x-total-count'), rowsOf(text).length]).toEqual(['3', 4])
    expect(text).not.toContain('Foreign Ticked')
    const [theirs, nonexistent] = [
      await post(own.session, OWN, { format: 'csv', ids: foreign }),
      await post(own.session, OWN, { format: 'csv', ids: [missing] }),
    ]
    expect([theirs.status, theirs.body]).toEqual([404, nonexistent.body])
  })

  test('are recorded like a list, with how many were selected', async () => {
    await post(own.session, OWN, { format: 'xlsx', ids: [...ids, ...foreign] })
    const { db } = server.context.database
    const recorded = () =>
      db
        .select({ action: auditEvents.action, details: auditEvents.details })
        .from(auditEvents)
        .where(eq(auditEvents.actorId, own.id))
        .orderBy(asc(auditEvents.id))
    const expected = [
      {
        action: 'applications.exported',
        details: { format: 'xlsx', filters: ['chosen=4'] },
      },
      { action: 'applications.export-ended', details: { format: 'xlsx', rows: 3, whole: true } },
    ]
    await expect.poll(async () => (await recorded()).slice(-2)).toEqual(expected)
  })

  test.each([
    ['nobody', { format: 'csv', ids: [] }],
    ['what is no id', { format: 'csv', ids: ['1 or 1=1'] }],
    ['more than a thousand', { format: 'csv', ids: Array.from({ length: 1001 }, () => crypto.randomUUID()) }],
    ['no format', { ids: [crypto.randomUUID()] }],
    ['an unknown field', { format: 'csv', ids: [crypto.randomUUID()], managerId: 'x' }],
    ['an order that is none', { format: 'csv', ids: [crypto.randomUUID()], sort: 'password' }],
  ])('are not %s', async (_, body) => {
    for (const [session, address] of [
      [adminOfOne, ALL],
      [own.session, OWN],
    ] as const) {
      expect((await post(session, address, body)).status).toBe(400)
    }
  })

  test('can be a thousand', async () => {
    const many = [...ids, ...Array.from({ length: 997 }, () => crypto.randomUUID())]
    const { status, headers } = await post(own.session, OWN, { format: 'csv', ids: many })
    expect([status, headers.get('x-total-count')]).toEqual([200, '3'])
  })
})

describe.skipIf(!hasUnzip)('a list as a workbook', () => {
  test('is valid for unzip and an XML reader, with texts as texts and amounts as numbers', async () => {
    const { bytes, headers } = await take(admin, `${ALL}?format=xlsx&sort=fullName&direction=asc`)
    expect(headers.get('content-type')).toContain('spreadsheetml.sheet')
    const files = unzip(bytes)
    expect([...files.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = String(files.get('xl/worksheets/sheet1.xml'))
    expect(sheet).toContain(
      '<t xml:space="preserve">=HYPERLINK(&quot;https://evil.example&quot;,&quot;Payslip&quot;)</t>',
    )
    expect(sheet).toContain('<t xml:space="preserve">Žofia &lt;Nkosi&gt; &amp; &quot;Sons&quot;</t>')
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">+27821234567</t>')
    expect(sheet).not.toContain('<f>')
    expect(sheet).toMatch(/<c s="3"><v>-?\d+(?:\.\d+)?<\/v><\/c>/u)
    expect(sheet).toMatch(/<c s="2"><v>46\d{3}(?:\.\d+)?<\/v><\/c>/u)
    const csv = await take(admin, `${ALL}?format=csv`)
    expect(sheet.match(/<row>/gu)).toHaveLength(rowsOf(csv.text).length)
  })
})
