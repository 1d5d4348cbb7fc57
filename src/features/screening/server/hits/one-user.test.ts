import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Approval } from '#features/approvals/api.ts'
import type { ApplicationScreening, Hit } from '#features/screening/api/screening.ts'
import type { Edition } from '#features/screening/api/lists.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { runImports } from '#features/imports/server/run-import.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import {
  completeListed,
  completeDrafts,
  dueDiligenceOn,
  makePackClient,
  rateRisk,
  reviewedPackOf,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import {
  addImporter,
  checkImport,
  importFile,
  IMPORTER_PASSWORD,
  makeImporter,
  startImport,
} from '#test/support/imports.ts'
import {
  bringInForce,
  fictitious,
  sendList,
  setSecondPerson,
  unList,
} from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { screenClients } from './screen-clients.ts'

/** What two people decided about a client, one user cannot undo (docs/decisions/0157). */

const SEED = 58_249_006
const RUNS = 30

interface Listed {
  id: string
  applicationId: string
  path: string
}

let server: TestServer
let admin: HttpSession
let second: HttpSession
let systemAdmin: HttpSession
/** One who handed everything in, and one who was imported as onboarded. */
let clients: Listed[]
let importId: string
let listDay = 400
const nextDay = () => new Date(Date.now() - (listDay -= 1) * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  const { context } = server
  const as = async (role: 'admin' | 'system_administrator') =>
    server.as((await addImporter(context, role)).username)
  admin = await as('admin')
  second = await server.as((await makeUser(context, { role: 'admin' })).username)
  systemAdmin = await as('system_administrator')
  const other = await as('system_administrator')
  setSecondPerson(other, systemAdmin)
  await bringInForce(other, unList(fictitious, nextDay()))
  const importer = await makeImporter(server)

  const birth = { fullName: 'Baobab Testperson', dateOfBirth: '1970-03-12' }
  const person = await makePackClient(server, { status: 'approved', answers: birth })
  await completeListed(admin, person, { identity: completeDrafts.identity })
  const file = 'Email;Name;Status\nlisted@imported.example;Korhaan Mostert-Fictie;Active'
  const checked = await checkImport(admin, file, { defaultStatus: 'onboarded' })
  await startImport(importer.session, checked)
  await runImports(context)
  await screenClients(context)
  importId = checked.id
  const [imported] = await context.database.db
    .select({ id: users.id, applicationId: applications.id })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .where(eq(users.username, 'listed@imported.example'))
  if (imported === undefined) throw new Error('The client was not imported.')
  clients = [
    { id: person.client.id, applicationId: person.client.applicationId, path: person.path },
    { ...imported, path: `/api/admin/applications/${imported.applicationId}` },
  ]
  for (const { path } of clients) {
    const ids = (await screeningOf(path)).hits.map(({ id }) => id)
    await admin.put('/api/admin/hits/verdict', { ids, verdict: 'match', words: 'The same person.' })
    await decideAll(second, path)
  }
})
afterAll(() => server.close())

const screeningOf = async (path: string) =>
  (await admin.get(`${path}/screening`)).body as ApplicationScreening

async function decideAll(session: HttpSession, path: string): Promise<void> {
  const { approvals } = await reviewedPackOf(admin, path)
  for (const { id } of approvals.filter(({ state }: Approval) => state === 'open'))
    await session.put(`/api/admin/approvals/${id}`, { decision: 'granted', words: 'Seen.' })
}

/** The clients whose gate is open, or who are gone. */
async function opened(): Promise<Listed[]> {
  const { context } = server
  const reads = { tx: context.database.db, context, actor: null, now: context.now() }
  const ids = clients.map(({ applicationId }) => applicationId)
  const shut = await context.gate.missingIn(reads, ids, 'served')
  return clients.filter(({ applicationId }) => !shut.has(applicationId))
}

/** Of an admin who has an account of a system administrator too. */
type Act = (listed: Listed) => Promise<unknown>

