import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { Approval } from '#features/approvals/api.ts'
import type { BulkProgress, BulkResult } from '#features/review/api/bulk-acts.ts'
import type { ProblemBody } from '#base/rules/api/problem.ts'
import { taskNames } from '#features/due-diligence/rules/tasks.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { runBulkActions } from '#features/review/server/bulk/run-bulk-action.ts'
import { approvals } from '#features/approvals/schema.ts'
import { declarations } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { eq } from 'drizzle-orm'
import {
  addPaper,
  completeDrafts,
  completeAndRate,
  completePack,
  doTask,
  dueDiligenceOn,
  useUnList,
  giveVerdict,
  handInTask,
  makePackClient,
  packOf,
  reviewedPackOf,
  saveTask,
  sendPaper,
  taskOf,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { remindOfTasks } from './remind.ts'

let server: TestServer
let admin: HttpSession
let senior: HttpSession
let seniorName: string
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const daysAhead = (days: number) => new Date(now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn, now })
  await useUnList(server)
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const { id, username } = await makeUser(server.context, { role: 'admin', fullName: 'Ms Botha' })
  await server.context.database.db.update(users).set({ seniorManagerSince: now() }).where(eq(users.id, id))
  senior = await server.as(username)
  seniorName = username
})
afterAll(() => server.close())

const onboard = (path: string) => admin.patch(`${path}/status`, { status: 'onboarded' })

describe('a client', () => {
  test('does the six tasks in any order, and staff verify them', async () => {
    const person = await makePackClient(server)
    expect((await packOf(person.session)).tasks.map(({ task, state }) => [task, state])).toEqual(
      taskNames.map((task) => [task, 'open']),
    )
    for (const task of taskNames.toReversed()) await doTask(person.session, task)
    expect(await packOf(person.session)).toMatchObject({ open: 0, editable: true })
    const reviewed = await reviewedPackOf(person.manager, person.path)
    expect(reviewed.tasks.find(({ task }) => task === 'bank')?.declarations[0]?.content).toMatchObject({
      accountNumber: '•••• 7890',
    })
    expect(reviewed).toMatchObject({ gate: null, approvals: [], exposure: 'none' })
    for (const task of taskNames) {
      expect((await giveVerdict(person.manager, person.path, task)).status).toBe(200)
    }
    expect(new Set((await packOf(person.session)).tasks.map(({ state }) => state))).toEqual(
      new Set(['accepted']),
    )
  })

  test('gets an error for everything that is missing', async () => {
    const { session } = await makePackClient(server)
    const { accountType: _, ...bank } = completeDrafts.bank
    await saveTask(session, 'bank', { ...bank, accountNumber: '0000000000' })
    expect(await handInTask(session, 'bank')).toMatchObject({
      status: 422,
      body: {
        code: 'incomplete',
        errors: [
          { path: 'accountNumber', message: 'An account number has 6 to 13 digits. Please check it.' },
          { path: 'accountType', message: 'Please choose the type of account' },
          { path: 'papers.account', message: 'Please add your bank statement, or your bank’s letter' },
        ],
      },
    })
    await saveTask(session, 'bank', { ...completeDrafts.bank, withoutPaper: 'My bank has closed.' })
    expect((await handInTask(session, 'bank')).status).toBe(200)
  })

  test('saves a draft only over the version that was seen, and repeats are harmless', async () => {
    const { session } = await makePackClient(server)
    const { etag } = await taskOf(session, 'address')
    const save = (draft: object, ifMatch: string) =>
      session.request('PUT', '/api/application/pack/address', {
        body: draft,
        headers: { 'if-match': ifMatch },
      })
    expect((await save({ inOwnName: true }, etag)).status).toBe(200)
    expect((await save({ inOwnName: true }, etag)).status).toBe(200)
    expect((await save({ inOwnName: false }, etag)).status).toBe(412)
    expect((await save({ nonsense: true }, etag)).body).toMatchObject({
      errors: [{ path: 'nonsense', message: 'This field cannot be set.' }],
    })
  })

  test('cannot change what was accepted, except to say that something has changed', async () => {
    const person = await makePackClient(server)
    await completePack(person)
    const { session } = person
    expect(await saveTask(session, 'tax', { unitedStatesPerson: true })).toMatchObject({
      status: 409,
      body: { code: 'not-open', detail: 'We have this already. Tell us what has changed.' },
    })
    expect((await addPaper(session, 'identity', 'id-book')).status).toBe(409)
    expect((await handInTask(session, 'tax')).status).toBe(409)
    const changed = { ...completeDrafts.tax, unitedStatesPerson: true }
    expect((await session.put('/api/application/pack/tax?changed=1', changed)).status).toBe(200)
    expect((await addPaper(session, 'tax', 'w9')).status).toBe(200)
    expect((await handInTask(session, 'tax')).status).toBe(200)
    const { tasks } = await reviewedPackOf(person.manager, person.path)
    expect(tasks.find(({ task }) => task === 'tax')?.declarations.map(({ version }) => version)).toEqual([
      2, 1,
    ])
  })

  test('keeps an accepted file when it is replaced, and removes one that no one saw', async () => {
    const person = await makePackClient(server)
    await doTask(person.session, 'identity')
    await giveVerdict(person.manager, person.path, 'identity')
    const fileOf = async () =>
      (await taskOf(person.session, 'identity')).papers.flatMap(({ files }) => files)[0]?.documentId ?? ''
    const stored = await fileOf()
    expect((await person.session.delete(`/api/application/pack/files/${stored}`)).status).toBe(409)
    await person.session.put('/api/application/pack/identity?changed=1', completeDrafts.identity)
    expect((await person.session.delete(`/api/application/pack/files/${stored}`)).status).toBe(204)
    expect(await fileOf()).toBe('')
    expect((await person.manager.get(`/objects/uploads/${stored}`)).status).toBe(200)
    await addPaper(person.session, 'identity', 'id-card')
    const fresh = await fileOf()
    expect((await person.session.delete(`/api/documents/${fresh}`)).status).toBe(404)
    expect((await person.session.delete(`/api/application/pack/files/${fresh}`)).status).toBe(204)
    expect((await person.manager.get(`/objects/uploads/${fresh}`)).status).toBe(404)
  })
})

