import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { AnnualReview } from '#features/annual-reviews/api.ts'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import {
  adminViewNames,
  managerViewNames,
  offeredViews,
  searchOf,
  type ViewName,
} from '#features/review/rules/views.ts'
import type { Drafts } from '#features/due-diligence/rules/drafts.ts'
import { packFilterNames, packText } from '#features/due-diligence/rules/pack-state.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { storedAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { decryptRow } from '#features/applications/server/record/application-row.ts'
import { changeSettings } from '#test/support/change-settings.ts'
import type { Reviewed } from '#test/support/corrections.ts'
import {
  addPaper,
  completeDrafts,
  completeAndRate,
  completePack,
  doTask,
  dueDiligenceOn,
  useUnList,
  exposedDraft,
  giveVerdict,
  handInTask,
  makePackClient,
  reviewedPackOf,
  saveTask,
  withPack,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { checkChangedTasks } from './check-tasks.ts'

const ALL = '/api/admin/applications'
const OWN = '/api/wealth-manager/applications'

let server: TestServer
let admin: HttpSession
let adminName: string
let senior: HttpSession
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const clients: Record<string, Reviewed> = {}

type Facts = NonNullable<Parameters<typeof makePackClient>[1]>

async function make(fullName: string, status: Facts['status']): Promise<Reviewed> {
  const made = await makePackClient(server, { status, answers: { fullName } })
  clients[fullName] = made
  return made
}

function client(name: string): Reviewed {
  const found = clients[name]
  if (found === undefined) throw new Error(`There is no client ${name}.`)
  return found
}

async function grant({ path }: Reviewed): Promise<void> {
  const { approvals } = await reviewedPackOf(admin, path)
  expect(approvals.length).toBeGreaterThan(0)
  for (const { id } of approvals) {
    const answer = await senior.put(`/api/admin/approvals/${id}`, { decision: 'granted', words: 'Seen.' })
    expect(answer.status).toBe(200)
  }
}

/** Changes an answer as a save does. */
async function changeCity({ client: { applicationId } }: Reviewed, city: string): Promise<void> {
  const { keyring, database } = server.context
  const own = eq(applications.id, applicationId)
  const [row] = await database.db.select().from(applications).where(own)
  if (row === undefined) throw new Error('There is no application.')
  const { answers } = decryptRow(keyring, row)
  const changed = storedAnswers(keyring, applicationId, { ...answers, city })
  await database.db
    .update(applications)
    .set({ ...changed, updatedAt: now() })
    .where(own)
}

const exposed: Partial<Drafts> = {
  exposure: exposedDraft,
  funds: { ...completeDrafts.funds, wealth: [{ kind: 'salary' }] },
}

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn, now })
  await useUnList(server)
  adminName = (await makeUser(server.context, { role: 'admin' })).username
  admin = await server.as(adminName)
  const { id, username } = await makeUser(server.context, { role: 'admin' })
  await server.context.database.db.update(users).set({ seniorManagerSince: now() }).where(eq(users.id, id))
  senior = await server.as(username)
  await make('Untouched', 'submitted')
  await saveTask((await make('Begun', 'submitted')).session, 'tax')
  const partly = await make('Partly', 'under_review')
  for (const task of ['tax', 'funds', 'exposure'] as const) await doTask(partly.session, task)
  await giveVerdict(partly.manager, partly.path, 'tax')
  await completeAndRate(admin, await make('Complete', 'under_review'))
  await completeAndRate(admin, await make('Onboarded whole', 'onboarded'))
  await make('Onboarded before', 'onboarded')
  await completeAndRate(admin, await make('Exposed', 'approved'), exposed)
  await completeAndRate(admin, await make('Exposed and granted', 'approved'), exposed)
  await grant(client('Exposed and granted'))
  const overridden = await make('Overridden', 'approved')
  await admin.post(`${overridden.path}/gate-override`, { reason: 'Papers follow by post.' })
  await grant(overridden)
  const both = await make('Overridden and exposed', 'approved')
  await saveTask(both.session, 'exposure', exposedDraft)
  await handInTask(both.session, 'exposure')
  await admin.post(`${both.path}/gate-override`, { reason: 'Papers follow by post.' })
  await grant(both)
  const moved = await make('Moved', 'approved')
  await completeAndRate(admin, moved)
  await changeCity(moved, 'Knysna')
  await checkChangedTasks(server.context)
  const expiring = await make('Expiring', 'approved')
  await completeAndRate(admin, expiring)
  await expire(expiring, 29)
  await completePack(await make('Unrated', 'under_review'))
  const outdated = await make('Rated before', 'under_review')
  await completeAndRate(admin, outdated)
  await outdated.session.put('/api/application/pack/identity?changed=1', completeDrafts.identity)
  await addPaper(outdated.session, 'identity', 'id-card')
  await handInTask(outdated.session, 'identity')
  await giveVerdict(outdated.manager, outdated.path, 'identity', {
    verdict: 'accepted',
    method: 'certified-copy',
  })
  const later = await make('Expires later', 'approved')
  await completeAndRate(admin, later)
  await expire(later, 40)
}, 240_000)
afterAll(() => server.close())