const NO_ONE: Listed = { id: '', applicationId: '', path: '' }
let loaded: string | undefined
const load = async (people: typeof fictitious) => {
  const { body } = await sendList(admin, unList(people, nextDay()), undefined, 'A list for tests.')
  loaded = (body as Partial<Edition>).id ?? loaded
}
const isListed = (uid: string) => uid === '690001' || uid === '690002'
const status = (path: string, to: string) =>
  admin.patch(`${path}/status`, { status: to, reason: 'Asked for.' })

const acts: Record<string, Act> = {
  loadWithout: () => load(fictitious.filter(({ uid }) => !isListed(uid))),
  loadRenamed: () =>
    load(fictitious.map((one) => (isListed(one.uid) ? { uid: one.uid, name: 'ENTIRELY DIFFERENT' } : one))),
  loadAgain: () => load(fictitious),
  start: () => systemAdmin.put(`/api/system-admin/lists/${loaded}/in-force`),
  correct: ({ id }) =>
    admin.post(`/api/admin/clients/${id}/correction`, { fullName: `Someone Else ${listDay}` }),
  correctBack: ({ id }) =>
    admin.post(`/api/admin/clients/${id}/correction`, { fullName: 'Baobab Testperson' }),
  import: () => importFile(server, admin, 'Email;Name\nlisted@imported.example;Someone Else'),
  undo: async () => {
    await admin.post(`/api/admin/imports/${importId}/undo`, { password: IMPORTER_PASSWORD })
    await runImports(server.context)
  },
  liftHold: async ({ path }) => {
    const pack = (await admin.get(`${path}/pack`)).body as { holds?: { id: string }[] }
    for (const { id } of pack.holds ?? [])
      await admin.put(`${path}/retention-holds/${id}/lifted`, { words: 'It is over.' })
  },
  liftMatch: async ({ path }) => {
    for (const { id } of (await screeningOf(path)).hits)
      for (const reason of ['delisted', 'left', 'other-person'])
        await admin.put(`/api/admin/hits/${id}/lift`, {
          reason,
          words: 'Another person.',
          ...(reason === 'delisted' && { delistedOn: '2026-11-20', reference: 'SC/1' }),
        })
  },
  clear: async ({ path }) => {
    const ids = (await screeningOf(path)).hits.map(({ id }: Hit) => id)
    await admin.put('/api/admin/hits/verdict', {
      ids,
      verdict: 'no-match',
      reason: 'name',
      words: 'Another.',
    })
  },
  dropNames: async ({ path }) => {
    for (const { id, names } of (await screeningOf(path)).subjects)
      for (const name of names)
        await admin.put(`/api/admin/screened-people/${id}/dropped-name`, { name, words: 'Mistyped.' })
  },
  compare: ({ path }) => admin.post(`${path}/screening`),
  rate: ({ path }) => rateRisk(admin, path),
  override: ({ path }) => admin.post(`${path}/gate-override`, { reason: 'It is urgent.' }),
  decide: ({ path }) => decideAll(admin, path),
  reject: ({ path }) => status(path, 'rejected'),
  cancel: ({ path }) => status(path, 'cancelled'),
  reopen: ({ path }) => admin.post(`${path}/reopen`, { reason: 'Asked for.' }),
  approve: ({ path }) => status(path, 'approved'),
  onboard: ({ path }) => status(path, 'onboarded'),
  delete: ({ id }) => systemAdmin.delete(`/api/system-admin/users/${id}`),
}

test('one user opens no gate of a client with a confirmed match, by six acts of any kind', async () => {
  const act = fc.record({ name: fc.constantFrom(...Object.keys(acts)), which: fc.nat(1) })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (sequence) => {
      for (const { name, which } of sequence) {
        const listed = clients[which]
        if (listed !== undefined) await acts[name]?.(listed)
        await screenListChanges(server.context)
        await screenClients(server.context)
        expect([name, await opened()]).toEqual([name, []])
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
  await acts['undo']?.(NO_ONE)
  expect((await admin.get(`/api/admin/imports/${importId}`)).body).toMatchObject({ state: 'undone' })
  expect(await opened()).toEqual([])
  // A second person opens it.
  await acts['liftMatch']?.(clients[1] ?? NO_ONE)
  await decideAll(second, clients[1]?.path ?? '')
  expect(await opened()).toEqual([clients[1]])
})
