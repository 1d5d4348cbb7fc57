import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { listedApplicationSchema, type ListedApplication } from '#features/review/api/staff-applications.ts'
import { applicationStatuses, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { adminSorts, directions, managerSorts } from '#base/rules/api/list.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { linkTo, type HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const ALL = '/api/admin/applications'
const OWN = '/api/wealth-manager/applications'

let server: TestServer
let admin: HttpSession
let manager: HttpSession
let managerId: string

/** Names that differ in case, accents, or not at all; and missing ones. */
const names = [
  'Zoë Nkosi',
  'zoe nkosi',
  'Zoe Nkosi',
  'Ana Botha',
  null,
  'Émile le Roux',
  null,
  'Bob %_\\ Smith',
]

beforeAll(async () => {
  server = await startTestServer()
  const { context } = server
  const own = await makeUser(context, { role: 'wealth_manager' })
  const other = await makeUser(context, { role: 'wealth_manager' })
  managerId = own.id
  admin = await server.as((await makeUser(context, { role: 'admin' })).username)
  manager = await server.as(own.username)
  const began = new Date('2026-01-05T08:00:00Z').getTime()
  for (const [index, status] of applicationStatuses.entries()) {
    for (const [nameIndex, fullName] of names.entries()) {
      // Pairs with the same time, so that the time alone does not decide the order.
      const createdAt = new Date(began + Math.floor((index * names.length + nameIndex) / 2) * DAY_MS)
      await makeClient(context, {
        fullName,
        username: `person.${index}.${nameIndex}@test.example`,
        wealthManagerId: nameIndex % 2 === 0 ? own.id : other.id,
        application: {
          status,
          createdAt,
          answers: {
            mobileNumber: nameIndex === 3 ? null : `+2782123450${nameIndex}`,
            assets: nameIndex === 1 || nameIndex === 2 ? {} : { stocks: nameIndex * 1000 + index },
            liabilities: {},
          },
        },
      })
    }
  }
})
afterAll(() => server.close())

interface Page {
  rows: ListedApplication[]
  total: string | null
  next: string | null
}

async function page(session: HttpSession, address: string): Promise<Page> {
  const answer = await session.get(address)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return {
    rows: z.array(listedApplicationSchema).parse(answer.body),
    total: answer.headers.get('x-total-count'),
    next: linkTo('next', answer),
  }
}

async function pages(session: HttpSession, address: string): Promise<Page[]> {
  const found = [await page(session, address)]
  for (let next = found[0]?.next ?? null; next !== null; next = found.at(-1)?.next ?? null) {
    found.push(await page(session, next))
  }
  return found
}

async function everything(session: HttpSession, address: string): Promise<ListedApplication[]> {
  return (await pages(session, address)).flatMap(({ rows }) => rows)
}

const fold = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** An independent implementation of the sort order: missing values last, then by id. */
const sortKeys = {
  createdAt: (row: ListedApplication) => [row.createdAt],
  fullName: (row: ListedApplication) => [row.fullName === null ? null : fold(row.fullName)],
  status: (row: ListedApplication) => [applicationStatuses.indexOf(row.status), row.createdAt],
  queue: (row: ListedApplication) => [
    ['submitted', 'under_review'].includes(row.status) ? 1 : 0,
    row.submittedAt ?? row.createdAt,
  ],
  submittedAt: (row: ListedApplication) => [row.submittedAt],
  waitingSince: (row: ListedApplication) => [row.submittedAt ?? row.createdAt],
  statusSince: (row: ListedApplication) => [row.statusChangedAt],
  lastActivity: (row: ListedApplication) => [row.lastActiveOn],
  netWorth: (row: ListedApplication) => [row.netWorth],
} as const

function compare(one: unknown, other: unknown): number {
  if (one === other) return 0
  return (one as string | number) < (other as string | number) ? -1 : 1
}

function sorted(
  rows: readonly ListedApplication[],
  sort: keyof typeof sortKeys,
  direction: 'asc' | 'desc',
): ListedApplication[] {
  const sign = direction === 'asc' ? 1 : -1
  return rows.toSorted((one, other) => {
    const [left, right] = [
      [...sortKeys[sort](one), one.id],
      [...sortKeys[sort](other), other.id],
    ]
    const missing = compare(left[0] === null, right[0] === null)
    const first = left.findIndex((value, index) => value !== right[index])
    return missing || sign * compare(left[first], right[first])
  })
}

const lists = [
  ...adminSorts.map((sort) => ({ whose: 'all', sort })),
  ...managerSorts.map((sort) => ({ whose: 'own', sort })),
] as const
const filters: (readonly ApplicationStatus[] | undefined)[] = [
  undefined,
  ['draft'],
  ['onboarded'],
  ['submitted', 'approved', 'draft'],
]

describe.each(lists)('the list of $whose by $sort', ({ whose, sort }) => {
  const session = () => (whose === 'all' ? admin : manager)
  const path = whose === 'all' ? ALL : OWN

  test.each(directions.flatMap((direction) => filters.map((status) => ({ direction, status }))))(
    '$direction, status $status: in order, each once, page by page',
    async ({ direction, status }) => {
      const asked = new URLSearchParams({
        sort,
        direction,
        limit: '3',
        ...(status && { status: status.join(',') }),
      })
      const rows = await everything(session(), `${path}?${asked}`)
      const expected = applicationStatuses.length * names.length
      const share =
        (whose === 'all' ? 1 : 2) * (status === undefined ? 1 : applicationStatuses.length / status.length)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(expected / share)
      expect(rows).toEqual(sorted(rows, sort, direction))
      if (status !== undefined) expect(new Set(rows.map((row) => row.status))).toEqual(new Set(status))
      if (whose === 'own') {
        expect(new Set(rows.map((row) => row.createdByWealthManagerId))).toEqual(new Set([managerId]))
      }
    },
  )
})

test('reports the total, and a next page while there is one', async () => {
  const found = await pages(admin, `${ALL}?status=draft&limit=5`)
  expect(found.map(({ rows, total }) => [rows.length, total])).toEqual([
    [5, '8'],
    [3, '8'],
  ])
  expect((await page(manager, `${OWN}?limit=100`)).total).toBe('28')
  expect(await page(admin, `${ALL}?status=draft&limit=8`)).toMatchObject({ next: null })
})

test('starts with the newest, and returns the default page without parameters', async () => {
  const { rows, total, next } = await page(admin, ALL)
  expect([rows.length, total, next === null]).toEqual([56, '56', true])
  expect(rows).toEqual(sorted(rows, 'createdAt', 'desc'))
})

test('rows added while paging are neither repeated nor hidden', async () => {
  const before = await everything(admin, `${ALL}?limit=100`)
  const first = await page(admin, `${ALL}?limit=10`)
  const { applicationId } = await makeClient(server.context)
  const rest = await everything(admin, first.next ?? '')
  expect([...first.rows, ...rest].map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect((await page(admin, `${ALL}?limit=1`)).rows[0]?.id).toBe(applicationId)
  await server.context.database.pool.query('delete from applications where id = $1', [applicationId])
})

describe('searching', () => {
  const found = async (search: string, more = '') =>
    everything(admin, `${ALL}?${new URLSearchParams({ search, limit: '4' })}${more}`)

  test.each([
    ['zoe', 21],
    ['ZOË', 21],
    ['nkosi zoe', 21],
    ['kos', 21],
    ['roux', 7],
    ['emi', 7],
    ['le', 7],
    ['oe', 0],
    ['% s', 7],
    ['%b', 0],
    ['%_\\', 7],
    ["'; drop table applications; --", 0],
    ['person.3', 8],
    ['PERSON.3.4@test', 1],
    ['082 123 4507', 7],
    ['+27 82 123-4507', 7],
    ['27821234507', 7],
    ['4507', 7],
    ['no client of this name', 0],
  ])('%j finds %i', async (search, count) => {
    const rows = await found(search)
    expect(rows).toHaveLength(count)
    expect(rows).toEqual(sorted(rows, 'createdAt', 'desc'))
  })

  test('respects the filter, the order, and the scope', async () => {
    const rows = await found('zoe', '&sort=fullName&direction=asc&status=approved')
    expect(rows).toHaveLength(3)
    expect(rows).toEqual(sorted(rows, 'fullName', 'asc'))
    const own = await everything(manager, `${OWN}?search=zoe&limit=2`)
    expect(own).toHaveLength(14)
    expect(new Set(own.map((row) => row.createdByWealthManagerId))).toEqual(new Set([managerId]))
  })

  test('reports the total only when it fits on one page', async () => {
    expect((await page(admin, `${ALL}?search=roux&limit=7`)).total).toBe('7')
    expect((await page(admin, `${ALL}?search=roux&limit=6`)).total).toBeNull()
  })
})

describe('refuses', () => {
  const cursorOf = async (address: string) =>
    new URL((await page(admin, address)).next ?? '', server.url).searchParams.get('cursor') ?? ''
  const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const id = '0198c0de-0000-7000-8000-000000000000'

  test.each([
    'sort=email',
    'sort=netWorth',
    'direction=up',
    'status=unknown',
    'status=draft,unknown',
    'status=',
    'quietDays=0',
    'exceptWaitingOn=nobody',
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=ten',
    'offset=10',
    'sort=status&sort=status',
    'search=%00',
    `search=${'x'.repeat(101)}`,
    'cursor=nonsense',
    `cursor=${'x'.repeat(2001)}`,
  ])('%s', async (query) => {
    expect((await admin.get(`${ALL}?${query}`)).status).toBe(400)
  })

  test.each([
    ['no timestamp', packed(['createdAt', 'desc', ['now'], id])],
    ['no id', packed(['createdAt', 'desc', ['2026-01-01T00:00:00Z'], 'x'])],
    ['something more', packed(['createdAt', 'desc', ['2026-01-01T00:00:00Z', 1], id])],
    ['a missing value where none can be', packed(['createdAt', 'desc', [null], id])],
    ['not even a list', packed(null)],
  ])('a cursor of %s', async (_, cursor) => {
    expect((await admin.get(`${ALL}?cursor=${cursor}`)).status).toBe(400)
  })

  test('the cursor of another order', async () => {
    const cursor = await cursorOf(`${ALL}?limit=1&sort=fullName`)
    for (const order of ['sort=createdAt', 'sort=fullName&direction=asc']) {
      const answer = await admin.get(`${ALL}?${order}&cursor=${cursor}`)
      expect([answer.status, answer.text.includes('start at the first page')]).toEqual([400, true])
    }
  })
})

test('the figures match the lists', async () => {
  const { body: all } = await admin.get('/api/admin/application-figures')
  const { body: own } = await manager.get('/api/wealth-manager/application-views')
  const each = (count: number) => Object.fromEntries(applicationStatuses.map((status) => [status, count]))
  expect(all).toMatchObject({ total: 56, statuses: each(8) })
  expect(own).toMatchObject({ total: 28, statuses: each(4), standIns: [], isActing: false })
})
