import { shippedModel } from '#features/due-diligence/rules/rating/model.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BulkProgress } from '#features/review/api/bulk-acts.ts'
import type { Corrections } from '#features/corrections/api.ts'
import type { Note } from '#features/notes/api/notes.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { contract } from '#app/contract.ts'
import { type ContractKey } from '#base/rules/api/contract.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { buildApp } from '#app/server/app.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import type { Hold } from '#features/due-diligence/api/retention-holds.ts'
import type { RiskModels } from '#features/due-diligence/api/risk-rating.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { newId } from '#base/server/db/id.ts'
import { notifications } from '#features/notes/schema/notification-schema.ts'
import { correctionRounds } from '#features/applications/schema/correction-schema.ts'
import { applications, documents } from '#features/access/schema/tables.ts'
import { standIns } from '#features/access/schema/stand-in-schema.ts'
import { clientFolder } from '#base/server/config/client-folder.ts'
import { dueForReview } from '#test/support/annual-reviews.ts'
import { newAddress } from '#test/support/address-change.ts'
import { oddAnswer, settle } from '#test/support/checks.ts'
import { answerWithText, ask, makeReviewed, note, someAnswer } from '#test/support/corrections.ts'
import {
  addPaper,
  heldByCourt,
  makeHandedIn,
  riskModelChoices,
  sendPaper,
  withPack,
} from '#test/support/due-diligence.ts'
import { checkImport, clientsFile, makeImporter } from '#test/support/imports.ts'
import { writeNote } from '#test/support/notes.ts'
import { makePasskey } from '#test/support/passkeys.ts'
import { makePdf } from '#test/support/files.ts'
import { undoableReminder } from '#test/support/undoable-reminder.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { sendLetter } from '#test/support/letters.ts'
import { registerUser } from '#test/support/registration.ts'
import { makeDelivery, makeWebhook } from '#test/support/webhooks.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { clientKinds, genericCall, raw, requestAddress, send, specifiedCalls } from '#test/support/uploads.ts'

/** All callers of a client's object. `invited` has a temporary password only, `unconfirmed` an unconfirmed address. */
const callers = [
  'anonymous',
  'the client',
  'another client',
  'the manager',
  'a stand-in',
  'another manager',
  'an admin',
  'a system administrator',
  'invited',
  'unconfirmed',
] as const
type Caller = (typeof callers)[number]

/** Owner of the object: the client managed by `the manager`, an unrelated client, or none (missing). */
const objects = ['theirs', 'foreign', 'missing'] as const
type Whose = (typeof objects)[number]

/** Expected status per caller (for a stand-in that of the manager), for each of the three objects or all. */
type Row = Record<
  Exclude<Caller, 'a stand-in'>,
  number | readonly [theirs: number, foreign: number, missing: number]
>

/** A kind of object that a call names, in its path or body. */
interface Case {
  row: Row
  /** What a stand-in gets for everything, where that differs from the manager. */
  standIn?: number
  /** Creates an object of a client, and returns its name in the call. */
  make: (owner: Person) => Promise<string>
  /** A name of a missing object. */
  missing: () => string
  call: (session: HttpSession, named: string) => Promise<HttpAnswer>
}

interface Person extends MadeClient {
  session: HttpSession
  wealthManagerId: string
}

const ofClient = (yes: number, no: number): Row => ({
  anonymous: 401,
  'the client': [yes, no, no],
  'another client': no,
  'the manager': 403,
  'another manager': 403,
  'an admin': 403,
  'a system administrator': 403,
  invited: 403,
  // Fills in an application like any client.
  unconfirmed: no,
})

const readers: Row = {
  ...ofClient(200, 404),
  'the manager': [200, 404, 404],
  'another manager': 404,
  'an admin': [200, 200, 404],
}

/** Calls for reviewers: what managers get for their own clients, and admins for any; null for 403. */
const forStaff = (manager: number | null, admin: number | null): Row => ({
  ...ofClient(403, 403),
  'another client': 403,
  'the manager': manager === null ? 403 : [manager, 404, 404],
  'another manager': manager === null ? 403 : 404,
  'an admin': admin === null ? 403 : [admin, admin, 404],
})

/** Objects of the firm, which admins administer together: what they get, and for a missing one. */
const ofFirm = (admin: number, missing = 404): Row => ({
  ...forStaff(null, null),
  'an admin': [admin, admin, missing],
})

/** An import of one row, of any admin. */
const checkedImport: Pick<Case, 'make' | 'missing'> = {
  make: async () => {
    const { session } = await makeImporter(server)
    return (await checkImport(session, clientsFile(1))).id
  },
  missing: newId,
}

const allRolesOwn: Row = {
  ...ofClient(404, 404),
  unconfirmed: 403,
  'the manager': 404,
  'another manager': 404,
  'an admin': 404,
  'a system administrator': 404,
}

/** Mails are readable in a demonstration only: `outbox-page.test.ts`. */
const mailInProduction: Pick<Case, 'make' | 'missing' | 'row'> = {
  make: () => Promise.resolve(newId()),
  missing: newId,
  row: { ...forStaff(null, null), 'an admin': 404 },
}

