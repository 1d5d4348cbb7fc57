import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { reviewedApplicationSchema } from '#features/review/api/staff-applications.ts'
import type { TimelineEntry } from '#features/review/api/timeline.ts'
import { applicationStatuses, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { actions, actionsFor } from '#features/access/rules/lifecycle/transitions.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import { linkTo, type HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const start = new Date('2026-11-20T08:00:00Z').getTime()
const MINUTE_MS = 60_000

let server: TestServer
let now = start
let people: Record<'admin' | 'wealth_manager', { id: string; username: string; session: HttpSession }>

beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(now) })
  const person = async (role: 'admin' | 'wealth_manager') => {
    const { id, username } = await makeUser(server.context, { role, fullName: `A ${role}` })
    return { id, username, session: await server.as(username) }
  }
  people = { admin: await person('admin'), wealth_manager: await person('wealth_manager') }
})
afterAll(() => server.close())
beforeEach(async () => {
  now = start
  await server.context.database.db.delete(mailOutbox)
})

const own = (status: ApplicationStatus) =>
  makeClient(server.context, {
    wealthManagerId: people.wealth_manager.id,
    fullName: 'Thandiwe Nkosi',
    application: { status },
  })

const doors = { admin: 'PATCH', wealth_manager: 'PUT' } as const

const change = (role: keyof typeof doors, id: string, body: unknown) =>
  people[role].session.request(doors[role], `/api/admin/applications/${id}/status`, { body })

async function stored(id: string) {
  const [row] = await server.context.database.db.select().from(applications).where(eq(applications.id, id))
  if (row === undefined) throw new Error('There is no such application.')
  return row
}

describe.each(['admin', 'wealth_manager'] as const)('%s', (role) => {
  describe.each(applicationStatuses)('at %s', (from) => {
    test.each(applicationStatuses)('to %s: according to the lifecycle', async (to) => {
      const { applicationId } = await own(from)
      const open = actionsFor(role, from)
      const answer = await change(role, applicationId, { status: to, reason: 'It is time.' })
      if (open.some((name) => actions[name].to === to)) {
        expect(answer.status).toBe(200)
        expect(answer.body).toMatchObject({
          status: to,
          statusReason: 'It is time.',
          actions: actionsFor(role, to),
        })
      } else {
        expect(answer.status).toBe(409)
        expect(answer.body).toMatchObject({
          code: 'not-possible',
          current: { status: from, actions: open },
        })
        const seen = from === 'draft' ? 'cancelled' : 'draft'
        const late = await change(role, applicationId, { status: to, expectedStatus: seen })
        expect(late).toMatchObject({
          status: 409,
          body: { code: 'status-changed', current: { status: from } },
        })
        expect((await stored(applicationId)).status).toBe(from)
      }
    })

    test.each(['PATCH', 'PUT'])('%s with only the status works, by either route', async (method) => {
      for (const name of actionsFor(role, from)) {
        const { applicationId } = await own(from)
        const answer = await people[role].session.request(
          method,
          `/api/admin/applications/${applicationId}/status`,
          { body: { status: actions[name].to } },
        )
        expect([name, answer.status, answer.body]).toMatchObject([name, 200, { statusReason: null }])
      }
    })
  })
})

test('the server sets timestamps and a new version', async () => {
  const { applicationId } = await own('approved')
  const before = await stored(applicationId)
  now += MINUTE_MS
  const answer = await change('admin', applicationId, { status: 'onboarded' })
  const at = new Date(now).toISOString()
  const version = before.version + 1
  expect(answer.body).toMatchObject({ onboardedAt: at, statusChangedAt: at, cancelledAt: null, version })
  expect(answer.headers.get('etag')).toBe(etagOf({ id: applicationId, version }))
  now += MINUTE_MS
  const cancelled = await change('admin', applicationId, { status: 'cancelled' })
  expect(cancelled.body).toMatchObject({ onboardedAt: at, cancelledAt: new Date(now).toISOString() })
})

test('a timestamp, a version, or any unknown field is refused', async () => {
  const { applicationId } = await own('approved')
  for (const extra of [
    { onboardedAt: '2020-01-01T00:00:00Z' },
    { version: 1 },
    { reason: '' },
    { reason: '\u0000' },
  ]) {
    expect((await change('admin', applicationId, { status: 'onboarded', ...extra })).status).toBe(400)
  }
})

