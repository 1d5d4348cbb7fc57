import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { ImportRow } from '#features/imports/api/import-shapes.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { TimeFigures } from '#features/review/api/time-figures.ts'
import { REVIEW_MONTH_MS } from '#features/applications/rules/annual-reviews.ts'
import { adminViewNames, managerViewNames, searchOf, views } from '#features/review/rules/views.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { jobDefinitions } from '#app/server/jobs/definitions.ts'
import type { TodayRow } from '#features/today/rules/today.ts'
import { todaySources } from '#app/server/today-sources.ts'
import { sendDigests } from '#features/today/server/digest.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { screeningSubjects } from '#features/screening/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { changeSettings } from '#test/support/change-settings.ts'
import { useUnList, withPack } from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { clientsFile, importFile, makeImporter } from '#test/support/imports.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { hasUnzip, unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'

/** A business day, before the digests of 07:00. */
const begin = new Date('2026-11-26T04:30:00Z')
const LONG_ONBOARDED = 'thandi@imported.example'
const REVIEWED = 'zanele@imported.example'
const DRAFT = 'sipho@imported.example'
const file = [
  'Email;Name;ID No;Status;Client since;Last review;Adviser;Marital status;Code',
  `${LONG_ONBOARDED};Thandi Mokoena;8001015009087;Active;15/03/2017;;J Botha;;OLD-4711`,
  `${REVIEWED};Zanele Dube;;Active;15/03/2017;15/01/2026;J Botha;;A1234567`,
  `${DRAFT};Sipho Nkosi;;Prospect;;;J Botha;Single;`,
].join('\n')

let server: TestServer
let now = begin
let admin: HttpSession
let manager: HttpSession
let staff: string[] = []
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const importer = await makeImporter(server)
  admin = importer.session
  const botha = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Johan Botha' })
  manager = await server.as(botha.username)
  const own = await server.context.database.db.select().from(users).where(eq(users.id, importer.id))
  staff = [botha.username, own[0]?.username ?? '']
  const managers = [{ text: 'J Botha', managerId: botha.id }]
  await importFile(server, admin, file, { managers })
})
afterAll(() => server.close())

const bodyOf = async <Body>(session: HttpSession, path: string) => {
  const { status, body, text } = await session.get(path)
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  return body as Body
}

async function rowOf(username: string) {
  const [found] = await server.context.database.db
    .select({ user: users, application: applications })
    .from(users)
    .innerJoin(applications, eq(applications.userId, users.id))
    .where(eq(users.username, username))
  if (found === undefined) throw new Error(`There is no ${username}.`)
  return found
}