/** What system administrators get for any webhook or delivery; others may not ask. */
const ofSystem = (status: number, missing = 404): Row => ({
  ...forStaff(null, null),
  'a system administrator': [status, status, missing],
})
const webhook: Pick<Case, 'make' | 'missing'> = {
  make: async () => (await makeWebhook(server.context)).id,
  missing: newId,
}
/** An import of staff, of any system administrator. */
const delivery: Pick<Case, 'make' | 'missing'> = {
  make: async () => (await makeDelivery(server.context)).id,
  missing: newId,
}
const WEBHOOKS = '/api/system-admin/webhooks'
const DELIVERIES = '/api/system-admin/webhook-deliveries'
const integrationCases = {
  // The password is checked first: `api-tokens.test.ts`.
  'POST /api/system-admin/api-tokens/{id}/rotation': {
    make: () => Promise.resolve(newId()),
    missing: newId,
    row: ofSystem(400, 400),
    call: (session, id) => session.post(`/api/system-admin/api-tokens/${id}/rotation`, { password: '' }),
  },
  'DELETE /api/system-admin/api-tokens/{id}': {
    make: () => Promise.resolve(newId()),
    missing: newId,
    row: ofSystem(204, 204),
    call: (session, id) => session.delete(`/api/system-admin/api-tokens/${id}`),
  },
  'PATCH /api/system-admin/webhooks/{id}': {
    ...webhook,
    row: ofSystem(200),
    call: (session, id) => session.patch(`${WEBHOOKS}/${id}`, { name: 'CRM' }),
  },
  'DELETE /api/system-admin/webhooks/{id}': {
    ...webhook,
    row: ofSystem(204, 204),
    call: (session, id) => session.delete(`${WEBHOOKS}/${id}`),
  },
  // The password is checked first: `webhooks.test.ts`.
  'POST /api/system-admin/webhooks/{id}/secret': {
    ...webhook,
    row: ofSystem(400, 400),
    call: (session, id) => session.post(`${WEBHOOKS}/${id}/secret`, { password: '' }),
  },
  'DELETE /api/system-admin/webhooks/{id}/previous-secret': {
    ...webhook,
    row: ofSystem(204, 204),
    call: (session, id) => session.delete(`${WEBHOOKS}/${id}/previous-secret`),
  },
  'POST /api/system-admin/webhooks/{id}/test': {
    ...webhook,
    row: ofSystem(200),
    call: (session, id) => session.post(`${WEBHOOKS}/${id}/test`),
  },
  'GET /api/system-admin/webhooks/{id}/deliveries': {
    ...webhook,
    row: ofSystem(200),
    call: (session, id) => session.get(`${WEBHOOKS}/${id}/deliveries`),
  },
  'POST /api/system-admin/webhooks/{id}/resend': {
    ...webhook,
    row: ofSystem(200),
    call: (session, id) => session.post(`${WEBHOOKS}/${id}/resend`, { since: '2026-01-01T00:00:00Z' }),
  },
  'GET /api/system-admin/webhook-deliveries/{id}': {
    ...delivery,
    row: ofSystem(200),
    call: (session, id) => session.get(`${DELIVERIES}/${id}`),
  },
  'POST /api/system-admin/webhook-deliveries/{id}/resend': {
    ...delivery,
    row: ofSystem(201),
    call: (session, id) => session.post(`${DELIVERIES}/${id}/resend`),
  },
} satisfies Record<string, Case>
/** Lists are of no client. */
const missingList: Pick<Case, 'make' | 'missing' | 'row'> = {
  ...mailInProduction,
  row: { ...mailInProduction.row, 'a system administrator': 404 },
}

let server: TestServer
let people: Record<Caller, HttpSession>
let client: Person
let otherClient: Person

beforeAll(async () => {
  server = await startTestServer()
  const { context } = server
  const staff = async (role: 'wealth_manager' | 'admin' | 'system_administrator') =>
    makeUser(context, { role })
  const manager = await staff('wealth_manager')
  const farManager = await staff('wealth_manager')
  await makeFaisDocument(context, { managerId: manager.id })
  const person = async (wealthManagerId: string): Promise<Person> => {
    const made = await makeClient(context, { wealthManagerId })
    return { ...made, wealthManagerId, session: await server.as(made.username) }
  }
  client = await person(manager.id)
  otherClient = await person(farManager.id)
  const invited = await makeClient(context, { invited: true, wealthManagerId: manager.id })
  const temporary = server.visit()
  await temporary.post('/api/login', { username: invited.username, password: invited.temporaryPassword })
  people = {
    anonymous: server.visit(),
    'the client': client.session,
    'another client': (await person(manager.id)).session,
    'the manager': await server.as(manager.username),
    'a stand-in': await standInFor(manager),
    'another manager': await server.as((await staff('wealth_manager')).username),
    'an admin': await server.as((await staff('admin')).username),
    'a system administrator': await server.as((await staff('system_administrator')).username),
    invited: temporary,
    unconfirmed: (await registerUser(server)).session,
  }
})
afterAll(() => server.close())
/** Another manager, who stands in for one. */
async function standInFor(manager: { username: string }): Promise<HttpSession> {
  const { id, username } = await makeUser(server.context, {
    role: 'wealth_manager',
    fullName: 'Naledi Khoza',
  })
  const until = dayOf(server.context.now())
  const answer = await (
    await server.as(manager.username)
  ).put('/api/account/stand-in', { standInId: id, until })
  expect(answer.status).toBe(200)
  return server.as(username)
}

const reviewers = ['the manager', 'a stand-in', 'an admin'] as const

/** Lists and requests have limits: what one caller created must not block the next. */
async function clear(): Promise<void> {
  const { db } = server.context.database
  await db.update(documents).set({ removedAt: new Date() }).where(ne(documents.kind, 'staffFais'))
  const ids = [client.applicationId, otherClient.applicationId]
  await db.delete(correctionRounds).where(inArray(correctionRounds.applicationId, ids))
  await db.update(applications).set({ status: 'draft' }).where(inArray(applications.id, ids))
}

/** Another client of the same manager, with a complete application. */
const reviewed = ({ wealthManagerId }: Person) => makeReviewed(server, { wealthManagerId })

/** Another application with an item noted or requested by an admin. */
const corrections = (prepare: (path: string) => Promise<void>): Pick<Case, 'make' | 'missing'> => ({
  make: async (owner) => {
    const { path, client: made } = await reviewed(owner)
    await prepare(path)
    return made.applicationId
  },
  missing: newId,
})

/** The path of an admin's note on another application. */
const notedByAdmin: Pick<Case, 'make' | 'missing'> = {
  make: async ({ wealthManagerId }) => {
    const { applicationId } = await makeClient(server.context, { wealthManagerId })
    const path = `/api/admin/applications/${applicationId}`
    const { id } = (await writeNote(people['an admin'], path)).body as Note
    return `${path}/notes/${id}`
  },
  missing: () => `/api/admin/applications/${newId()}/notes/${newId()}`,
}

/** An application with an answer that fails a check. */
const withOddAnswer: Pick<Case, 'make' | 'missing'> = {
  make: async ({ wealthManagerId }) =>
    (await makeClient(server.context, { wealthManagerId, application: { answers: oddAnswer } }))
      .applicationId,
  missing: newId,
}

/** A requested item: a further document. */
async function makeAskedItem({ applicationId }: Person): Promise<string> {
  const { db } = server.context.database
  await db.update(applications).set({ status: 'submitted' }).where(eq(applications.id, applicationId))
  const path = `/api/admin/applications/${applicationId}`
  const { rounds } = await ask(people['an admin'], path, [{ kind: 'additional', title: 'Proof of address' }])
  return rounds[0]?.items[0]?.id ?? ''
}

/** A bulk action, started by an admin: the caller or another one. */
const bulkAct: Pick<Case, 'make' | 'missing'> = {
  make: async ({ applicationId, session }) => {
    const another = async () => server.as((await makeUser(server.context, { role: 'admin' })).username)
    const by = session === client.session ? people['an admin'] : await another()
    const begun = await by.post('/api/admin/bulk-acts', { act: { name: 'remind' }, ids: [applicationId] })
    return (begun.body as BulkProgress).id
  },
  missing: newId,
}