describe('hand-in', () => {
  test('twice at once makes one declaration', async () => {
    const { session, client } = await makePackClient(server)
    await saveTask(session, 'exposure')
    const answers = await Promise.all([handInTask(session, 'exposure'), handInTask(session, 'exposure')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { db } = server.context.database
    expect(await db.$count(declarations, eq(declarations.applicationId, client.applicationId))).toBe(1)
  })

  test('without the confirmation names everything that is missing at once', async () => {
    const { session } = await makePackClient(server)
    const { unitedStatesPerson: _, ...draft } = completeDrafts.tax
    await saveTask(session, 'tax', draft)
    expect(await session.post('/api/application/pack/tax/hand-in', { accurate: false })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'unitedStatesPerson' }, { path: 'accurate' }] },
    })
    await saveTask(session, 'tax')
    expect(await session.post('/api/application/pack/tax/hand-in', { accurate: false })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'accurate' }] },
    })
  })

  test.each([
    ['identity', 'bank-statement', {}, 'paper'],
    ['address', 'lease', {}, 'issuedOn'],
    ['identity', 'passport', {}, 'expiresOn'],
    ['address', 'lease', { issuedOn: '2999-01-01' }, 'issuedOn'],
  ] as const)('%s: the paper %s with %o is refused', async (task, paper, dates, path) => {
    const { session } = await makePackClient(server)
    expect(await addPaper(session, task, paper, dates)).toMatchObject({
      status: 400,
      body: { errors: [{ path }] },
    })
  })
})