/** Replaces the identity paper by one that expires after so many days. */
async function expire({ session, manager, path }: Reviewed, days: number): Promise<void> {
  await session.put('/api/application/pack/identity?changed=1', completeDrafts.identity)
  const expiresOn = new Date(now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
  await addPaper(session, 'identity', 'id-card', {})
  await handInTask(session, 'identity')
  const verdict = { verdict: 'accepted', method: 'original-seen', expiresOn }
  expect((await giveVerdict(manager, path, 'identity', verdict)).status).toBe(200)
}

async function rows(session: HttpSession, address: string): Promise<ListedApplication[]> {
  const answer = await session.get(address)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.body as ListedApplication[]
}

async function names(session: HttpSession, address: string): Promise<(string | null)[]> {
  return (await rows(session, address)).map(({ fullName }) => fullName).toSorted()
}

describe('the list', () => {
  test('says the state of each pack in words', async () => {
    const listed = await rows(admin, `${ALL}?limit=100`)
    const texts = listed.map(({ fullName, pack }) => [fullName, pack && packText(pack)])
    expect(Object.fromEntries(texts)).toEqual({
      Untouched: 'Not started',
      Begun: '0 of 6 done',
      Partly: '1 of 6 done, 2 to check',
      Complete: 'Complete',
      'Onboarded whole': 'Complete',
      'Onboarded before': 'Not started',
      Exposed: 'Complete',
      'Exposed and granted': 'Complete',
      Overridden: 'Not started',
      'Overridden and exposed': '0 of 6 done, 1 to check',
      Moved: 'Something is due',
      Expiring: 'Something is due',
      Unrated: 'Complete',
      'Rated before': 'Complete',
      'Expires later': 'Complete',
    })
  })

  test('agrees with the pack of each application', async () => {
    for (const { id, pack } of await rows(admin, `${ALL}?limit=100`)) {
      const { tasks } = await reviewedPackOf(admin, `${ALL}/${id}`)
      const count = (state: string) => tasks.filter((task) => task.state === state).length
      expect([pack?.done, pack?.toVerify, pack?.state === 'due']).toEqual([
        count('accepted'),
        count('handed-in'),
        count('due') > 0,
      ])
    }
  })

  test.each([
    ['none', ['Onboarded before', 'Overridden', 'Untouched']],
    ['open', ['Begun']],
    ['with-us', ['Overridden and exposed', 'Partly']],
    ['due', ['Expiring', 'Moved']],
    ['expiring', ['Expiring']],
    ['to-rate', ['Rated before', 'Unrated']],
    ['refresh', []],
    ['ready', ['Complete', 'Expires later', 'Exposed and granted', 'Onboarded whole', 'Overridden']],
    [
      'incomplete',
      ['Begun', 'Onboarded before', 'Overridden', 'Overridden and exposed', 'Partly', 'Untouched'],
    ],
  ])('filters by %s, with the total', async (pack, expected) => {
    expect(await names(admin, `${ALL}?limit=100&pack=${pack}`)).toEqual(expected)
    const { headers } = await admin.get(`${ALL}?limit=1&pack=${pack}`)
    expect(headers.get('x-total-count')).toBe(String(expected.length))
  })

  test('is ready exactly where the gate lets an admin onboard', async () => {
    const ready = new Set((await rows(admin, `${ALL}?limit=100&pack=ready`)).map(({ id }) => id))
    for (const { id, fullName } of await rows(admin, `${ALL}?limit=100`)) {
      const { gate } = await reviewedPackOf(admin, `${ALL}/${id}`)
      expect([fullName, ready.has(id)]).toEqual([fullName, gate?.missing.length === 0])
    }
  })

  test('shows managers their own clients only, and nothing of approvals', async () => {
    for (const [name, expected] of [
      ['Complete', ['Complete']],
      ['Exposed', ['Exposed']],
      ['Overridden', []],
    ] as const) {
      expect(await names(client(name).manager, `${OWN}?pack=ready`)).toEqual(expected)
      for (const pack of packFilterNames) {
        const found = await names(client(name).manager, `${OWN}?pack=${pack}`)
        expect(found.filter((one) => one !== name)).toEqual([])
      }
    }
    // Whether a rating is current depends on screening.
    expect(await names(client('Unrated').manager, `${OWN}?pack=to-rate`)).toEqual([])
  })
})

describe('the views', () => {
  test.each([
    ['readyToOnboard', ['Complete', 'Expires later', 'Exposed and granted', 'Overridden']],
    ['papersExpiring', ['Expiring']],
    ['ratingsToMake', ['Rated before', 'Unrated']],
    ['onboardedBeforePack', ['Onboarded before']],
  ] as const)('of %s', async (name, expected) => {
    expect(await names(admin, `${ALL}?${searchOf(name)}`)).toEqual(expected)
  })

  test('have the counts of their lists', async () => {
    for (const [session, path, offered] of [
      [admin, ALL, adminViewNames],
      [client('Complete').manager, OWN, managerViewNames],
    ] as const) {
      const { body } = await session.get(path.replace(/s$/u, '-views'))
      const counted = await Promise.all(
        offered.map(async (name: ViewName) => [
          name,
          (await rows(session, `${path}?${searchOf(name)}&limit=100`)).length,
        ]),
      )
      expect(body).toMatchObject({ counts: Object.fromEntries(counted) })
    }
  })
})

test('an override ends, and papers expire, with time alone', async () => {
  aheadMs = 12 * DAY_MS
  try {
    expect(await names(await server.as(adminName), `${ALL}?${searchOf('readyToOnboard')}`)).toEqual([])
    // A list of that day.
    await useUnList(server)
    const later = await server.as(adminName)
    const ready = await names(later, `${ALL}?${searchOf('readyToOnboard')}`)
    expect(ready).toEqual(['Complete', 'Exposed and granted'])
    expect(await names(later, `${ALL}?pack=expiring`)).toEqual(['Expires later', 'Expiring'])
  } finally {
    aheadMs = 0
    await useUnList(server)
  }
})

test('due diligence is due 60 days before the refresh, which managers see where the firm lets them', async () => {
  const { manager, client: account } = client('Onboarded whole')
  const refreshOf = async (session: HttpSession, whose: string) => {
    const reviews = (await session.get(`/api/${whose}/annual-reviews`)).body as AnnualReview[]
    return reviews.find(({ id }) => id === account.applicationId)?.refreshOn
  }
  const levelFor = async (session: HttpSession) =>
    (await reviewedPackOf(session, `${ALL}/${account.applicationId}`)).riskLevel
  const refreshOn = await refreshOf(admin, 'admin')
  expect(refreshOn).toMatch(/^\d{4}-/u)
  expect([await refreshOf(manager, 'wealth-manager'), await levelFor(manager)]).toEqual([null, null])
  const { dueDiligence } = server.context.settings
  changeSettings(server, { dueDiligence: { ...dueDiligence, managersSeeRating: true } })
  const seen = [await refreshOf(manager, 'wealth-manager'), await levelFor(manager)]
  const { rating } = await reviewedPackOf(manager, `${ALL}/${account.applicationId}`)
  expect([...seen, rating]).toEqual([refreshOn, 'low', null])
  for (const [daysBefore, expected] of [
    [61, []],
    [60, ['Onboarded whole']],
  ] as const) {
    aheadMs = new Date(`${refreshOn}T12:00:00+02:00`).getTime() - Date.now() - daysBefore * DAY_MS
    const later = await server.as(adminName)
    const due = await names(later, `${ALL}?${searchOf('dueDiligenceDue')}`)
    aheadMs = 0
    expect(due).toEqual(expected)
  }
})

test('exports have the column', async () => {
  const { text } = await admin.get('/api/admin/application-export?format=csv&pack=with-us')
  const [head = '', ...lines] = text.trim().split(/\r?\n/u)
  expect(head).toContain('FICA checks')
  expect(lines).toHaveLength(2)
  expect(text).toContain('1 of 6 done, 2 to check')
})

test('without due diligence there is no column, filter or view', async () => {
  const off = await startTestServer()
  try {
    const reader = await off.as((await makeUser(off.context, { role: 'admin' })).username)
    const made = await makePackClient(off)
    expect((await rows(reader, ALL)).map(({ pack }) => pack)).toEqual([null])
    expect((await reader.get(`${ALL}?pack=none`)).status).toBe(404)
    expect((await reader.get('/api/admin/application-export?format=csv&pack=none')).status).toBe(404)
    const { body } = await reader.get('/api/admin/application-views')
    expect(Object.keys((body as { counts: object }).counts)).toEqual(offeredViews(adminViewNames, false))
    expect((await reader.get('/api/admin/application-export?format=csv')).text).not.toContain('FICA checks')
    await withPack(off, async () => expect(await names(made.manager, `${OWN}?pack=none`)).toHaveLength(1))
  } finally {
    await off.close()
  }
})