/** Bulk actions are visible only to the admin that started them. */
const ofWhoBegan = (yes: number): Row => ({
  ...forStaff(404, yes),
  'the manager': 404,
  'an admin': [yes, 404, 404],
})

async function makeFile({ id: ownerId, applicationId }: Person): Promise<string> {
  return (await makeDocument(server.context, { applicationId, ownerId, kind: 'pensionBenefits' })).id
}

const document: Pick<Case, 'make' | 'missing'> = { make: makeFile, missing: newId }

/** Another application like the client's, with a different status. */
const application = (status: ApplicationStatus): Pick<Case, 'make' | 'missing'> => ({
  make: async ({ wealthManagerId }) =>
    (
      await makeClient(server.context, {
        wealthManagerId,
        application: status === 'onboarded' ? dueForReview(server.context) : { status },
      })
    ).applicationId,
  missing: newId,
})

/** Another application of which two due diligence tasks were handed in. */
const handedIn: Pick<Case, 'make' | 'missing'> = {
  make: ({ wealthManagerId }) =>
    withPack(server, async () => (await makeHandedIn(server, { wealthManagerId })).client.applicationId),
  missing: newId,
}

/** A client's session on a second device. */
async function makeSession({ username }: Person): Promise<string> {
  const elsewhere = await server.as(username)
  const listed = (await elsewhere.get('/api/account/sessions')).body as { id: string; current: boolean }[]
  return listed.find(({ current }) => current)?.id ?? ''
}

/** The address of an uploaded file that can be registered. */
async function makeSentUpload({ session }: Person): Promise<string> {
  const address = await requestAddress(session)
  await send(session, address, { bytes: await makePdf(), type: 'application/pdf' })
  return address.split('?')[0] ?? ''
}

/** All calls that register a file: those of the specification, and the generic one for each kind. */
const registrations: Record<string, Case> = Object.fromEntries(
  clientKinds.flatMap((kind) => {
    const own = specifiedCalls[kind]
    return [genericCall(kind), ...(own === undefined ? [] : [own])].map(({ path, field }) => [
      `PUT ${path}`,
      {
        row: ofClient(200, 404),
        make: makeSentUpload,
        missing: () => `${server.url}/api/objects/upload/${newId()}`,
        call: (session: HttpSession, address: string) =>
          session.put(path, { [field]: address, fileName: 'march.pdf' }),
      },
    ])
  }),
)

test('every registering call of the contract is among them', () => {
  const calls = Object.keys(contract).filter((key) => /^PUT .*(?:-uploads|\/documents\/\{kind\})$/u.test(key))
  const tried = Object.keys(registrations).map((key) => key.replace(/documents\/.*/u, 'documents/{kind}'))
  expect([...new Set(tried)].toSorted()).toEqual(calls.toSorted())
})

/** Calls for account administrators. */
const administered = (yes: number): Row => ({
  ...ofClient(403, 403),
  'another client': 403,
  'a system administrator': [yes, yes, 404],
})

/** A call on an account, a new one each time, since some calls delete it. */
const account = (yes: number, call: (session: HttpSession, user: string) => Promise<HttpAnswer>): Case => ({
  row: administered(yes),
  make: async ({ wealthManagerId }) => (await makeClient(server.context, { wealthManagerId })).id,
  missing: newId,
  call: (session, id) => call(session, `/api/system-admin/users/${id}`),
})

/** A call that corrects a client, a new one each time. */
const corrected = (yes: number, call: (session: HttpSession, path: string) => Promise<HttpAnswer>): Case => ({
  row: { ...forStaff(yes, yes), 'a system administrator': [yes, yes, 404] },
  make: async ({ wealthManagerId }) => (await makeClient(server.context, { wealthManagerId })).id,
  missing: newId,
  call: (session, id) => call(session, `/api/admin/clients/${id}`),
})

/** All calls that name an object: the type requires a row for each path parameter. */
type Naming =
  | Exclude<
      Extract<ContractKey, `${string}{${string}`>,
      // The firm's settings belong to everyone who may read them.
      | `${string}{kind}`
      | `${string} /api/firm/${string}`
      | `${string} /api/application/pack/{task}${string}`
      | `${string}{provider}${string}`
    >
  | 'PUT /api/application'
  | 'POST /api/admin/annual-reviews/notify'
  | 'GET /api/admin/application-archive'
  | 'GET /api/wealth-manager/application-archive'
  | 'POST /api/admin/application-export'
  | 'POST /api/wealth-manager/application-export'
  | 'PUT /api/objects/upload/:id'