describe('staff', () => {
  test('see a newer version before they decide', async () => {
    const { session, manager, path } = await makePackClient(server)
    await doTask(session, 'tax')
    await saveTask(session, 'tax', {
      ...completeDrafts.tax,
      countries: [{ country: 'South Africa', reason: 'C' }],
    })
    await handInTask(session, 'tax')
    const verdict = { verdict: 'accepted', method: 'original-seen' }
    const put = (version: number) => manager.put(`${path}/pack/tax/verdict`, { ...verdict, version })
    expect(await put(1)).toMatchObject({
      status: 409,
      body: { code: 'changed', detail: 'The client has sent a newer version.' },
    })
    expect((await put(2)).status).toBe(200)
  })

  test('accept only what they have opened', async () => {
    const { session, manager, path } = await makePackClient(server)
    await doTask(session, 'identity')
    const { tasks } = await reviewedPackOf(manager, path)
    const documentIds = tasks.flatMap(({ papers }) =>
      papers.flatMap(({ files }) => files.map(({ documentId }) => documentId)),
    )
    const accept = () =>
      manager.put(`${path}/pack/identity/verdict`, {
        version: 1,
        verdict: 'accepted',
        method: 'agrees-with-answers',
        documentIds,
      })
    expect(await accept()).toMatchObject({
      status: 409,
      body: { detail: 'You haven’t opened the document yet. Please look at it first.' },
    })
    for (const one of documentIds) await manager.put(`/api/documents/${one}/opened`)
    expect((await accept()).status).toBe(200)
  })

  test('send tasks back with the request for what is open, in one mail', async () => {
    const { session, manager, path, client } = await makePackClient(server)
    await doTask(session, 'tax')
    const ask = (version: number) =>
      manager.post(`${path}/pack/ask`, { again: [{ task: 'tax', version, reason: 'too-old' }] })
    expect(await ask(2)).toMatchObject({ status: 409, body: { code: 'changed' } })
    expect((await ask(1)).body).toMatchObject({ open: 6 })
    const mails = (await mailsTo(server.context, client.username)).filter(({ template }) =>
      template.startsWith('pack-'),
    )
    expect(mails.map(({ template }) => template)).toEqual(['pack-asked'])
    expect(mails[0]).toMatchObject({
      text: expect.stringContaining('Tax residency: It is older than three months') as string,
    })
    expect(await taskOf(session, 'tax')).toMatchObject({
      state: 'again',
      why: 'It is older than three months',
    })
  })

  test('of another manager find nothing', async () => {
    const { path, session } = await makePackClient(server)
    await doTask(session, 'tax')
    const other = (await makePackClient(server)).manager
    for (const answer of [
      await other.get(`${path}/pack`),
      await other.put(`${path}/pack/tax/verdict`, { version: 1, verdict: 'accepted', method: 'other' }),
      await other.post(`${path}/pack/ask`, {}),
      await other.post(`${path}/pack/account`),
      await other.post(`${path}/pack/upload`, {}),
    ]) {
      expect(answer.status).toBe(404)
    }
  })

  test('send two tasks back in one mail, and ask for all that is open in one', async () => {
    const { session, manager, path, client } = await makePackClient(server)
    await doTask(session, 'tax')
    await doTask(session, 'bank')
    const again = { verdict: 'again', reason: 'too-old' }
    expect(await giveVerdict(manager, path, 'bank', { verdict: 'again', reason: 'other' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'comment' }] },
    })
    await giveVerdict(manager, path, 'bank', again)
    expect((await giveVerdict(manager, path, 'tax', { ...again, comment: 'The year before.' })).status).toBe(
      200,
    )
    const mails = async (template: string) =>
      (await mailsTo(server.context, client.username))
        .filter((one) => one.template === template)
        .map((one) => ({ text: 'text' in one ? one.text : '' }))
    const [mail, ...rest] = await mails('pack-again')
    expect(rest).toEqual([])
    expect(mail?.text).toContain('Bank account: It is older than three months')
    expect(mail?.text).toContain('Tax residency: It is older than three months')
    expect(await taskOf(session, 'tax')).toMatchObject({
      state: 'again',
      why: 'It is older than three months: The year before.',
    })
    expect((await manager.post(`${path}/pack/ask`, {})).body).toMatchObject({ open: 6 })
    expect((await mails('pack-asked'))[0]?.text).toContain('Proof of identity')
    expect((await manager.post(`${path}/pack/ask`, { dueOn: '2020-01-01' })).status).toBe(400)
  })

  test('add a paper of their own, which the client cannot remove', async () => {
    const { session, manager, path } = await makePackClient(server)
    const fileURL = await sendPaper(manager, `${path}/pack/upload`)
    const body = { paper: 'id-card', fileURL, fileName: 'scan.pdf' }
    expect((await manager.put(`${path}/pack/identity/file`, body)).status).toBe(200)
    const [file] = (await taskOf(session, 'identity')).papers.flatMap(({ files }) => files)
    expect(file).toMatchObject({ addedByStaff: true })
    expect((await session.delete(`/api/application/pack/files/${file?.documentId}`)).status).toBe(409)
    expect((await session.get(`/objects/uploads/${file?.documentId}`)).status).toBe(200)
  })

  test('see the whole account number on request', async () => {
    const { session, manager, path } = await makePackClient(server)
    await doTask(session, 'bank')
    expect((await manager.post(`${path}/pack/account`)).body).toEqual({
      accountNumber: '1234567890',
      iban: null,
    })
  })
})

