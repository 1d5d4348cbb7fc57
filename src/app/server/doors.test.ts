import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { contract } from '#app/contract.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import type { ApplicationScreening } from '#features/screening/api/screening.ts'
import { hits } from '#features/screening/schema.ts'
import { dueDiligenceTasks } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { correctionRounds } from '#features/applications/schema/correction-schema.ts'
import { mailOutbox, withheldMails } from '#features/mail/schema.ts'
import { deliverDueMail } from '#features/mail/server/deliver.ts'
import { gateOfMail } from '#features/mail/server/recipient-policy.ts'
import { isTemplate } from '#features/mail/server/templates/templates.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import {
  dueDiligenceOn,
  giveVerdict,
  makeHandedIn,
  makePackClient,
  rateRisk,
  useUnList,
} from '#test/support/due-diligence.ts'
import { ask, note, someAnswer, type Reviewed } from '#test/support/corrections.ts'
import { writeNote } from '#test/support/notes.ts'
import { mailsTo } from '#test/support/records.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { changeSettings } from '#test/support/change-settings.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { jobDefinitions } from './jobs/definitions.ts'

/** One gate for every door: what a client's due diligence shuts, by every way (docs/decisions/0156). */

const DAY_MS = 86_400_000
const listed = { fullName: 'Baobab Testperson', dateOfBirth: '1970-03-12' }
const NEUTRAL = 'Compliance is still checking. You can decide when the check is complete.'
const neutral = { status: 409, body: { code: 'not-ready', detail: NEUTRAL } }
const forAdmins = (item: string) => ({
  status: 409,
  body: {
    code: 'requirements-missing',
    current: { missing: expect.arrayContaining([expect.objectContaining({ item })]) as object },
  },
})

let server: TestServer
let admin: HttpSession
let aheadMs = 0