const cases = {
  'GET /objects/uploads/{id}': {
    ...document,
    row: readers,
    call: (session, id) => session.get(`/objects/uploads/${id}`),
  },
  'PUT /api/documents/{id}/opened': {
    ...document,
    row: forStaff(204, 204),
    call: (session, id) => session.put(`/api/documents/${id}/opened`),
  },
  'GET /api/documents/{id}/thumbnail': {
    ...document,
    row: readers,
    call: (session, id) => session.get(`/api/documents/${id}/thumbnail`),
  },
  'GET /api/documents/{id}/signature': {
    ...document,
    row: readers,
    call: (session, id) => session.get(`/api/documents/${id}/signature`),
  },
  'DELETE /api/documents/{id}': {
    ...document,
    row: ofClient(204, 404),
    call: (session, id) => session.delete(`/api/documents/${id}`),
  },
  'POST /api/documents/{id}/restore': {
    ...document,
    row: ofClient(204, 404),
    call: (session, id) => session.post(`/api/documents/${id}/restore`),
  },
  'PUT /api/application': {
    ...document,
    row: ofClient(200, 400),
    call: (session, id) => {
      const file = { id, name: 'x', url: '/x', uploadDate: '2026-11-20T10:00:00Z' }
      return session.put('/api/application', { pensionBenefitsStatements: [file] })
    },
  },
  'PUT /api/objects/upload/:id': {
    // Staff have upload addresses too, but not the client's.
    row: {
      ...ofClient(204, 404),
      'the manager': 404,
      'another manager': 404,
      'an admin': 404,
      'a system administrator': 404,
    },
    make: ({ session }) => requestAddress(session),
    missing: () => `${server.url}/api/objects/upload/${newId()}?token=${'x'.repeat(43)}`,
    call: async (session, address) => {
      const body = new Uint8Array(await makePdf())
      const headers = { 'content-type': 'application/pdf' }
      const { bytes, ...answer } = await raw(session, address, { method: 'PUT', body, headers })
      return { ...answer, text: bytes.toString(), body: undefined }
    },
  },
  'DELETE /api/account/sessions/{id}': {
    // Only the owner: other staff get 404, as other clients do.
    row: { ...allRolesOwn, 'the client': [204, 404, 404] },
    make: makeSession,
    missing: newId,
    call: (session, id) => session.delete(`/api/account/sessions/${id}`),
  },
  'PATCH /api/account/passkeys/{id}': {
    row: { ...allRolesOwn, 'the client': [200, 404, 404] },
    make: ({ id }) => makePasskey(server.context, id),
    missing: newId,
    call: (session, id) => session.patch(`/api/account/passkeys/${id}`, { name: 'Phone' }),
  },
  'POST /api/account/passkeys/{id}/removal': {
    // The proof is rejected first, the same for every passkey.
    row: {
      ...ofClient(400, 400),
      unconfirmed: 403,
      'another client': 400,
      'the manager': 400,
      'another manager': 400,
      'an admin': 400,
      'a system administrator': 400,
    },
    make: ({ id }) => makePasskey(server.context, id),
    missing: newId,
    call: (session, id) => session.post(`/api/account/passkeys/${id}/removal`, { proof: { by: 'sso' } }),
  },
  'POST /api/account/identities/{id}/removal': {
    // The proof is rejected first, the same for every identity.
    row: {
      ...ofClient(403, 403),
      'another client': 403,
      'the manager': 400,
      'another manager': 400,
      'an admin': 400,
      'a system administrator': 400,
    },
    make: () => Promise.resolve(newId()),
    missing: newId,
    call: (session, id) => session.post(`/api/account/identities/${id}/removal`, {}),
  },
  'POST /api/system-admin/users/{id}/linking': {
    // Clients don't sign in at a provider.
    row: { ...ofClient(403, 403), 'another client': 403, 'a system administrator': [409, 409, 404] },
    make: ({ id }) => Promise.resolve(id),
    missing: newId,
    call: (session, id) => session.post(`/api/system-admin/users/${id}/linking`, { open: true }),
  },
  'DELETE /api/system-admin/users/{id}/identities/{identityId}': {
    row: { ...ofClient(403, 403), 'another client': 403, 'a system administrator': 404 },
    make: ({ id }) => Promise.resolve(id),
    missing: newId,
    call: (session, id) => session.delete(`/api/system-admin/users/${id}/identities/${newId()}`),
  },
  'DELETE /api/system-admin/users/{id}/second-factor': {
    row: { ...ofClient(403, 403), 'another client': 403, 'a system administrator': [204, 204, 404] },
    make: ({ id }) => Promise.resolve(id),
    missing: newId,
    call: (session, id) => session.delete(`/api/system-admin/users/${id}/second-factor`),
  },
  'PATCH /api/system-admin/users/{id}': account(200, (session, user) =>
    session.patch(user, { deactivated: true }),
  ),
  'DELETE /api/system-admin/users/{id}': account(204, (session, user) => session.delete(user)),
  'POST /api/system-admin/users/{id}/reset-password': account(200, (session, user) =>
    session.post(`${user}/reset-password`),
  ),
  'POST /api/system-admin/users/{id}/sign-out': account(200, (session, user) =>
    session.post(`${user}/sign-out`),
  ),
  'GET /api/system-admin/users/{id}/fais-documents': account(200, (session, user) =>
    session.get(`${user}/fais-documents`),
  ),
  'PUT /api/system-admin/users/{id}/fais-document': {
    ...account(200, async (session, user) => {
      const documentURL = await sendLetter(people['a system administrator'])
      return session.put(`${user}/fais-document`, { documentURL })
    }),
    make: async () => (await makeUser(server.context, { role: 'wealth_manager' })).id,
  },
  'PUT /api/system-admin/users/{id}/current-fais-document': {
    ...account(200, async (session, user) => {
      const managerId = user.split('/').at(-1) ?? ''
      const ofManager = eq(documents.ownerId, managerId)
      const [letter] = await server.context.database.db.select().from(documents).where(ofManager)
      const id = letter?.id ?? managerId
      return session.put(`${user}/current-fais-document`, { documentId: id, replaces: id })
    }),
    make: async () => {
      const { id } = await makeUser(server.context, { role: 'wealth_manager' })
      await makeFaisDocument(server.context, { managerId: id })
      return id
    },
  },
  'PUT /api/admin/applications/{id}/wealth-manager': {
    ...application('submitted'),
    row: forStaff(null, 200),
    call: async (session, id) => {
      const { id: wealthManagerId } = await makeUser(server.context, { role: 'wealth_manager' })
      const body = { wealthManagerId, withoutLetter: true }
      return session.put(`/api/admin/applications/${id}/wealth-manager`, body)
    },
  },
  'POST /api/admin/wealth-managers/{id}/hand-over': {
    row: { ...administered(200), 'an admin': [200, 200, 404] },
    make: async () => (await makeUser(server.context, { role: 'wealth_manager' })).id,
    missing: newId,
    call: async (session, id) => {
      const { id: to } = await makeUser(server.context, { role: 'wealth_manager' })
      return session.post(`/api/admin/wealth-managers/${id}/hand-over`, { to, withoutLetter: true })
    },
  },
  'GET /fais-documents/{path}': {
    row: administered(200),
    make: async ({ wealthManagerId: managerId }) =>
      (await makeFaisDocument(server.context, { managerId })).id,
    missing: newId,
    call: (session, id) => session.get(`/fais-documents/${id}`),
  },
  'GET /api/admin/applications/{id}': {
    ...application('draft'),
    row: forStaff(200, 200),
    call: (session, id) => session.get(`/api/admin/applications/${id}`),
  },
  'GET /api/admin/applications/{id}/download': {
    ...application('submitted'),
    row: forStaff(null, 200),
    call: (session, id) => session.get(`/api/admin/applications/${id}/download`),
  },
  'GET /api/admin/application-archive': {
    ...application('submitted'),
    row: forStaff(null, 200),
    call: (session, id) => session.get(`/api/admin/application-archive?ids=${id}`),
  },
  'GET /api/wealth-manager/application-archive': {
    ...application('submitted'),
    row: forStaff(200, null),
    call: (session, id) => session.get(`/api/wealth-manager/application-archive?ids=${id}`),
  },
  'POST /api/admin/application-export': {
    ...application('submitted'),
    row: forStaff(null, 200),
    call: (session, id) => session.post('/api/admin/application-export', { format: 'csv', ids: [id] }),
  },
  'POST /api/wealth-manager/application-export': {
    ...application('submitted'),
    row: forStaff(200, null),
    call: (session, id) =>
      session.post('/api/wealth-manager/application-export', { format: 'csv', ids: [id] }),
  },
  'GET /api/admin/applications/{id}/timeline': {
    ...application('draft'),
    row: forStaff(200, 200),
    call: (session, id) => session.get(`/api/admin/applications/${id}/timeline`),
  },
  'GET /api/admin/applications/{id}/annual-reviews': {
    ...application('onboarded'),
    row: forStaff(200, 200),
    call: (session, id) => session.get(`/api/admin/applications/${id}/annual-reviews`),
  },
  'POST /api/admin/clients/{id}/correction': corrected(200, (session, path) =>
    session.post(`${path}/correction`, { fullName: 'Thandiwe Nkosi', email: newAddress() }),
  ),
  'DELETE /api/admin/clients/{id}/address': corrected(204, (session, path) =>
    session.delete(`${path}/address`),
  ),
  'POST /api/admin/applications/{id}/invitation': {
    row: forStaff(200, 200),
    make: async ({ wealthManagerId }) =>
      (await makeClient(server.context, { wealthManagerId, invited: true })).applicationId,
    missing: newId,
    call: (session, id) => session.post(`/api/admin/applications/${id}/invitation`),
  },
  'PUT /api/admin/applications/{id}/automatic-reminders': {
    ...application('draft'),
    row: forStaff(200, 200),
    call: (session, id) => session.put(`/api/admin/applications/${id}/automatic-reminders`, { on: false }),
  },
  'POST /api/admin/applications/{id}/reminder': {
    ...application('draft'),
    row: forStaff(null, 200),
    call: (session, id) => session.post(`/api/admin/applications/${id}/reminder`, { again: true }),
  },
  'POST /api/admin/held-acts/{id}/undo': {
    // Account administrators can reassign clients and undo it.
    row: { ...ofWhoBegan(200), 'a system administrator': 404 },
    make: async ({ applicationId, session }) => {
      const another = async () => server.as((await makeUser(server.context, { role: 'admin' })).username)
      const by = session === client.session ? people['an admin'] : await another()
      return undoableReminder(server, by, applicationId)
    },
    missing: newId,
    call: (session, id) => session.post(`/api/admin/held-acts/${id}/undo`),
  },
  'GET /api/admin/bulk-acts/{id}': {
    ...bulkAct,
    row: ofWhoBegan(200),
    call: (session, id) => session.get(`/api/admin/bulk-acts/${id}`),
  },
  'GET /api/admin/bulk-acts/{id}/results': {
    ...bulkAct,
    row: ofWhoBegan(200),
    call: (session, id) => session.get(`/api/admin/bulk-acts/${id}/results`),
  },
  'POST /api/admin/bulk-acts/{id}/call-off': {
    ...bulkAct,
    row: ofWhoBegan(409),
    call: (session, id) => session.post(`/api/admin/bulk-acts/${id}/call-off`),
  },
  'PATCH /api/admin/applications/{id}/status': {
    ...application('submitted'),
    row: forStaff(409, 200),
    call: (session, id) => session.patch(`/api/admin/applications/${id}/status`, { status: 'cancelled' }),
  },
  'PUT /api/admin/applications/{id}/status': {
    ...application('submitted'),
    row: forStaff(200, 409),
    call: (session, id) => session.put(`/api/admin/applications/${id}/status`, { status: 'approved' }),
  },
  'POST /api/admin/applications/{id}/reopen': {
    ...application('rejected'),
    row: forStaff(null, 200),
    call: (session, id) => session.post(`/api/admin/applications/${id}/reopen`, { reason: 'A mistake' }),
  },
  'PUT /api/admin/wealth-managers/{id}/stand-in': {
    row: ofFirm(200),
    make: async () => (await makeUser(server.context, { role: 'wealth_manager' })).id,
    missing: newId,
    call: async (session, id) => {
      const { id: standInId } = await makeUser(server.context, { role: 'wealth_manager' })
      return session.put(`/api/admin/wealth-managers/${id}/stand-in`, {
        standInId,
        until: dayOf(server.context.now()),
      })
    },
  },
  'DELETE /api/admin/stand-ins/{id}': {
    row: ofFirm(204),
    make: async () => {
      const manager = await makeUser(server.context, { role: 'wealth_manager' })
      await standInFor(manager)
      const [row] = await server.context.database.db
        .select()
        .from(standIns)
        .where(eq(standIns.managerId, manager.id))
      return row?.id ?? ''
    },
    missing: newId,
    call: (session, id) => session.delete(`/api/admin/stand-ins/${id}`),
  },
  'PUT /api/notifications/{id}': {
    // Only the owner: other staff get 404.
    row: { ...forStaff(404, 404), 'the manager': [204, 404, 404] },
    standIn: 404,
    make: async ({ applicationId, wealthManagerId: userId }) => {
      const id = newId()
      const { db } = server.context.database
      await db
        .insert(notifications)
        .values({ id, userId, applicationId, kind: 'mention', at: server.context.now() })
      return id
    },
    missing: newId,
    call: (session, id) => session.put(`/api/notifications/${id}`, { read: true }),
  },
  'POST /api/admin/applications/{id}/checks': {
    ...withOddAnswer,
    row: forStaff(200, 200),
    call: (session, id) => settle(session, `/api/admin/applications/${id}`),
  },
  'PUT /api/admin/applications/{id}/proofs': {
    ...application('submitted'),
    // Without a document there is nothing to tick.
    row: forStaff(409, 409),
    call: (session, id) =>
      session.put(`/api/admin/applications/${id}/proofs`, {
        path: 'annualIncome',
        documentId: newId(),
        about: '[]',
        proved: true,
      }),
  },
  'GET /api/admin/applications/{id}/notes': {
    ...application('draft'),
    row: forStaff(200, 200),
    call: (session, id) => session.get(`/api/admin/applications/${id}/notes`),
  },
  'GET /api/admin/applications/{id}/colleagues': {
    ...application('draft'),
    row: forStaff(200, 200),
    call: (session, id) => session.get(`/api/admin/applications/${id}/colleagues`),
  },
  'POST /api/admin/applications/{id}/notes': {
    ...application('draft'),
    row: forStaff(201, 201),
    call: (session, id) => writeNote(session, `/api/admin/applications/${id}`),
  },
  'PUT /api/admin/applications/{id}/notes/{noteId}': {
    ...notedByAdmin,
    // Only the author.
    row: forStaff(403, 200),
    call: (session, path) => session.put(path, { text: 'Another one.' }),
  },
  'GET /api/admin/applications/{id}/notes/{noteId}/wordings': {
    ...notedByAdmin,
    row: forStaff(200, 200),
    call: (session, path) => session.get(`${path}/wordings`),
  },
  'GET /api/admin/applications/{id}/corrections': {
    ...application('submitted'),
    row: forStaff(200, 200),
    call: (session, id) => session.get(`/api/admin/applications/${id}/corrections`),
  },
  'POST /api/admin/applications/{id}/corrections/items': {
    ...application('submitted'),
    row: forStaff(200, 200),
    call: (session, id) => note(session, `/api/admin/applications/${id}`, someAnswer),
  },
  'POST /api/admin/applications/{id}/corrections/send': {
    ...corrections(async (path) => void (await note(people['an admin'], path, someAnswer))),
    row: forStaff(200, 200),
    call: (session, id) => session.post(`/api/admin/applications/${id}/corrections/send`, {}),
  },
  'POST /api/admin/applications/{id}/corrections/withdraw': {
    ...corrections(async (path) => void (await ask(people['an admin'], path))),
    row: forStaff(200, 200),
    call: (session, id) => session.post(`/api/admin/applications/${id}/corrections/withdraw`),
  },
  'DELETE /api/admin/applications/{id}/corrections/items/{itemId}': {
    row: forStaff(204, 204),
    make: async (owner) => {
      const { path } = await reviewed(owner)
      const noted = (await note(people['an admin'], path, someAnswer)).body as Corrections
      return `${path}/corrections/items/${noted.basket[0]?.id}`
    },
    missing: () => `/api/admin/applications/${newId()}/corrections/items/${newId()}`,
    call: (session, item) => session.delete(item),
  },
  'PUT /api/admin/applications/{id}/corrections/items/{itemId}/verdict': {
    row: forStaff(200, 200),
    make: async (owner) => {
      const { path, session } = await reviewed(owner)
      const { rounds } = await ask(people['an admin'], path)
      await answerWithText(session)
      return `${path}/corrections/items/${rounds[0]?.items[0]?.id}/verdict`
    },
    missing: () => `/api/admin/applications/${newId()}/corrections/items/${newId()}/verdict`,
    call: (session, item) => session.put(item, { verdict: 'accepted' }),
  },
  'PUT /api/application/corrections/{id}/reply': {
    // Without a correction request there is nothing to answer.
    row: { ...ofClient(200, 404), 'another client': 409, unconfirmed: 403 },
    make: makeAskedItem,
    missing: newId,
    call: (session, id) => session.put(`/api/application/corrections/${id}/reply`, { reply: 'Yes.' }),
  },
  'PUT /api/application/corrections/{id}/file': {
    row: { ...ofClient(200, 404), unconfirmed: 403 },
    make: makeAskedItem,
    missing: newId,
    call: async (session, id) => {
      const isClient = session === client.session
      const fileURL = isClient ? await makeSentUpload(client) : `${server.url}/api/objects/upload/${newId()}`
      return session.put(`/api/application/corrections/${id}/file`, { fileURL, fileName: 'april.pdf' })
    },
  },
  'DELETE /api/application/pack/files/{documentId}': {
    row: { ...ofClient(204, 404), unconfirmed: 403 },
    make: ({ session }) =>
      withPack(server, async () => {
        const { body } = await addPaper(session, 'identity', 'id-card')
        return (body as { id: string }).id
      }),
    missing: newId,
    call: (session, id) => withPack(server, () => session.delete(`/api/application/pack/files/${id}`)),
  },
  'GET /api/admin/applications/{id}/pack': {
    ...handedIn,
    row: forStaff(200, 200),
    call: (session, id) => withPack(server, () => session.get(`/api/admin/applications/${id}/pack`)),
  },
  'POST /api/admin/applications/{id}/pack/upload': {
    ...handedIn,
    row: forStaff(200, 200),
    call: (session, id) =>
      withPack(server, () => session.post(`/api/admin/applications/${id}/pack/upload`, {})),
  },
  'PUT /api/admin/applications/{id}/pack/{task}/file': {
    ...handedIn,
    row: forStaff(200, 200),
    call: (session, id) =>
      withPack(server, async () => {
        const isReviewer = reviewers.some((who) => session === people[who])
        const fileURL = isReviewer
          ? await sendPaper(session, `/api/admin/applications/${client.applicationId}/pack/upload`)
          : `${server.url}/api/objects/upload/${newId()}`
        const body = { paper: 'id-card', fileURL, fileName: 'scan.pdf' }
        return session.put(`/api/admin/applications/${id}/pack/identity/file`, body)
      }),
  },
  'PUT /api/admin/applications/{id}/pack/{task}/verdict': {
    ...handedIn,
    row: forStaff(200, 200),
    call: (session, id) =>
      withPack(server, () =>
        session.put(`/api/admin/applications/${id}/pack/tax/verdict`, {
          version: 1,
          verdict: 'accepted',
          method: 'original-seen',
        }),
      ),
  },
  'POST /api/admin/applications/{id}/pack/ask': {
    ...handedIn,
    row: forStaff(200, 200),
    call: (session, id) => withPack(server, () => session.post(`/api/admin/applications/${id}/pack/ask`, {})),
  },
  'POST /api/admin/applications/{id}/pack/account': {
    ...handedIn,
    row: forStaff(200, 200),
    call: (session, id) => withPack(server, () => session.post(`/api/admin/applications/${id}/pack/account`)),
  },
  'POST /api/admin/applications/{id}/retention-holds': {
    ...application('submitted'),
    row: forStaff(null, 200),
    call: (session, id) =>
      withPack(server, () => session.post(`/api/admin/applications/${id}/retention-holds`, heldByCourt)),
  },
  'PUT /api/admin/applications/{id}/retention-holds/{holdId}/lifted': {
    ...application('submitted'),
    row: forStaff(null, 200),
    make: async (owner) => {
      const id = await application('submitted').make(owner)
      const path = `/api/admin/applications/${id}/retention-holds`
      const { body } = await withPack(server, () => people['an admin'].post(path, heldByCourt))
      return `${id}/retention-holds/${(body as Hold[])[0]?.id}`
    },
    missing: () => `${newId()}/retention-holds/${newId()}`,
    call: (session, hold) =>
      withPack(server, () => session.put(`/api/admin/applications/${hold}/lifted`, { words: 'It is over.' })),
  },
  'GET /api/admin/applications/{id}/inspector-file': {
    ...application('submitted'),
    row: forStaff(null, 200),
    call: (session, id) =>
      withPack(server, () => session.get(`/api/admin/applications/${id}/inspector-file`)),
  },
  'GET /api/admin/staff/{id}/inspector-file': {
    row: forStaff(null, 200),
    make: async () => {
      const { id } = await makeUser(server.context, { role: 'wealth_manager' })
      await withPack(server, () => people['an admin'].post(`/api/admin/staff/${id}/screening`))
      return id
    },
    missing: newId,
    call: (session, id) => withPack(server, () => session.get(`/api/admin/staff/${id}/inspector-file`)),
  },
  'POST /api/admin/risk-models/{version}/in-force': {
    // The admin proposed it.
    row: forStaff(null, 409),
    make: async () => {
      const { body } = await withPack(server, () =>
        people['an admin'].post('/api/admin/risk-models', {
          content: riskModelChoices,
          expectedModel: shippedModel.version,
        }),
      )
      return String((body as RiskModels).proposed?.version)
    },
    missing: () => '999',
    call: (session, version) =>
      withPack(server, () => session.post(`/api/admin/risk-models/${version}/in-force`)),
  },
  'POST /api/admin/applications/{id}/rating': {
    ...handedIn,
    // The tasks that it rests on are not handed in.
    row: forStaff(null, 409),
    call: (session, id) =>
      withPack(server, () =>
        session.post(`/api/admin/applications/${id}/rating`, { expectedModel: shippedModel.version }),
      ),
  },
  'POST /api/admin/applications/{id}/gate-override': {
    ...handedIn,
    row: forStaff(null, 200),
    call: (session, id) =>
      withPack(server, () =>
        session.post(`/api/admin/applications/${id}/gate-override`, { reason: 'Papers follow.' }),
      ),
  },
  'PUT /api/admin/approvals/{id}': {
    // The admin asked for it.
    row: forStaff(null, 409),
    make: async (owner) => {
      const applicationId = await handedIn.make(owner)
      const { body } = await withPack(server, () =>
        people['an admin'].post(`/api/admin/applications/${applicationId}/gate-override`, {
          reason: 'Papers follow.',
        }),
      )
      return (body as { id: string }).id
    },
    missing: newId,
    call: (session, id) =>
      withPack(server, () =>
        session.put(`/api/admin/approvals/${id}`, { decision: 'granted', words: 'Agreed.' }),
      ),
  },
  ...integrationCases,
  'GET /api/admin/applications/{id}/screening': {
    ...application('submitted'),
    row: forStaff(null, 200),
    call: (session, id) => withPack(server, () => session.get(`/api/admin/applications/${id}/screening`)),
  },
  'PUT /api/admin/hits/{id}/lift': {
    make: () => Promise.resolve(newId()),
    missing: newId,
    row: forStaff(null, 404),
    call: (session, id) =>
      withPack(server, () =>
        session.put(`/api/admin/hits/${id}/lift`, { reason: 'other-person', words: 'Another birth.' }),
      ),
  },
  'PUT /api/admin/screened-people/{id}/dropped-name': {
    make: () => Promise.resolve(newId()),
    missing: newId,
    row: forStaff(null, 404),
    call: (session, id) =>
      withPack(server, () =>
        session.put(`/api/admin/screened-people/${id}/dropped-name`, { name: 'Thandy', words: 'Mistyped.' }),
      ),
  },
  'GET /api/admin/staff/{id}/screening': {
    make: async () => (await makeUser(server.context, { role: 'wealth_manager' })).id,
    missing: newId,
    row: forStaff(null, 200),
    call: (session, id) => withPack(server, () => session.get(`/api/admin/staff/${id}/screening`)),
  },
  'POST /api/admin/staff/{id}/screening': {
    make: async () => (await makeUser(server.context, { role: 'wealth_manager' })).id,
    missing: newId,
    row: forStaff(null, 200),
    call: (session, id) => withPack(server, () => session.post(`/api/admin/staff/${id}/screening`)),
  },
  'POST /api/admin/applications/{id}/screening': {
    ...application('submitted'),
    row: forStaff(null, 200),
    call: (session, id) => withPack(server, () => session.post(`/api/admin/applications/${id}/screening`)),
  },
  'GET /api/system-admin/lists/{id}/preview': {
    ...missingList,
    call: (session, id) => withPack(server, () => session.get(`/api/system-admin/lists/${id}/preview`)),
  },
  'PUT /api/system-admin/lists/{id}/in-force': {
    ...missingList,
    call: (session, id) => withPack(server, () => session.put(`/api/system-admin/lists/${id}/in-force`)),
  },
  'DELETE /api/system-admin/lists/{id}': {
    ...missingList,
    call: (session, id) => withPack(server, () => session.delete(`/api/system-admin/lists/${id}`)),
  },
  'GET /api/admin/outbox/{id}': {
    ...mailInProduction,
    call: (session, id) => session.get(`/api/admin/outbox/${id}`),
  },
  'GET /api/admin/outbox/{id}/html': {
    ...mailInProduction,
    call: (session, id) => session.get(`/api/admin/outbox/${id}/html`),
  },
  'POST /api/admin/annual-reviews/notify': {
    ...application('onboarded'),
    row: forStaff(null, 200),
    call: (session, id) =>
      session.post('/api/admin/annual-reviews/notify', { applicationIds: [id], again: true }),
  },
  'POST /api/admin/annual-reviews/{id}/complete': {
    ...application('onboarded'),
    row: forStaff(null, 200),
    call: (session, id) => session.post(`/api/admin/annual-reviews/${id}/complete`, { note: 'All is well.' }),
  },
  'GET /api/admin/imports/{id}': {
    ...checkedImport,
    row: ofFirm(200),
    call: (session, id) => session.get(`/api/admin/imports/${id}`),
  },
  'PUT /api/admin/imports/{id}/reading': {
    ...checkedImport,
    row: ofFirm(200),
    call: (session, id) => session.put(`/api/admin/imports/${id}/reading`, { headerRow: 1 }),
  },
  'PUT /api/admin/imports/{id}/mapping': {
    ...checkedImport,
    row: ofFirm(200),
    call: (session, id) =>
      session.put(`/api/admin/imports/${id}/mapping`, {
        columns: ['email', 'fullName'],
        dateOrder: 'dmy',
        statuses: [],
        defaultStatus: 'draft',
        managers: [],
        defaultManagerId: null,
      }),
  },
  'GET /api/admin/imports/{id}/rows': {
    ...checkedImport,
    row: ofFirm(200),
    call: (session, id) => session.get(`/api/admin/imports/${id}/rows`),
  },
  'PUT /api/admin/imports/{id}/rows/{row}': {
    ...checkedImport,
    // The row duplicates no ID number.
    row: ofFirm(409),
    call: (session, id) => session.put(`/api/admin/imports/${id}/rows/2`, { reason: 'Twins.' }),
  },
  'PUT /api/admin/imports/{id}/rows/{row}/cells/{column}': {
    ...checkedImport,
    // The cell has another text than the one that is given.
    row: ofFirm(409),
    call: (session, id) =>
      session.put(`/api/admin/imports/${id}/rows/2/cells/0`, { value: 'x@x.example', before: 'y' }),
  },
  'GET /api/admin/imports/{id}/problems': {
    ...checkedImport,
    row: ofFirm(200),
    call: (session, id) => session.get(`/api/admin/imports/${id}/problems?format=csv`),
  },
  'POST /api/admin/imports/{id}/start': {
    ...checkedImport,
    // The proof is missing, which is found first.
    row: { ...ofFirm(400), 'an admin': 400 },
    call: (session, id) =>
      session.post(`/api/admin/imports/${id}/start`, {
        figures: { create: 1, warning: 0, skip: 0, error: 0 },
      }),
  },
  'POST /api/admin/imports/{id}/pause': {
    ...checkedImport,
    row: ofFirm(409),
    call: (session, id) => session.post(`/api/admin/imports/${id}/pause`),
  },
  'POST /api/admin/imports/{id}/resume': {
    ...checkedImport,
    row: ofFirm(409),
    call: (session, id) => session.post(`/api/admin/imports/${id}/resume`),
  },
  'POST /api/admin/imports/{id}/undo': {
    ...checkedImport,
    row: { ...ofFirm(400), 'an admin': 400 },
    call: (session, id) => session.post(`/api/admin/imports/${id}/undo`, {}),
  },
  'PUT /api/admin/imports/{id}/invitations': {
    ...checkedImport,
    row: ofFirm(409),
    call: (session, id) =>
      session.put(`/api/admin/imports/${id}/invitations`, {
        perBatch: 10,
        batchesPerDay: 1,
        firstDay: '2999-01-01',
        firstHour: 9,
      }),
  },
  'DELETE /api/admin/imports/{id}/invitations': {
    ...checkedImport,
    row: ofFirm(200),
    call: (session, id) => session.delete(`/api/admin/imports/${id}/invitations`),
  },
  'PUT /api/admin/imports/{id}/left-out': {
    ...checkedImport,
    row: ofFirm(200),
    call: (session, id) => session.put(`/api/admin/imports/${id}/left-out`, { leftOut: true, row: 2 }),
  },
  'PUT /api/admin/imports/{id}/reviews': {
    ...checkedImport,
    row: ofFirm(409),
    call: (session, id) => session.put(`/api/admin/imports/${id}/reviews`, { months: 12 }),
  },
  'DELETE /api/admin/imports/{id}/reviews': {
    ...checkedImport,
    row: ofFirm(200),
    call: (session, id) => session.delete(`/api/admin/imports/${id}/reviews`),
  },
  'DELETE /api/admin/imports/{id}': {
    ...checkedImport,
    row: ofFirm(204),
    call: (session, id) => session.delete(`/api/admin/imports/${id}`),
  },
} satisfies Record<Naming, Case>