describe('the gate', () => {
  test('names what is missing, by every door', async () => {
    const person = await makePackClient(server, { status: 'approved' })
    for (const method of ['PATCH', 'PUT'] as const) {
      const body = { status: 'onboarded' }
      expect(await admin.request(method, `${person.path}/status`, { body })).toMatchObject({
        status: 409,
        body: {
          code: 'requirements-missing',
          current: {
            status: 'approved',
            actions: ['markCancelled'],
            missing: [
              { item: 'screening', task: null },
              ...taskNames.map((task) => ({ item: 'pack', task })),
              { item: 'rating', task: null },
            ],
          },
        },
      })
    }
    await completeAndRate(admin, person)
    expect((await onboard(person.path)).status).toBe(200)
  })

  test('the database refuses a decision by who asked', async () => {
    const { path } = await makePackClient(server, { status: 'approved' })
    await admin.post(`${path}/gate-override`, { reason: 'Papers follow.' })
    const { db } = server.context.database
    await expect(db.update(approvals).set({ decidedBy: approvals.askedBy })).rejects.toThrow()
  })

  test('an override lasts for 7 days, and an open request for 30', async () => {
    const { path } = await makePackClient(server, { status: 'approved' })
    await screenClients(server.context)
    const other = await makePackClient(server, { status: 'approved' })
    const ask = async () =>
      (await admin.post(`${path}/gate-override`, { reason: 'Papers follow by post.' })).body as Approval
    const decide = (id: string) =>
      senior.put(`/api/admin/approvals/${id}`, { decision: 'granted', words: 'Agreed.' })
    const { id } = await ask()
    expect((await ask()).id).toBe(id)
    expect((await admin.get('/api/admin/compliance/approvals?limit=100')).body).toContainEqual(
      expect.objectContaining({ id, kind: 'gate', askedWords: 'Papers follow by post.' }),
    )
    expect((await onboard(path)).status).toBe(409)
    expect((await decide(id)).status).toBe(200)
    // Sessions end meanwhile, so each time has its own.
    const refusedAfter = async (days: number) => {
      aheadMs = days * DAY_MS
      const later = await server.as((await makeUser(server.context, { role: 'admin' })).username)
      return (await onboardAs(later, path)).status
    }
    try {
      expect(await refusedAfter(7.01)).toBe(409)
      aheadMs = 0
      const { id: undecided } = (
        await admin.post(`${other.path}/gate-override`, { reason: 'Papers follow.' })
      ).body as Approval
      aheadMs = 31 * DAY_MS
      const late = await server.as(seniorName)
      expect(
        (await late.put(`/api/admin/approvals/${undecided}`, { decision: 'granted', words: 'Agreed.' })).body,
      ).toMatchObject({ code: 'outdated' })
    } finally {
      aheadMs = 0
    }
    expect((await onboard(path)).status).toBe(200)
  })

  test('is asked in bulk too: each client that is not ready is left out, with its status unchanged and the reasons', async () => {
    const [ready, missing] = [
      await makePackClient(server, { status: 'approved' }),
      await makePackClient(server, { status: 'approved' }),
    ]
    await completeAndRate(admin, ready)
    const ids = [ready.client.applicationId, missing.client.applicationId]
    const { id: actorId, username } = await makeUser(server.context, { role: 'admin' })
    const actor = await server.as(username)
    const begun = await actor.post('/api/admin/bulk-acts', {
      act: { name: 'change-status', status: 'onboarded' },
      ids,
    })
    expect(begun.status).toBe(201)
    aheadMs = 60_000
    await runBulkActions(server.context)
    aheadMs = 0
    const { id } = begun.body as BulkProgress
    const resultsFor = async (reader: HttpSession) =>
      (await reader.get(`/api/admin/bulk-acts/${id}/results`)).body as BulkResult[]
    const single = (await onboard(missing.path)).body as ProblemBody
    const reasons = single.current?.missing?.map(({ text }) => text) ?? []
    expect(reasons).toContain('Proof of address has not been sent yet.')
    expect(await resultsFor(actor)).toMatchObject([
      { applicationId: ids[0], outcome: 'done', notReady: [] },
      { applicationId: ids[1], outcome: 'not-ready', notReady: reasons },
    ])
    expect((await admin.get(missing.path)).body).toMatchObject({ status: 'approved' })
    // Managers never read what compliance decides.
    const { db } = server.context.database
    await db.update(users).set({ role: 'wealth_manager' }).where(eq(users.id, actorId))
    await db.update(users).set({ wealthManagerId: actorId }).where(eq(users.id, missing.client.id))
    const [, theirs] = await resultsFor(await server.as(username))
    expect(theirs).toEqual({
      applicationId: ids[1],
      name: expect.any(String),
      outcome: 'not-ready',
      notReady: [],
    })
  })
})