test('a decision on an outdated status gets an error with the author and time of the change', async () => {
  const { applicationId } = await own('under_review')
  await change('wealth_manager', applicationId, { status: 'approved' })
  const stale = { status: 'cancelled', expectedStatus: 'under_review' }
  const answer = await change('admin', applicationId, stale)
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({
    detail: expect.stringMatching(
      /^This application is at "Approved" now\. A wealth_manager changed that on .+ What you can do: /u,
    ) as string,
  })
  const again = await change('wealth_manager', applicationId, { ...stale, status: 'rejected' })
  expect(JSON.stringify(again.body)).not.toContain('changed that')
})

test('of two simultaneous changes one wins, and the other gets the current status and actions', async () => {
  const { applicationId } = await own('under_review')
  const answers = await Promise.all([
    change('wealth_manager', applicationId, { status: 'approved', expectedStatus: 'under_review' }),
    change('wealth_manager', applicationId, {
      status: 'rejected',
      reason: 'No.',
      expectedStatus: 'under_review',
    }),
    change('admin', applicationId, { status: 'cancelled', expectedStatus: 'under_review' }),
  ])
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  const { status } = await stored(applicationId)
  for (const answer of answers.filter((one) => one.status !== 200)) {
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'status-changed', current: { status } }])
  }
  const changes = (await auditAbout(server.context, applicationId)).filter(
    ({ action }) => action === 'application.status-changed',
  )
  expect(changes).toHaveLength(1)
})

test('an action on an outdated status changes nothing', async () => {
  const { applicationId } = await own('submitted')
  await change('wealth_manager', applicationId, { status: 'approved' })
  const late = await change('admin', applicationId, {
    status: 'onboarded',
    expectedStatus: 'submitted',
    reason: 'x',
  })
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({
    current: { status: 'approved', actions: ['markOnboarded', 'markCancelled'] },
  })
})

describe('notifications', () => {
  test('the client, when the manager acts', async () => {
    const { applicationId, username } = await own('submitted')
    await change('wealth_manager', applicationId, { status: 'rejected', reason: 'A plain reason.' })
    const [mail, ...more] = await mailsTo(server.context, username)
    expect([mail?.subject, more]).toEqual(['We could not approve your application', []])
    expect(mail?.text).toContain('A plain reason.')
    expect(await mailsTo(server.context, people.wealth_manager.username)).toEqual([])
  })

  test('the client and the manager, when an admin acts', async () => {
    const { applicationId, username } = await own('approved')
    await change('admin', applicationId, { status: 'onboarded' })
    expect((await mailsTo(server.context, username)).map(({ subject }) => subject)).toEqual([
      'Welcome to Protea Private Wealth',
    ])
    const [mail] = await mailsTo(server.context, people.wealth_manager.username)
    expect(mail?.subject).toBe('Onboarded: Thandiwe Nkosi')
  })

  test('to no one, where nothing changed', async () => {
    const { applicationId, username } = await own('approved')
    await change('wealth_manager', applicationId, { status: 'approved' })
    expect(await mailsTo(server.context, username)).toEqual([])
  })
})