async function named({ make, missing }: Case, whose: Whose): Promise<string> {
  if (whose === 'missing') return missing()
  return make(whose === 'theirs' ? client : otherClient)
}

/** Responses must not reveal whether an object outside the scope exists. */
function visible({ status, text, headers }: HttpAnswer) {
  return { status, text, headers: [...headers].filter(([name]) => name !== 'date') }
}

/** A caller's results for each object. */
function statusesFor({ row, standIn }: Case, caller: Caller): readonly number[] {
  const own = caller === 'a stand-in' ? standIn : undefined
  const expected = own ?? row[caller === 'a stand-in' ? 'the manager' : caller]
  return typeof expected === 'number' ? objects.map(() => expected) : expected
}

function expectAnswers(one: Case, caller: Caller, answers: readonly HttpAnswer[]): void {
  expect(answers.map(({ status }) => status)).toEqual(statusesFor(one, caller))
  const missing = answers.at(-1)
  if (missing === undefined) throw new Error('There is no answer.')
  for (const answer of answers) {
    if (answer.status === missing.status) expect(visible(answer)).toEqual(visible(missing))
  }
}

describe.each(Object.entries<Case>({ ...registrations, ...cases }))('%s', (_key, one) => {
  const isRefused = (caller: Caller) => statusesFor(one, caller).every((status) => status >= 400)

  describe('rejected', () => {
    /** Rejected calls change nothing, so the objects can be reused. */
    const made: string[] = []
    beforeAll(async () => {
      await clear()
      for (const whose of objects) made.push(await named(one, whose))
    })

    test.each(callers.filter(isRefused))('%s', async (caller) => {
      const answers = []
      for (const name of made) answers.push(await one.call(people[caller], name))
      expectAnswers(one, caller, answers)
    })
  })

  test.each(callers.filter((caller) => !isRefused(caller)))('%s', async (caller) => {
    await clear()
    const answers = []
    for (const whose of objects) answers.push(await one.call(people[caller], await named(one, whose)))
    expectAnswers(one, caller, answers)
  })
})