const onboardAs = (who: HttpSession, path: string) => who.patch(`${path}/status`, { status: 'onboarded' })

test.each([
  ['closes the gate for one to be onboarded', 'approved'],
  ['leaves a client of the firm one', 'onboarded'],
] as const)('what expires is due 30 days before, in one mail, and %s', async (_, status) => {
  const person = await makePackClient(server, {
    status,
    answers: { idDocumentType: 'permit', idNumber: 'CTRDRC/001234/25' },
  })
  const { session, manager, path, client } = person
  const asylum = {
    ...completeDrafts.identity,
    residence: 'asylum-seeker' as const,
    fileNumber: 'CTRDRC/001234/25',
  }
  await saveTask(session, 'identity', asylum)
  await addPaper(session, 'identity', 'asylum-visa', { expiresOn: daysAhead(29) })
  expect((await handInTask(session, 'identity')).status).toBe(200)
  expect((await giveVerdict(manager, path, 'identity')).status).toBe(200)
  expect(await taskOf(session, 'identity')).toMatchObject({ state: 'due', dueOn: daysAhead(29) })
  for (const task of taskNames.filter((one) => one !== 'identity')) {
    await doTask(session, task)
    await giveVerdict(manager, path, task)
  }
  await remindOfTasks(server.context)
  await remindOfTasks(server.context)
  const mails = await mailsTo(server.context, client.username)
  expect(mails.filter(({ template }) => template === 'papers-expiring')).toHaveLength(1)
  expect((await onboard(path)).status).toBe(409)
  const { db } = server.context.database
  const [row] = await db.select().from(applications).where(eq(applications.id, client.applicationId))
  expect(row?.status).toBe(status)
  if (status === 'approved') {
    expect((await reviewedPackOf(admin, path)).gate?.missing).toContainEqual(
      expect.objectContaining({ item: 'pack', text: expect.stringContaining('Proof of identity') as string }),
    )
  }
})
