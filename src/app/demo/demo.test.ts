import type { TimelineEntry } from '#features/review/api/timeline.ts'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  listedApplicationSchema,
  reviewedApplicationSchema,
} from '#features/review/api/staff-applications.ts'
import type { Application } from '#features/applications/api/application.ts'
import type { Corrections } from '#features/corrections/api.ts'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { warningsFor } from '#features/applications/rules/warnings.ts'
import { annualReviews } from '#features/annual-reviews/schema.ts'
import { statusReasons } from '#features/applications/schema/review-schema.ts'
import { correctionRounds } from '#features/applications/schema/correction-schema.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { unattachedObjects } from '#features/documents/schema/uploads.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { dueDiligenceOn } from '#test/support/due-diligence.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { raw } from '#test/support/uploads.ts'
import { demoClients } from './demo-clients.ts'
import { seedDemo, type DemoAccount } from './demo.ts'

let server: TestServer

async function everything() {
  const { db } = server.context.database
  return {
    users: await db.select().from(users).orderBy(users.id),
    applications: await db.select().from(applications).orderBy(applications.id),
    documents: await db.select().from(documents).orderBy(documents.id),
    unattached: await db.select().from(unattachedObjects),
    audit: await db.$count(auditEvents, eq(auditEvents.action, 'application.status-changed')),
    reasons: await db.select().from(statusReasons).orderBy(statusReasons.id),
    reviews: await db.select().from(annualReviews).orderBy(annualReviews.id),
    rounds: await db.select().from(correctionRounds).orderBy(correctionRounds.id),
  }
}

async function signIn(username: string, password: string) {
  const session = server.visit()
  const answer = await session.post('/api/login', { username, password })
  return { session, answer }
}