/** Routes outside the contract besides pages: the API for programs (`public-api.test.ts`), the OpenAPI document, seal verification, and probes. */
const beside = [
  'GET /api/docs',
  'GET /api/docs/*',
  'GET /api/errors',
  'GET /api/openapi.json',
  'GET /api/seal-certificates',
  'GET /api/v1/applications',
  'GET /api/v1/applications/:id',
  'GET /api/v1/documents/:id/content',
  'GET /api/v1/events',
  'GET /api/v1/openapi.json',
  'GET /api/v1/token',
  'GET /brand/:file',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'POST /api/sso/:provider/backchannel-logout',
  'POST /api/system-admin/lists/file',
  'POST /api/verify-document',
  'PUT /api/firm/logo/:field',
  'PUT /api/objects/upload/:id',
]

/** Fastify prints its routes as a tree of path parts. */
function routesIn(tree: string): string[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part, methods] = /^([\s│├└─]+)(\S*)(?: \(([A-Z, ]+)\))?$/u.exec(line) ?? []
    if (part === undefined) return []
    const depth = indent.length / 4
    parts.splice(depth - 1, parts.length, part)
    return methods === undefined ? [] : methods.split(', ').map((method) => `${method} ${parts.join('')}`)
  })
}

/** Client files with a route each, the sign-in page, and the fallback page. */
function isPage(route: string): boolean {
  const [method, address = ''] = route.split(' ')
  const isOne = ['/*', '/auth', '/auth/'].includes(address) || existsSync(join(clientFolder, address))
  return method === 'GET' && isOne
}

test('every route of the server is in the contract, or in the list above', async () => {
  const app = await buildApp(server.context)
  await app.ready()
  const found = routesIn(app.printRoutes()).filter((route) => !route.startsWith('HEAD '))
  await app.close()
  const inContract = Object.keys(contract).map((key) => key.replaceAll(/\{(\w+)\}/gu, ':$1'))
  expect(found).toEqual(expect.arrayContaining(inContract))
  const others = found.filter((route) => !inContract.includes(route) && !isPage(route))
  expect(others.toSorted()).toEqual(beside)
})
