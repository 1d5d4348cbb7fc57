import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accountName } from '#features/access/rules/account-name.ts'
import { contract } from '#app/contract.ts'
import { type ContractKey } from '#base/rules/api/contract.ts'
import type { Endpoint } from '#features/access/api/endpoint.ts'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'
import { roles, type Role } from '#features/access/rules/roles.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { deliverDueMail } from '#features/mail/server/deliver.ts'
import { createMailTransport } from '#features/mail/server/transports/create-transport.ts'
import { linkTo, type HttpSession } from '#test/support/http.ts'
import { bringInForce, fictitious, setSecondPerson, unList } from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { makeDelivery, makeWebhook } from '#test/support/webhooks.ts'

/** Properties of every list of the contract; new lists are included automatically. */
type Row = Record<string, unknown>

interface ListOfContract {
  key: ContractKey
  row: z.ZodObject
  role: Role
}

let server: TestServer
/** Applications for which an approval is requested. */
const toApprove: string[] = []
const sessions = new Map<Role, HttpSession>()
let applicationId = ''
let webhookId = ''

/** Names with special characters of JSON, SQL or JavaScript. */
const awkward = ['Zoë "Z" O\'Hara\\', '{"a":1}, <b>', null, '李 😀 $1 %s', 'null']
const began = new Date('2026-01-05T08:00:00.000Z').getTime()

beforeAll(async () => {
  server = await startTestServer({ settings: { demo: true } })
  const { context } = server
  const manager = await makeUser(context, { role: 'wealth_manager' })
  for (const role of roles) {
    const user = role === 'wealth_manager' ? manager : await makeUser(context, { role })
    sessions.set(role, await server.as(user.username))
  }
  for (const [index, status] of [...applicationStatuses, ...applicationStatuses].entries()) {
    const made = await makeClient(context, {
      fullName: awkward[index % awkward.length] ?? null,
      wealthManagerId: manager.id,
      application: {
        status,
        // Milliseconds with zero to three digits.
        createdAt: new Date(began + index * 86_400_000 + ([0, 7, 70, 700, 123][index % 5] ?? 0)),
        answers: {
          assets: { stocks: index * 1000.5 },
          liabilities: index === 1 ? { primaryResidenceBond: 5000 } : {},
        },
      },
    })
    if (status === 'submitted') applicationId = made.applicationId
    if (status === 'approved' || status === 'under_review') toApprove.push(made.applicationId)
  }
  const admin = sessions.get('admin')
  for (const [to, name] of [
    ['onboarded', 'one'],
    ['cancelled', 'two'],
  ] as const) {
    const reason = 'A "reason"'
    await admin?.patch(`/api/admin/applications/${applicationId}/status`, { status: to, reason })
    const invitation = { email: `${name}@test.example`, fullName: 'New Client', wealthManagerId: manager.id }
    await admin?.post('/api/send-invitation', invitation)
  }
  context.settings.dueDiligence.on = true
  for (const id of toApprove) {
    await admin?.post(`/api/admin/applications/${id}/gate-override`, { reason: 'A "reason"' })
  }
  webhookId = (await makeWebhook(context)).id
  for (const _ of [1, 2, 3]) await makeDelivery(context, { endpointId: webhookId })
  const system = sessions.get('system_administrator')
  const other = sessions.get('admin')
  if (system !== undefined && other !== undefined) {
    setSecondPerson(system, other)
    await bringInForce(system, unList(fictitious))
  }
  for (let made = 0; made < 3; made += 1) {
    await makeClient(context, { fullName: 'Baobab Testperson', application: { status: 'submitted' } })
  }
  await screenClients(context)
  await deliverDueMail(context, createMailTransport(context.settings))
})
afterAll(() => server.close())

function listOf(key: ContractKey): ListOfContract[] {
  const { query, answer, access }: Endpoint = contract[key]
  if (!(query instanceof z.ZodObject) || !('cursor' in query.shape) || !(answer instanceof z.ZodArray))
    return []
  const role = roles.find((one) => scopeOf(one, access as Action) !== 'none')
  return role === undefined ? [] : [{ key, row: answer.element as z.ZodObject, role }]
}

const lists = (Object.keys(contract) as ContractKey[]).flatMap(listOf)

test('the contract has lists', () => {
  expect(lists.length).toBeGreaterThanOrEqual(10)
})

async function page({ key, role }: ListOfContract, query: string) {
  const path = key
    .slice('GET '.length)
    .replace('{id}', key.includes('/webhooks/') ? webhookId : applicationId)
  const address = query.startsWith('/') ? query : `${path}${query}`
  const answer = await sessions.get(role)?.get(address)
  if (answer === undefined) throw new Error('No role may read this list.')
  return {
    status: answer.status,
    text: answer.text,
    rows: answer.body as Row[],
    total: answer.headers.get('x-total-count'),
    next: linkTo('next', answer),
  }
}