beforeAll(async () => {
  server = await startTestServer({
    settings: { ...dueDiligenceOn, undoMs: 60_000 },
    now: () => new Date(Date.now() + aheadMs),
  })
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

const setStatus = ({ client }: Reviewed, status: ApplicationStatus) =>
  server.context.database.db
    .update(applications)
    .set({ status })
    .where(eq(applications.id, client.applicationId))
const approve = (session: HttpSession, { path }: Reviewed) =>
  session.patch(`${path}/status`, { status: 'approved' })

function expectDone(answer: HttpAnswer): HttpAnswer {
  expect([answer.status < 300, answer.status < 300 ? '' : answer.text]).toEqual([true, ''])
  return answer
}

/** Compares a client with the list, and confirms every match. */
async function confirmMatch({ client }: Reviewed): Promise<void> {
  const { db } = server.context.database
  await screenClients(server.context)
  const own = eq(hits.applicationId, client.applicationId)
  expect((await db.update(hits).set({ state: 'match' }).where(own).returning()).length).toBeGreaterThan(0)
}

/** Sends everything that is due. @returns the recipients */
async function leaving(): Promise<string[]> {
  const recipients: string[] = []
  const send = ({ to }: { to?: unknown }) => {
    recipients.push((to as { address: string }).address)
    return Promise.resolve()
  }
  await deliverDueMail(server.context, { send, close: () => undefined })
  return recipients
}

describe('Approve', () => {
  /** Approving, and the undo that would restore it, read the same for managers; an admin reads the reason. */
  async function expectShut(person: Reviewed, item: string): Promise<void> {
    const answer = await approve(person.manager, person)
    expect(answer).toMatchObject(neutral)
    expect(answer.text).not.toMatch(/missing|prohibited|list|match/iu)
    const { applicationId } = person.client
    const preview = await person.manager.post('/api/admin/open-checks', {
      status: 'approved',
      ids: [applicationId],
    })
    expect(preview.body).toMatchObject([{ applicationId, notReady: [NEUTRAL] }])
    await setStatus(person, 'approved')
    const cancelled = await admin.patch(`${person.path}/status`, { status: 'cancelled' })
    const { undo } = cancelled.body as ReviewedApplication
    expect(await admin.post(`/api/admin/held-acts/${undo?.id}/undo`)).toMatchObject(forAdmins(item))
    await setStatus(person, 'under_review')
  }

  test('needs a comparison with a list in use, and no open or confirmed match', async () => {
    const plain = await makePackClient(server, { status: 'under_review' })
    const person = await makePackClient(server, { status: 'under_review', answers: listed })
    await expectShut(plain, 'no-list')
    await useUnList(server)
    await expectShut(plain, 'screening')
    await screenClients(server.context)
    await expectShut(person, 'screening')
    await confirmMatch(person)
    await expectShut(person, 'prohibited')
    expect((await approve(plain.manager, plain)).status).toBe(200)
  })
})

/** A client under review who sent two tasks, and has a confirmed match. */
async function prohibited(): Promise<Reviewed> {
  const person = await makeHandedIn(server, { status: 'under_review', answers: listed })
  await confirmMatch(person)
  return person
}

const again = { verdict: 'again', reason: 'incomplete' }

/** The acts of the level `served`; each answers the same to managers as for any other reason. */
const servedActs: Record<
  string,
  {
    status?: ApplicationStatus
    isForAdmins?: true
    act: (by: HttpSession, of: Reviewed) => Promise<HttpAnswer>
  }
> = {
  'POST /api/admin/applications/{id}/corrections/send': {
    async act(by, { path }) {
      await note(by, path, someAnswer)
      return by.post(`${path}/corrections/send`, {})
    },
  },
  'POST /api/admin/applications/{id}/pack/ask': { act: (by, { path }) => by.post(`${path}/pack/ask`, {}) },
  'PUT /api/admin/applications/{id}/pack/{task}/verdict': {
    act: (by, { path }) => giveVerdict(by, path, 'bank', again),
  },
  'POST /api/admin/applications/{id}/reminder': {
    status: 'draft',
    // Managers send none.
    isForAdmins: true,
    act: (by, { path }) => by.post(`${path}/reminder`, {}),
  },
}

describe('A confirmed match', () => {
  test('shuts every act by which a client is served, in the same words for managers', async () => {
    const person = await prohibited()
    for (const [route, { status = 'under_review', isForAdmins = false, act }] of Object.entries(servedActs)) {
      expect(Object.keys(contract)).toContain(route)
      await setStatus(person, status)
      if (!isForAdmins)
        expect({ route, ...(await act(person.manager, person)) }).toMatchObject({ route, ...neutral })
      const ofAdmin = await act(admin, person)
      expect({ route, ...ofAdmin }).toMatchObject({ route, ...forAdmins('prohibited') })
    }
    await setStatus(person, 'under_review')
    // No second code tells admins' pages the same.
    expect(await admin.post(`${person.path}/gate-override`, { reason: 'Please.' })).toMatchObject(
      forAdmins('prohibited'),
    )
  })

  test('leaves the same acts open for a twin who is not compared yet', async () => {
    const twin = await makeHandedIn(server, { status: 'under_review' })
    for (const { status = 'under_review', isForAdmins = false, act } of Object.values(servedActs)) {
      await setStatus(twin, status)
      expectDone(await act(isForAdmins ? admin : twin.manager, twin))
    }
  })

  test('leaves invitations and annual reviews out', async () => {
    const { db } = server.context.database
    const person = await prohibited()
    const own = eq(users.id, person.client.id)
    await db.update(users).set({ invited: true, passwordHash: null }).where(own)
    expect(await person.manager.post(`${person.path}/invitation`)).toMatchObject(neutral)
    await db
      .update(applications)
      .set({ status: 'onboarded', onboardedAt: new Date(Date.now() - 400 * DAY_MS) })
      .where(eq(applications.id, person.client.applicationId))
    const body = { applicationIds: [person.client.applicationId] }
    expect(await admin.post('/api/admin/annual-reviews/notify', body)).toMatchObject({
      status: 200,
      body: { notified: 0, leftOut: [{ why: 'not-ready' }] },
    })
  })

  test('lets staff reject, cancel, start the review, and note; the client acts as before', async () => {
    const person = await prohibited()
    expectDone(await writeNote(person.manager, person.path))
    expectDone(await person.session.get('/api/application/pack'))
    await setStatus(person, 'submitted')
    expectDone(await person.manager.patch(`${person.path}/status`, { status: 'under_review' }))
    expectDone(
      await person.manager.patch(`${person.path}/status`, { status: 'rejected', reason: 'Incomplete.' }),
    )
  })

  test('drops the mails that wait, and only Compliance sees which', async () => {
    const person = await makeHandedIn(server, { status: 'under_review', answers: listed })
    const { username, applicationId } = person.client
    await ask(person.manager, person.path)
    const [asked] = await mailsTo(server.context, username)
    expect(asked).toMatchObject({ template: 'corrections-asked', applicationId, gateLevel: 'served' })
    await confirmMatch(person)
    aheadMs += 120_000
    expect(await leaving()).not.toContain(username)
    expect(await mailsTo(server.context, username)).toEqual([])
    const screening = (await admin.get(`${person.path}/screening`)).body as ApplicationScreening
    expect(screening.withheldMails).toMatchObject([{ subject: asked?.subject }])
    for (const session of [person.manager, person.session]) {
      expect((await session.get(`${person.path}/screening`)).status).toBeGreaterThanOrEqual(403)
    }
    const timeline = await person.manager.get(`${person.path}/timeline`)
    expect(timeline.text).not.toMatch(/withheld/u)
  })

  test('drops the good news of a decision that the client is no longer ready for', async () => {
    const person = await makePackClient(server, { status: 'under_review', answers: listed })
    const { db } = server.context.database
    await screenClients(server.context)
    await db
      .update(hits)
      .set({ state: 'no-match' })
      .where(eq(hits.applicationId, person.client.applicationId))
    expectDone(await approve(person.manager, person))
    await db.update(hits).set({ state: 'open' }).where(eq(hits.applicationId, person.client.applicationId))
    aheadMs += 120_000
    const left = await leaving()
    expect(left).not.toContain(person.client.username)
    const dropped = await db
      .select({ template: withheldMails.template })
      .from(withheldMails)
      .where(eq(withheldMails.applicationId, person.client.applicationId))
    expect(dropped.map(({ template }) => template).toSorted()).toEqual(['application-status'])
  })
})

/** What the jobs would mail a client about. */
async function withEverythingDue(answers: Partial<typeof listed>) {
  const { db } = server.context.database
  const person = await makeHandedIn(server, { status: 'under_review', answers })
  const { applicationId } = person.client
  await ask(person.manager, person.path)
  expectDone(await person.manager.post(`${person.path}/pack/ask`, {}))
  await giveVerdict(person.manager, person.path, 'tax')
  await rateRisk(admin, person.path)
  aheadMs += 120_000
  await leaving()
  await db
    .update(dueDiligenceTasks)
    .set({ renewFrom: '2020-01-01' })
    .where(eq(dueDiligenceTasks.applicationId, applicationId))
  await db
    .update(riskRatings)
    .set({ refreshOn: '2020-01-01' })
    .where(eq(riskRatings.applicationId, applicationId))
  return person
}

const isReminder = ({ name }: { name: string }) =>
  /^(?:remind-of|refresh-due|send-planned|check-due|screen-)/u.test(name)

test('in seven days of jobs nothing leaves to a client with a confirmed match, while a twin is reminded', async () => {
  const { db } = server.context.database
  changeSettings(server, { draftReminderDays: 3 })
  const draft = async (fullName: string) =>
    makeClient(server.context, {
      application: {
        status: 'draft',
        answers: { ...listed, fullName },
        createdAt: new Date(Date.now() - 9 * DAY_MS),
      },
    })
  const [person, twin] = [await withEverythingDue(listed), await withEverythingDue({})]
  const [listedDraft, plainDraft] = [await draft(listed.fullName), await draft('Marula Fictionary')]
  await confirmMatch(person)
  const [found] = await db.select().from(hits).where(eq(hits.applicationId, person.client.applicationId))
  if (found === undefined) throw new Error('There is no match.')
  // A draft is not compared yet; its match is known from before it was reopened.
  await db.insert(hits).values({
    ...found,
    id: crypto.randomUUID(),
    uid: 'another',
    applicationId: listedDraft.applicationId,
  })
  const sent: string[] = []
  for (let day = 0; day < 7; day += 1) {
    aheadMs += DAY_MS
    if (day === 3) await setStatus(person, 'onboarded')
    if (day === 3) await setStatus(twin, 'onboarded')
    for (const { run } of jobDefinitions.filter(isReminder)) await run(server.context)
    sent.push(...(await leaving()))
  }
  expect(sent.filter((to) => to === person.client.username || to === listedDraft.username)).toEqual([])
  expect(sent.filter((to) => to === twin.client.username).length).toBeGreaterThanOrEqual(3)
  expect(sent).toContain(plainDraft.username)
  const rounds = await db
    .select({ reminders: correctionRounds.reminders })
    .from(correctionRounds)
    .where(eq(correctionRounds.applicationId, person.client.applicationId))
  expect(rounds).toEqual([{ reminders: 0 }])
  // Jobs pass over them silently: nothing was queued and dropped either.
  const dropped = eq(withheldMails.applicationId, person.client.applicationId)
  expect(await db.$count(withheldMails, dropped)).toBe(0)
  expect(await db.$count(mailOutbox, eq(mailOutbox.recipient, listedDraft.username))).toBe(0)
})

/**
 * Every file that changes a status or queues a mail which asks the gate again, with how it asks. A file that is not
 * here fails: decide its level first (docs/decisions/0156).
 */
const guarded = {
  // The guard is where the act is: `requireOpen` for one client, `shutOf` for several, `isServed` in jobs.
  'accounts/server/automatic-reminders.ts': 'isServed(',
  'accounts/server/remind.ts': 'shutOf(',
  'accounts/server/renew-invitation.ts': 'requireOpen(',
  'annual-reviews/server/commands.ts': 'shutOf(',
  'corrections/server/ask.ts': 'requireOpen(',
  'corrections/server/remind.ts': 'isServed(',
  'due-diligence/server/ask.ts': 'requireOpen(',
  'due-diligence/server/rating/refresh.ts': 'isServed(',
  'due-diligence/server/remind.ts': 'isServed(',
  'due-diligence/server/verify.ts': 'requireOpen(',
  'imports/server/send-invitations.ts': 'isServed(',
  'review/server/change-status.ts': 'shutOf(',
  'review/server/undo/undo-action.ts': 'requireOpen(',
} as const

/** Those that need no guard of their own, with the reason. */
const unguarded = {
  'accounts/server/correct-client.ts':
    'moves the invitation to the corrected address; asked again when it leaves',
  'accounts/server/mails.ts': 'writes invitations for the commands that ask',
  'accounts/server/open-account.ts': 'a new account, of which nothing is known',
  'accounts/server/reset-access.ts': 'access is given back; asked again when the mail leaves',
  'accounts/server/staff-identity.ts': 'staff',
  'applications/server/record/change-status.ts': 'the statement itself; its callers ask',
  'corrections/server/undo-request.ts': 'back to submitted',
  'review/server/reopen.ts': 'back to draft or under review; asked again when the mail leaves',
  'wizard/server/commands.ts': 'a new draft, or an import in its status (imports are verified afterwards)',
} as const

const STATUS_WRITES =
  /applyTransition\(|\.update\(applications\)\s*\.set\(\{[^}]*\bstatus\b|\.insert\(applications\)/u
const MAILS = /template(?::| =) '(?<template>[a-z-]+)'/gu
const INVITES = /\b(?:queueNewPassword\(|inviteAgain\(|askClient\(work)/u

function isDoor(source: string): boolean {
  const mails = [...source.matchAll(MAILS)].map(({ groups }) => groups?.['template'] ?? '')
  return (
    STATUS_WRITES.test(source) ||
    INVITES.test(source) ||
    mails.some((template) => isTemplate(template) && gateOfMail[template] !== null)
  )
}

test('every file that writes a status or queues a client’s mail is in the table, with its guard', async () => {
  const doors = new Map<string, string>()
  for await (const file of glob('src/features/*/server/**/*.ts')) {
    if (/\.test\.ts$|\/templates\//u.test(file)) continue
    const source = readFileSync(file, 'utf8')
    if (isDoor(source)) doors.set(file.replace('src/features/', ''), source)
  }
  const known = [...Object.keys(guarded), ...Object.keys(unguarded)]
  expect([...doors.keys()].toSorted()).toEqual(known.toSorted())
  const isMissing = Object.entries(guarded).filter(
    ([file, guard]) => doors.get(file)?.includes(guard) !== true,
  )
  expect(isMissing).toEqual([])
})

test('a planted door is found', () => {
  expect(isDoor("await tx.update(applications).set({ updatedAt: now, status: 'approved' })")).toBe(true)
  expect(isDoor("await mails.queue({ template: 'pack-asked', recipient })")).toBe(true)
  expect(isDoor("await queueMail(work, { template: 'password-changed', recipient })")).toBe(false)
})