describe('one application', () => {
  test('is complete, with failed checks, files, and possible actions', async () => {
    const client = await makeClient(server.context, {
      wealthManagerId: people.wealth_manager.id,
      application: {
        status: 'submitted',
        answers: { idDocumentType: 'id', idNumber: '9202204720082', taxIncomeNumber: '2449494160' },
      },
    })
    const file = { applicationId: client.applicationId, ownerId: client.id, kind: 'payslip' as const }
    const { id } = await makeDocument(server.context, file)
    const answer = await people.wealth_manager.session.get(`/api/admin/applications/${client.applicationId}`)
    expect(reviewedApplicationSchema.strict().parse(answer.body)).toMatchObject({
      username: client.username,
      idNumber: '9202204720082',
      wealthManagerName: 'A wealth_manager',
      payslipUploads: [{ id }],
      statusReason: null,
      remindedAt: null,
      actions: ['startReview', 'approve', 'reject'],
      warnings: [{ path: 'idNumber' }, { path: 'taxIncomeNumber' }],
    })
  })

  test('lists which documents the reader has opened, and no other user', async () => {
    const client = await own('submitted')
    const file = { applicationId: client.applicationId, ownerId: client.id, kind: 'payslip' as const }
    const first = await makeDocument(server.context, file)
    await makeDocument(server.context, file)
    const path = `/api/admin/applications/${client.applicationId}`
    expect((await people.wealth_manager.session.get(path)).body).toMatchObject({ openedDocuments: [] })
    await people.wealth_manager.session.get(`/objects/uploads/${first.id}`)
    expect((await people.wealth_manager.session.get(path)).body).toMatchObject({
      openedDocuments: [first.id],
    })
    expect((await people.admin.session.get(path)).body).toMatchObject({ openedDocuments: [] })
  })

  test('a previewed document counts as opened once the reader confirms it, and once', async () => {
    const client = await own('submitted')
    const { id } = await makeDocument(server.context, {
      applicationId: client.applicationId,
      ownerId: client.id,
      kind: 'payslip',
    })
    const { session } = people.wealth_manager
    const path = `/api/admin/applications/${client.applicationId}`
    await session.get(`/objects/uploads/${id}?inline=1&ahead=1`)
    expect((await session.get(path)).body).toMatchObject({ openedDocuments: [] })
    for (const _ of [1, 2]) expect((await session.put(`/api/documents/${id}/opened`)).status).toBe(204)
    expect((await session.get(path)).body).toMatchObject({ openedDocuments: [id] })
    const events = await auditAbout(server.context, client.applicationId)
    const ofDocument = events.filter(({ action }) => action.startsWith('document.'))
    expect(ofDocument.map(({ action }) => action)).toEqual([
      'document.registered',
      'document.fetched-ahead',
      'document.read',
    ])
  })

  test('access is recorded', async () => {
    const { applicationId } = await own('submitted')
    await people.admin.session.get(`/api/admin/applications/${applicationId}`)
    const [latest] = (await auditAbout(server.context, applicationId)).toReversed()
    expect(latest).toMatchObject({ action: 'application.read', actorId: people.admin.id })
  })

  test('prefetching the next of a list is distinguished from access', async () => {
    const { applicationId } = await own('submitted')
    await people.admin.session.get(`/api/admin/applications/${applicationId}?ahead=1`)
    const [latest] = (await auditAbout(server.context, applicationId)).toReversed()
    expect(latest).toMatchObject({ action: 'application.fetched-ahead', actorId: people.admin.id })
    const other = await people.admin.session.get(`/api/admin/applications/${applicationId}?ahead=yes`)
    expect(other.status).toBe(400)
  })

  test('names who made its latest status change, as its list does', async () => {
    const { applicationId } = await own('submitted')
    await change('wealth_manager', applicationId, { status: 'approved' })
    now += MINUTE_MS
    await change('admin', applicationId, { status: 'cancelled' })
    const { id, session } = people.admin
    const statusChangedBy = { id, name: 'A admin' }
    const path = '/api/admin/applications'
    expect((await session.get(`${path}/${applicationId}`)).body).toMatchObject({ statusChangedBy })
    expect((await session.get(`${path}?search=${applicationId}`)).body).toMatchObject([{ statusChangedBy }])
  })

  test('shows the reason for its current status only', async () => {
    const { applicationId } = await own('submitted')
    await change('wealth_manager', applicationId, {
      status: 'rejected',
      reason: 'The payslip is unreadable.',
    })
    now += MINUTE_MS
    const { body } = await change('admin', applicationId, { status: 'cancelled' })
    expect(body).toMatchObject({ statusReason: null })
  })

  test.each(['rejected', 'cancelled'] as const)(
    'at %s: its client sees the reason of a rejection, and no other',
    async (status) => {
      const { applicationId, username } = await own('submitted')
      const role = status === 'rejected' ? 'wealth_manager' : 'admin'
      await change(role, applicationId, { status, reason: 'Between us.' })
      const { body } = await (await server.as(username)).get('/api/application')
      expect(body).toMatchObject({
        status,
        statusReason: status === 'rejected' ? 'Between us.' : null,
      })
    },
  )

  test('shows its timeline, the latest first, with author and reason', async () => {
    const { applicationId } = await own('submitted')
    now += MINUTE_MS
    await change('wealth_manager', applicationId, {
      status: 'rejected',
      reason: 'The payslip is unreadable.',
    })
    const { body } = await people.wealth_manager.session.get(
      `/api/admin/applications/${applicationId}/timeline`,
    )
    const entries = body as TimelineEntry[]
    expect(entries.map(({ action }) => action)).toEqual(['application.status-changed', 'application.created'])
    expect(entries[0]).toMatchObject({
      at: new Date(now).toISOString(),
      actorName: 'A wealth_manager',
      actorRole: 'wealth_manager',
      statusChange: { from: 'submitted', to: 'rejected', reason: 'The payslip is unreadable.' },
    })
    expect(entries[1]).toMatchObject({ actorName: null, statusChange: null })
  })

  test('shows its whole timeline, page by page', async () => {
    const { applicationId } = await own('submitted')
    const path = `applications/${applicationId}`
    for (let reads = 0; reads < 6; reads += 1) await people.admin.session.get(`/api/admin/${path}`)
    const seen: TimelineEntry[] = []
    let next: string | undefined = `/api/admin/${path}/timeline?limit=3`
    while (next !== undefined) {
      const { status, body, headers } = await people.admin.session.get(next)
      expect(status).toBe(200)
      seen.push(...(body as TimelineEntry[]))
      next = linkTo('next', { headers }) ?? undefined
    }
    expect(seen.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 6 }, () => 'application.read'),
      'application.created',
    ])
    expect(new Set(seen.map(({ id }) => id)).size).toBe(7)
    const nonsense = await people.admin.session.get(`/api/admin/${path}/timeline?cursor=x`)
    expect(nonsense.status).toBe(400)
  })

  test('shows its decisions apart from views, uploads and saves', async () => {
    const { applicationId } = await own('submitted')
    const path = `/api/admin/applications/${applicationId}`
    for (let reads = 0; reads < 4; reads += 1) await people.admin.session.get(path)
    await change('wealth_manager', applicationId, { status: 'under_review' })
    await people.admin.session.get(path)
    const actionsOf = async (query: string) => {
      const { body } = await people.admin.session.get(`${path}/timeline?${query}`)
      return (body as TimelineEntry[]).map(({ action }) => action)
    }
    const main = ['application.status-changed', 'application.created']
    expect(await actionsOf('part=main&limit=2')).toEqual(main)
    expect(await actionsOf('part=routine')).toEqual(Array.from({ length: 5 }, () => 'application.read'))
    expect(await actionsOf('')).toHaveLength(7)
    expect((await people.admin.session.get(`${path}/timeline?part=others`)).status).toBe(400)
  })
})