describe('onboarded on 15 March 2017, a client', () => {
  const lists = [
    { of: 'an admin', session: () => admin, path: '/api/admin', names: adminViewNames },
    { of: 'their manager', session: () => manager, path: '/api/wealth-manager', names: managerViewNames },
  ]

  test.each(lists)('is in no work queue of $of', async ({ session, path, names }) => {
    const { counts } = await bodyOf<{ counts: object }>(session(), `${path}/application-views`)
    expect(Object.keys(counts).length).toBeGreaterThan(3)
    expect(Object.entries(counts).filter(([, count]) => count !== 0)).toEqual([])
    for (const name of names.filter((each) => !('pack' in views[each].filter))) {
      expect(await bodyOf(session(), `${path}/applications?${searchOf(name)}`)).toEqual([])
    }
  })

  test.each(lists)(
    'is with due diligence listed to $of as before the pack only',
    async ({ session, path }) => {
      const { counts } = await withPack(server, () =>
        bodyOf<{ counts: object }>(session(), `${path}/application-views`),
      )
      // What was not verified here stays visible to those who answer for it; it asks no one for anything.
      const expected = path === '/api/admin' ? [['onboardedBeforePack', 2]] : []
      expect(Object.entries(counts).filter(([, count]) => count !== 0)).toEqual(expected)
    },
  )

  test('waits for no decision of compliance, and is work only for its annual review', async () => {
    for (const queue of ['hits', 'approvals']) {
      expect(await withPack(server, () => bodyOf(admin, `/api/admin/compliance/${queue}`))).toEqual([])
    }
    for (const session of [admin, manager]) {
      const rows = await withPack(server, () => bodyOf<TodayRow[]>(session, '/api/today'))
      expect(rows.map(({ kind }) => kind)).toEqual(['reviews-due'])
    }
    const before = now
    now = new Date('2026-11-26T05:30:00Z')
    await sendDigests(server.context, todaySources)
    now = before
    const { db } = server.context.database
    const mails = await db.select().from(mailOutbox).where(inArray(mailOutbox.recipient, staff))
    expect([...new Set(mails.map(({ template }) => template))]).toEqual(['staff-digest'])
  })

  test.each(lists)('is due for the annual review of $of, from the last one', async ({ session, path }) => {
    const rows = await bodyOf<{ fullName: string; reviewStatus: string; nextReviewAt: string }[]>(
      session(),
      `${path}/annual-reviews?sort=fullName&direction=asc`,
    )
    const nextAfter = (day: string) =>
      new Date(Date.parse(`${day}T10:00:00Z`) + 12 * REVIEW_MONTH_MS).toISOString()
    expect(
      rows.map(({ fullName, reviewStatus, nextReviewAt }) => [fullName, reviewStatus, nextReviewAt]),
    ).toEqual([
      ['Thandi Mokoena', 'due', nextAfter('2017-03-15')],
      ['Zanele Dube', 'upcoming', nextAfter('2026-01-15')],
    ])
    expect(await bodyOf(session(), `${path}/annual-review-figures`)).toMatchObject({ due: 1, upcoming: 1 })
  })

  test.each(lists)('is left out of the times to a decision of $of', async ({ session, path }) => {
    const { all } = await bodyOf<TimeFigures>(session(), `${path}/time-figures`)
    expect([all.submitted.count, all.decided.count, all.onboarded.count]).toEqual([0, 0, 0])
  })
})

test('imported clients are compared with sanctions lists, except drafts', async () => {
  const { db } = server.context.database
  await withPack(server, async () => {
    await useUnList(server)
    await screenClients(server.context)
  })
  const compared = await db
    .select({ username: users.username, screenedAt: screeningSubjects.screenedAt })
    .from(screeningSubjects)
    .innerJoin(applications, eq(applications.id, screeningSubjects.applicationId))
    .innerJoin(users, eq(users.id, applications.userId))
  expect(compared).toEqual(
    expect.arrayContaining(
      [LONG_ONBOARDED, REVIEWED].map((username) => ({ username, screenedAt: expect.any(Date) })),
    ),
  )
  expect(compared.filter(({ username }) => username === DRAFT)).toEqual([])
})

describe('staff', () => {
  test('see since when a client is here, that nothing was completed here, and the reference before', async () => {
    const { application } = await rowOf(LONG_ONBOARDED)
    for (const session of [admin, manager]) {
      const { imported } = await bodyOf<ReviewedApplication>(
        session,
        `/api/admin/applications/${application.id}`,
      )
      expect(imported).toEqual({ at: begin.toISOString(), reference: 'OLD-4711', notInvited: true })
    }
  })

  test('find a client by the reference before, in their scope only', async () => {
    const other = await server.as((await makeUser(server.context, { role: 'wealth_manager' })).username)
    for (const [reference, username] of [
      ['OLD-4711', LONG_ONBOARDED],
      // It looks like the number of a passport.
      ['A1234567', REVIEWED],
    ] as const) {
      const { application } = await rowOf(username)
      const foundBy = async (session: HttpSession) => {
        const { body } = await session.post('/api/staff/find', { text: reference })
        return (body as { applications: { id: string }[] }).applications.map(({ id }) => id)
      }
      expect([await foundBy(admin), await foundBy(manager), await foundBy(other)]).toEqual([
        [application.id],
        [application.id],
        [],
      ])
    }
    const listed = await bodyOf<{ fullName: string }[]>(
      manager,
      '/api/wealth-manager/applications?search=OLD-4711',
    )
    expect(listed.map(({ fullName }) => fullName)).toEqual(['Thandi Mokoena'])
    expect(await bodyOf(other, '/api/wealth-manager/applications?search=OLD-4711')).toEqual([])
  })

  test.skipIf(!hasUnzip)('say so to an inspector', async () => {
    const { application } = await rowOf(LONG_ONBOARDED)
    const address = `${server.url}/api/admin/applications/${application.id}/inspector-file`
    const { status, bytes } = await withPack(server, () => raw(admin, address, { method: 'GET' }))
    expect(status).toBe(200)
    const files = unzip(bytes)
    expect((await readPdf(files.get('File.pdf') ?? Buffer.alloc(0))).spoken).toContain(
      'Imported, not verified here',
    )
    expect(JSON.parse(String(files.get('file.json')))).toMatchObject({
      client: { importedAt: begin.toISOString(), submittedAt: null },
    })
  })

  test('see who was not invited yet', async () => {
    const system = await makeUser(server.context, { role: 'system_administrator' })
    const listed = await bodyOf<{ username: string; status: string }[]>(
      await server.as(system.username),
      '/api/system-admin/users?status=not_invited',
    )
    expect(listed.map(({ username, status }) => [username, status]).toSorted()).toEqual(
      [DRAFT, LONG_ONBOARDED, REVIEWED].toSorted().map((username) => [username, 'not_invited']),
    )
  })
})