async function everything(list: ListOfContract, first: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let next: string | null = first; next !== null;) {
    const found = await page(list, next)
    expect([found.status, found.status === 200 ? '' : found.text]).toEqual([200, ''])
    rows.push(...found.rows)
    next = found.next
  }
  return rows
}

describe.each(lists)('$key', (list) => {
  test('returns rows of the contract: each of its fields, and nothing else', async () => {
    const rows = await everything(list, '?limit=100')
    expect(rows.length).toBeGreaterThan(1)
    const fields = Object.keys(list.row.shape)
    for (const row of rows) {
      expect(Object.keys(row).toSorted()).toEqual(fields.toSorted())
      expect(list.row.strict().safeParse(row).error).toBeUndefined()
    }
  })

  test('has pages, with each row once and in a stable order', async () => {
    // Reading the audit log is itself recorded in it.
    const isRecorded = list.key.includes('audit-logs')
    const whole = await everything(list, '?limit=100')
    const inPages = await everything(list, '?limit=2')
    expect(inPages.slice(isRecorded ? inPages.length - whole.length : 0)).toEqual(whole)
  })

  test.each(['nonsense', 'W10', 'bnVsbA', '%00', '..%2F..'])(
    'rejects %s, an invalid cursor, with a message',
    async (cursor) => {
      const answer = await page(list, `?cursor=${cursor}`)
      expect([answer.status, answer.text.includes('start at the first page')]).toEqual([400, true])
    },
  )

  test('rejects the cursor of another order', async () => {
    const foreign = Buffer.from(JSON.stringify(['another', 'asc', [], 'x'])).toString('base64url')
    expect((await page(list, `?cursor=${foreign}`)).status).toBe(400)
  })
})

const isForStaff = ({ waitingOn, status }: { waitingOn: string | null; status: string }) =>
  waitingOn === 'staff' || (waitingOn === null && ['submitted', 'under_review'].includes(status))
const iso = (time: Date | null) => time?.toISOString() ?? null

test('PostgreSQL’s JSON of an application equals JavaScript’s', async () => {
  const stored = await server.context.database.db
    .select()
    .from(applicationSummaries)
    .orderBy(desc(applicationSummaries.createdAt))
  const people = await server.context.database.db.select().from(users)
  const nameOf = (id: string | null) => {
    const found = people.find((one) => one.id === id)
    return found === undefined ? null : accountName(found)
  }
  const changes = await server.context.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'application.status-changed'))
  const changedBy = (row: (typeof stored)[number]) => {
    const change = changes.findLast(
      ({ objectId, at }) => objectId === row.applicationId && at.getTime() === row.statusChangedAt.getTime(),
    )
    const id = change?.actorId ?? null
    return id === null ? null : { id, name: nameOf(id) ?? '' }
  }
  const { body } = (await sessions.get('admin')?.get('/api/admin/applications?limit=100')) ?? {}
  const written = stored.map((row): ListedApplication => ({
    id: row.applicationId,
    userId: row.userId,
    status: row.status,
    waitingOn: row.waitingOn,
    currentStep: row.currentStep,
    createdAt: row.createdAt.toISOString(),
    submittedAt: iso(row.submittedAt),
    onboardedAt: iso(row.onboardedAt),
    cancelledAt: iso(row.cancelledAt),
    waitingSince: isForStaff(row) ? row.queueSince.toISOString() : null,
    answerPromisedBy: null,
    statusChangedAt: row.statusChangedAt.toISOString(),
    statusChangedBy: changedBy(row),
    lastActiveOn: row.lastActiveOn,
    createdByWealthManagerId: row.wealthManagerId,
    wealthManagerName: nameOf(row.wealthManagerId),
    unassigned: row.unassigned,
    invitedUntil: iso(row.invitedUntil),
    fullName: row.fullName,
    emailAddress: row.emailAddress,
    mobileNumber: row.mobileNumber,
    netWorth: row.netWorth === null ? null : Number(row.netWorth),
    pack: { state: 'none', done: 0, toVerify: 0 },
    prohibited: false,
  }))
  expect(body).toEqual(written)
})

test('a row of the audit log equals the stored one', async () => {
  const stored = await server.context.database.db
    .select({ event: auditEvents, name: users.fullName, username: users.username })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(100)
  const { body } =
    (await sessions.get('system_administrator')?.get('/api/system-admin/audit-logs?limit=100')) ?? {}
  // `resourceName` is not stored: audit-log.test.ts tests it.
  const rows = (body as object[]).map((row) => ({ ...row, resourceName: undefined }))
  expect(rows.slice(-stored.length + 10)).toEqual(
    stored.slice(-stored.length + 10).map(({ event, name, username }) => ({
      id: String(event.id),
      timestamp: event.at.toISOString(),
      userId: event.actorId,
      userName: name ?? username,
      action: event.action,
      resource: [event.action.split('.')[0], ...(event.objectId === null ? [] : [event.objectId])].join(' '),
      ipAddress: event.ip,
      status: event.success ? 'SUCCESS' : 'FAILURE',
    })),
  )
})