describe('a demonstration', () => {
  let accounts: DemoAccount[]
  beforeAll(async () => {
    server = await startTestServer()
    accounts = await seedDemo(server.context)
  })
  afterAll(() => server.close())

  test('every listed user can sign in, to the right page', async () => {
    const named = Object.fromEntries(accounts.map(({ username, note }) => [username, note]))
    expect(named).toMatchObject({
      'client@demo.example': 'client with nothing filled in',
      'manager@demo.example': 'wealth manager',
      'manager2@demo.example': 'wealth manager without a FAIS document',
      'admin@demo.example': 'admin',
      'senior@demo.example': 'admin, senior manager',
      'sysadmin@demo.example': 'system administrator',
    })
    for (const { username, password } of accounts.slice(0, 6)) {
      const { answer } = await signIn(username, password)
      expect(answer).toMatchObject({ status: 200, body: { username, mustChangePassword: false } })
    }
  })

  test('the empty client has nothing filled in, a manager, and a letter to download', async () => {
    const session = await server.as('client@demo.example')
    const application = (await session.get('/api/application')).body as Application
    expect(application).toMatchObject({
      status: 'draft',
      currentStep: 'personal',
      fullName: null,
      wealthManagerName: 'Pieter van Wyk',
      faisLetterAvailable: true,
      payslipUploads: [],
    })
    const letter = await raw(session, `${server.url}/api/fais-document`)
    expect([letter.status, letter.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })

  test('the firm’s letter is published: one manager has theirs, the other’s can be generated', async () => {
    const admin = await server.as('admin@demo.example')
    expect((await admin.get('/api/firm/letters')).body).toMatchObject({
      published: { version: 1, publishedBy: 'Thabo Sithole' },
      changed: false,
      managers: [
        { name: 'Nomsa Radebe', letter: 'none', gaps: [] },
        { name: 'Pieter van Wyk', letter: 'current', version: 1, gaps: [] },
      ],
    })
  })

  test('there are clients in every status, with readable documents', async () => {
    const { applications: rows, documents: files } = await everything()
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(applicationStatuses))
    const admin = await server.as('admin@demo.example')
    for (const { id, bytes } of files.filter(({ applicationId }) => applicationId !== null)) {
      const read = await raw(admin, `${server.url}/objects/uploads/${id}`)
      expect([read.status, read.bytes.length]).toEqual([200, bytes])
    }
    expect(files.length).toBeGreaterThan(15)
  })

  test.each(demoClients.map(({ username }) => username))(
    '%s: numbers are valid, and a submitted application is complete',
    async (username) => {
      const client = demoClients.find((each) => each.username === username)
      const application = (await (await server.as(username)).get('/api/application')).body as Application
      expect(warningsFor(application)).toEqual([])
      if (client?.submitted === undefined) return
      expect(application.faisDocumentUploaded).toBe(true)
      const { pensionFunds = 0, providentFunds = 0 } = application.assets
      expect(application.pensionBenefitsStatements).toHaveLength(pensionFunds ? 1 : 0)
      expect(application.providentBenefitsStatements).toHaveLength(providentFunds ? 1 : 0)
      expect(application.payslipUploads).toHaveLength(client.payslips)
    },
  )

  test('staff see reasons and actors of each status, and what is missing', async () => {
    const admin = await server.as('admin@demo.example')
    const rows = z
      .array(listedApplicationSchema)
      .parse((await admin.get('/api/admin/applications?limit=100')).body)
    const idOf = (username: string) => rows.find(({ emailAddress }) => emailAddress === username)?.id ?? ''
    const read = async (rest: string) => (await admin.get(`/api/admin/applications/${rest}`)).body
    for (const { username, reason } of demoClients) {
      const seen = reviewedApplicationSchema.parse(await read(idOf(username)))
      expect([username, seen.statusReason]).toEqual([username, reason ?? null])
    }
    const timeline = await read(`${idOf('johan.vandermerwe@demo.example')}/timeline`)
    expect((timeline as TimelineEntry[]).filter(({ statusChange }) => statusChange !== null)).toMatchObject([
      { actorName: 'Nomsa Radebe', statusChange: { from: 'under_review', to: 'rejected' } },
      { actorName: 'Nomsa Radebe', statusChange: { from: 'submitted', to: 'under_review' } },
      { actorRole: 'client', statusChange: { from: 'draft', to: 'submitted' } },
    ])
    expect(await read(`${idOf('lerato.khumalo@demo.example')}/annual-reviews`)).toMatchObject([
      { completedBy: 'Carmen Fortuin', note: expect.stringContaining('financial director') },
    ])
    expect(rows.find(({ currentStep }) => currentStep === null)).toMatchObject({
      fullName: null,
      mobileNumber: null,
    })
  })

  test('there is a correction request in each state, for staff and client', async () => {
    const admin = await server.as('admin@demo.example')
    const { applications: rows, users: people } = await everything()
    const found = await Promise.all(
      demoClients.flatMap(({ username, round }) => {
        const owner = people.find((user) => user.username === username)
        const id = rows.find(({ userId }) => userId === owner?.id)?.id
        return round === undefined ? [] : [admin.get(`/api/admin/applications/${id}/corrections`)]
      }),
    )
    const all = found.map(({ body }) => body as Corrections)
    expect(all.filter(({ basket }) => basket.length > 0)).toHaveLength(1)
    const rounds = all.flatMap((each) => each.rounds)
    expect(rounds.map(({ state }) => state).toSorted()).toEqual(['accepted', 'answered', 'asked'])
    expect(rounds.find(({ state }) => state === 'answered')).toMatchObject({
      items: [
        { document: { id: expect.any(String) }, file: { id: expect.any(String) } },
        { before: { postalCode: '6001' }, after: { postalCode: '6045' } },
        { reply: expect.stringContaining('renamed') },
      ],
    })
    const client = await server.as('thabiso.mokoena@demo.example')
    const { correctionRound } = (await client.get('/api/application')).body as Application
    expect(correctionRound?.items.map(({ done }) => done)).toEqual([false, false, false])
  })

  test('a second start changes nothing, and prints the same passwords', async () => {
    const before = await everything()
    expect(await seedDemo(server.context)).toEqual(accounts)
    expect(await everything()).toEqual(before)
    expect(before.unattached).toEqual([])
  })
})

describe('a start', () => {
  beforeEach(async () => {
    server = await startTestServer()
  })
  afterEach(() => server.close())

  test('an interrupted one is completed by the next', async () => {
    const { context } = server
    let puts = 0
    const failing = {
      ...context,
      store: {
        ...context.store,
        put: (...args: Parameters<typeof context.store.put>) => {
          puts += 1
          return puts > 3 ? Promise.reject(new Error('away')) : context.store.put(...args)
        },
      },
    }
    await expect(seedDemo(failing)).rejects.toThrow('away')
    await seedDemo(context)
    for (const { username, submitted } of demoClients) {
      const application = (await (await server.as(username)).get('/api/application')).body as Application
      expect([username, application.faisDocumentUploaded]).toEqual([username, submitted !== undefined])
    }
  })

  test('saves the passwords for their owner only; one for all takes effect at the next', async () => {
    const [generated] = await seedDemo(server.context)
    const file = path.join(server.context.settings.dataDir, 'demo-credentials.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      [generated?.username ?? '']: generated?.password,
    })

    const demoPassword = 'granite harbour lantern'
    const settings = { ...server.context.settings, demoPassword }
    const accounts = await seedDemo({ ...server.context, settings })
    expect(new Set(accounts.map(({ password }) => password))).toEqual(new Set([demoPassword]))
    expect((await signIn('admin@demo.example', demoPassword)).answer.status).toBe(200)
    const { db } = server.context.database
    const [admin] = await db.select().from(users).where(eq(users.username, 'admin@demo.example'))
    expect(admin?.passwordHash).toMatch(/^\$argon2id\$/u)
  })
})

test('with due diligence, clients have tasks in every state, and one is ready to be onboarded', async () => {
  const withPack = await startTestServer({ settings: dueDiligenceOn })
  await seedDemo(withPack.context)
  await seedDemo(withPack.context)
  const admin = await withPack.as('admin@demo.example')
  const { rows } = await withPack.context.database.pool.query<{ id: string; username: string }>(
    `select a.id, u.username from applications a join users u on u.id = a.user_id`,
  )
  const packOf = async (name: string) => {
    const id = rows.find(({ username }) => username === `${name}@demo.example`)?.id
    return (await admin.get(`/api/admin/applications/${id}/pack`)).body as ReviewedPack
  }
  const under = await packOf('sipho.dlamini')
  expect(under.tasks.map(({ state }) => state)).toEqual([
    'handed-in',
    'again',
    'open',
    'handed-in',
    'accepted',
    'accepted',
  ])
  expect((await packOf('naledi.molefe')).gate).toEqual({
    missing: [],
    overriddenUntil: null,
    canAskException: false,
  })
  expect((await admin.get('/api/admin/application-views')).body).toMatchObject({
    counts: { readyToOnboard: 1, papersExpiring: 1, onboardedBeforePack: 2 },
  })
  await withPack.close()
})