describe('a client', () => {
  test('who forgot a password that they never had gets one, with the answer that all get', async () => {
    const visit = server.visit('192.0.2.39')
    const ask = async (username: string) => {
      const { status, body } = await visit.post('/api/request-password-reset', { username })
      return { status, body }
    }
    expect(await ask(REVIEWED)).toEqual(await ask('nothing-here@imported.example'))
    const mails = await mailsTo(server.context, REVIEWED)
    expect(mails.map(({ template }) => template)).toEqual(['forgotten-password'])
    const [mail] = mails
    const [, password] = /^ *(\S{14})$/mu.exec(mail?.text ?? '') ?? []
    // Their mailbox is the proof.
    expect((await visit.post('/api/login', { username: REVIEWED, password })).status).toBe(200)
  })

  /** As after their first sign-in. */
  async function signedIn(username: string): Promise<HttpSession> {
    const { db } = server.context.database
    await db.update(users).set({ invited: false, passwordHash: 'x' }).where(eq(users.username, username))
    return server.as(username)
  }

  test('who was onboarded finds an application that is over', async () => {
    expect(await bodyOf(await signedIn(LONG_ONBOARDED), '/api/application')).toMatchObject({
      status: 'onboarded',
      submittedAt: null,
      onboardedAt: '2017-03-15T10:00:00.000Z',
      confirmations: {},
    })
  })

  test('with a draft begins at the first step, and confirms what was filled in', async () => {
    const { application } = await rowOf(DRAFT)
    expect(application).toMatchObject({ status: 'draft', submittedAt: null })
    const own = await bodyOf<{ maritalStatus: string; checkedDefaults: string[]; currentStep: string }>(
      await signedIn(DRAFT),
      '/api/application',
    )
    expect(own).toMatchObject({ maritalStatus: 'single', checkedDefaults: [], currentStep: 'personal' })
  })

  test('who was not invited gets no mail in 13 months, whatever jobs run', { timeout: 120_000 }, async () => {
    const session = (await makeImporter(server)).session
    changeSettings(server, { draftReminderDays: 7 })
    const silent: string[] = []
    for (const defaultStatus of ['draft', 'onboarded', 'cancelled'] as const) {
      const { id } = await importFile(server, session, clientsFile(2), { defaultStatus })
      silent.push(
        ...(await bodyOf<ImportRow[]>(session, `/api/admin/imports/${id}/rows`)).map(
          ({ email }) => email ?? '',
        ),
      )
    }
    expect(silent).toHaveLength(6)
    for (const days of [1, 8, 31, 91, 330, 366, 396]) {
      // 09:00 in South Africa: mails are sent on working hours.
      now = new Date(Date.parse('2026-11-26T07:00:00Z') + days * DAY_MS)
      await withPack(server, async () => {
        for (const { run } of jobDefinitions) await run(server.context)
      })
    }
    now = begin
    const { db } = server.context.database
    expect(await db.$count(mailOutbox, inArray(mailOutbox.recipient, silent))).toBe(0)
  })
})