describe('a reminder', () => {
  const remind = async (id: string, body = {}) => {
    // The clock may be later than the end of an earlier session.
    const session = await server.as(people.admin.username)
    return session.post(`/api/admin/applications/${id}/reminder`, body)
  }

  test('is sent to the client of a draft, with their step', async () => {
    const client = await makeClient(server.context, { application: { currentStep: 'assets' } })
    const answer = await remind(client.applicationId)
    expect([answer.status, answer.body]).toMatchObject([200, { remindedAt: new Date(now).toISOString() }])
    const [mail] = await mailsTo(server.context, client.username)
    expect(mail?.text).toContain('Your next step: Assets')
    const [latest] = (await auditAbout(server.context, client.applicationId)).toReversed()
    expect(latest).toMatchObject({ action: 'application.reminded', actorId: people.admin.id })
  })

  test('needs confirmation for another one within a day', async () => {
    const client = await makeClient(server.context)
    await remind(client.applicationId)
    now += DAY_MS - 1
    const asked = await remind(client.applicationId)
    expect([asked.status, asked.body]).toMatchObject([409, { code: 'sent-recently' }])
    expect(await mailsTo(server.context, client.username)).toHaveLength(1)
    expect((await remind(client.applicationId, { again: true })).status).toBe(200)
    now += DAY_MS
    expect((await remind(client.applicationId)).status).toBe(200)
    expect(await mailsTo(server.context, client.username)).toHaveLength(3)
  })

  test('is sent once, however many request it at once', async () => {
    const client = await makeClient(server.context)
    const answers = await Promise.all(Array.from({ length: 4 }, () => remind(client.applicationId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('is refused once the application is submitted', async () => {
    const { applicationId } = await own('submitted')
    const answer = await remind(applicationId)
    expect([answer.status, answer.body]).toMatchObject([409, { current: { status: 'submitted' } }])
  })

  test('is sent to a client whose answers contain no email address', async () => {
    const client = await makeClient(server.context, { application: { answers: { emailAddress: null } } })
    await remind(client.applicationId)
    expect(await mailsTo(server.context, client.username)).toHaveLength(1)
  })
})
