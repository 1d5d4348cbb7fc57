import { rmSync } from 'node:fs'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Corrections } from '#features/corrections/api.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { Note } from '#features/notes/api/notes.ts'
import type { AuditAction } from '#features/audit/rules/events.ts'
import { recordLongDrafts } from '#features/wizard/server/draft-edit-sessions.ts'
import { checkChain } from '#features/audit/server/log/check-chain.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { remindOfTasks } from '#features/due-diligence/server/remind.ts'
import { remindOfCorrections } from '#features/corrections/server/remind.ts'
import {
  generateTemporaryPassword,
  issueTemporaryPassword,
} from '#features/sign-in/server/temporary-passwords.ts'
import { backUp } from '#features/operations/server/backup/back-up.ts'
import type { Edition } from '#features/screening/api/lists.ts'
import type { ApplicationScreening, Hit } from '#features/screening/api/screening.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import type { RiskModels } from '#features/due-diligence/api/risk-rating.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { newId } from '#base/server/db/id.ts'
import { users } from '#features/access/schema/tables.ts'
import { hits, listEditions, screeningSubjects } from '#features/screening/schema.ts'
import { endAllHits } from '#features/screening/server/end-hits.ts'
import { eraseOldEditions } from '#features/screening/server/erase-old-editions.ts'
import { deliverDueMail } from '#features/mail/server/deliver.ts'
import { MailRefusedError } from '#features/mail/server/transports/transport.ts'
import { adoptEnvironment } from '#features/firm/server/adopt-environment.ts'
import { runLetters } from '#features/signing/server/letters/run-letters.ts'
import { eraseEnded } from '#features/records/server/retention/erase-ended.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { changeSettings } from '#test/support/change-settings.ts'
import { readdress } from '#test/support/address-change.ts'
import { checksAt, oddAnswer, settle } from '#test/support/checks.ts'
import {
  answerWithText,
  ask,
  askedOf,
  handIn,
  makeReviewed,
  note,
  someAnswer,
  type Reviewed,
} from '#test/support/corrections.ts'
import {
  addPaper,
  completeDrafts,
  doTask,
  exposedDraft,
  giveVerdict,
  heldByCourt,
  makeHandedIn,
  makePackClient,
  rateRisk,
  reviewedPackOf,
  saveTask,
  withPack,
} from '#test/support/due-diligence.ts'
import { makePdf } from '#test/support/files.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import {
  checkImport,
  clientsFile,
  importFile,
  makeImporter,
  openImport,
  startImport,
  undoWhole,
} from '#test/support/imports.ts'
import { runImports } from '#features/imports/server/run-import.ts'
import { keyedActs, makeStaff } from '#test/support/keyed-acts.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { makeEnrolled, password as enrolledPassword, passwordGiven } from '#test/support/second-factor.ts'
import { confirm, registerUser } from '#test/support/registration.ts'
import { completeFirm } from '#test/support/first-client.ts'
import { demoProfile } from '#app/demo/demo-firm.ts'
import { publishLetter } from '#test/support/published-letter.ts'
import { dueForReview } from '#test/support/annual-reviews.ts'
import { fictitious, sendList, unList } from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { makeSigner, verify } from '#test/support/signing.ts'
import { idIn, raw, upload } from '#test/support/uploads.ts'

const password = 'a quiet harbour wall'
const wrong = 'a loud harbour wall'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let count = 0
const someone = () => `someone${(count += 1)}@test.example`
const someAddress = () => `198.51.100.${(count += 1)}`

async function expectStatus(status: number, answering: Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await answering
  expect([answer.status, answer.status === status ? '' : answer.text]).toEqual([status, ''])
  return answer
}

const signIn = (username: string, typed: string, browser: HttpSession = server.visit(someAddress())) =>
  browser.post('/api/login', { username, password: typed })

async function aClient() {
  const made = await makeClient(server.context)
  return { ...made, session: await server.as(made.username) }
}

/** A client with a manager who has a letter, and with one readable file. */
async function managedClient() {
  const { context } = server
  const manager = await makeUser(context, { role: 'wealth_manager' })
  await makeFaisDocument(context, { managerId: manager.id })
  const client = await makeClient(context, { wealthManagerId: manager.id })
  const ofClient = { applicationId: client.applicationId, ownerId: client.id }
  const document = await makeDocument(context, { ...ofClient, kind: 'payslip' })
  return { client, manager, document }
}

async function asSystemAdministrator(): Promise<HttpSession> {
  return server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
}

let lists = 10
/** A newer list that is loaded, and not in force. */
async function loadedList() {
  const session = await asSystemAdministrator()
  const content = unList(fictitious, `2026-11-${(lists += 1)}`)
  const { body } = await expectStatus(200, sendList(session, content, undefined, 'A list for tests.'))
  return { session, id: (body as Edition).id }
}

/** Another person starts using it: the list is small. */
async function startUsing({ id }: { id: string }): Promise<void> {
  const second = await asSystemAdministrator()
  await expectStatus(200, second.put(`/api/system-admin/lists/${id}/in-force`))
}

/** A hit on a client. */
async function screenedHit() {
  await startUsing(await loadedList())
  const { path } = await makePackClient(server, { answers: { fullName: 'Baobab Testperson' } })
  await screenClients(server.context)
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const { body } = await expectStatus(200, admin.get(`${path}/screening`))
  return { session: admin, id: (body as ApplicationScreening).hits[0]?.id ?? '' }
}

/** A match that two admins have confirmed. */
async function confirmedMatch() {
  const { session, id } = await screenedHit()
  const body = { ids: [id], verdict: 'match', words: 'The same person.' }
  const [hit] = (await expectStatus(200, session.put('/api/admin/hits/verdict', body))).body as Hit[]
  const other = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const decision = { decision: 'granted', words: 'Seen.' }
  await expectStatus(200, other.put(`/api/admin/approvals/${hit?.approvalId}`, decision))
  return { session, other, id, subjectId: hit?.subject.id ?? '' }
}

const accountPath = (id: string) => `/api/system-admin/users/${id}`

async function changeManager(): Promise<void> {
  const { client } = await managedClient()
  const { id: wealthManagerId } = await makeUser(server.context, { role: 'wealth_manager' })
  const session = await asSystemAdministrator()
  await expectStatus(200, session.patch(accountPath(client.id), { wealthManagerId }))
}

/** The undo id in a response. */
const undoIdIn = (body: unknown) => (body as { undo: { id: string } | null }).undo?.id

async function pauseAndResume(): Promise<void> {
  const { session } = await makeImporter(server)
  const checked = await checkImport(session, clientsFile(1))
  await startImport(session, checked)
  await expectStatus(200, session.post(`/api/admin/imports/${checked.id}/pause`))
  await expectStatus(200, session.post(`/api/admin/imports/${checked.id}/resume`))
  await runImports(server.context)
}

async function importAndUndo(): Promise<void> {
  const { session } = await makeImporter(server)
  const { id } = await importFile(server, session, clientsFile(1))
  await undoWhole(server, session, id)
}

async function planAndStop(): Promise<void> {
  const { session } = await makeImporter(server)
  const { id } = await importFile(server, session, clientsFile(1))
  const plan = { perBatch: 10, batchesPerDay: 1, firstDay: '2999-01-01', firstHour: 9 }
  await expectStatus(200, session.put(`/api/admin/imports/${id}/invitations`, plan))
  await expectStatus(200, session.delete(`/api/admin/imports/${id}/invitations`))
}

async function leaveOutAndPutBack(): Promise<void> {
  const { session } = await makeImporter(server)
  const { id } = await checkImport(session, clientsFile(1))
  const path = `/api/admin/imports/${id}/left-out`
  await expectStatus(200, session.put(path, { leftOut: true, row: 2 }))
  await expectStatus(200, session.put(path, { leftOut: false, row: 2 }))
}

async function spreadAndUndo(): Promise<void> {
  const { session } = await makeImporter(server)
  const file = `${clientsFile(1)};01/02/2017`.replace('Name', 'Name;Client since')
  const { id } = await importFile(server, session, file, { defaultStatus: 'onboarded' })
  await expectStatus(200, session.put(`/api/admin/imports/${id}/reviews`, { months: 6 }))
  await expectStatus(200, session.delete(`/api/admin/imports/${id}/reviews`))
}

/** What is recorded where, triggered over HTTP. Anonymous events have no actor. */
interface Recorded {
  by: 'user' | 'system'
  success: boolean
  how: () => Promise<void>
}

const byUser = (how: Recorded['how']): Recorded => ({ by: 'user', success: true, how })

async function exportAList(): Promise<void> {
  const { username } = await makeUser(server.context, { role: 'admin' })
  await expectStatus(200, (await server.as(username)).get('/api/admin/application-export?format=csv'))
}

/** A client with an open correction request. */
async function askedClient(): Promise<Reviewed> {
  const reviewed = await makeReviewed(server)
  await ask(reviewed.manager, reviewed.path)
  return reviewed
}

/** A client asked for their due diligence tasks. */
async function askedForTasks(): Promise<void> {
  const { manager, path } = await makePackClient(server)
  await expectStatus(200, manager.post(`${path}/pack/ask`, {}))
}

/** A politically exposed client whose declaration was accepted. */
async function exposedAccepted(): Promise<Reviewed> {
  const reviewed = await makePackClient(server)
  await doTask(reviewed.session, 'exposure', exposedDraft)
  await expectStatus(200, giveVerdict(reviewed.manager, reviewed.path, 'exposure'))
  return reviewed
}

/** @returns the version of a model that an admin proposed */
async function proposedModel(): Promise<number> {
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const { inForce } = (await admin.get('/api/admin/risk-models')).body as RiskModels
  const body = { content: inForce.content, expectedModel: inForce.version }
  const proposed = await admin.post('/api/admin/risk-models', body)
  return (proposed.body as RiskModels).proposed?.version ?? 0
}

/** An exposed client whose risk was rated, which asks for an approval. */
async function exposedRated(): Promise<Reviewed> {
  const reviewed = await makePackClient(server)
  await doTask(reviewed.session, 'identity')
  await doTask(reviewed.session, 'exposure', exposedDraft)
  await doTask(reviewed.session, 'funds', {
    ...completeDrafts.funds,
    wealth: [{ kind: 'salary', amount: 4_000_000 }],
  })
  await startUsing(await loadedList())
  await screenClients(server.context)
  const { username } = await makeUser(server.context, { role: 'admin' })
  const rater = await server.as(username)
  const { rating } = await reviewedPackOf(rater, reviewed.path)
  await expectStatus(200, rateRisk(rater, reviewed.path, { expectedModel: rating?.modelVersion }))
  return reviewed
}

/** A client whose records an admin holds. */
async function heldRecords() {
  const { path } = await makePackClient(server)
  const { username } = await makeUser(server.context, { role: 'admin' })
  const admin = await server.as(username)
  await expectStatus(200, admin.post(`${path}/retention-holds`, heldByCourt))
  return { admin, path, holdId: (await reviewedPackOf(admin, path)).holds[0]?.id ?? '' }
}

async function accept({ session, manager, path }: Reviewed): Promise<void> {
  await answerWithText(session)
  const { rounds } = (await manager.get(`${path}/corrections`)).body as Corrections
  const verdict = `${path}/corrections/items/${rounds[0]?.items[0]?.id}/verdict`
  await expectStatus(200, manager.put(verdict, { verdict: 'accepted' }))
}

/** A client with a check that the manager decided on. */
async function settled(): Promise<Reviewed> {
  const reviewed = await makeReviewed(server, { answers: oddAnswer })
  await expectStatus(200, settle(reviewed.manager, reviewed.path))
  return reviewed
}

/** A tick of the first answer that a document of a submitted application proves. */
async function proved(tick: boolean, at?: { staff: HttpSession; path: string }) {
  const { manager, ...made } = at === undefined ? await makeReviewed(server) : { ...at, manager: at.staff }
  const { body } = await manager.get(made.path)
  const [first] = (body as ReviewedApplication).proofs
  const { path, documentId, about } = first ?? {}
  await manager.put(`/api/documents/${documentId}/opened`)
  await expectStatus(200, manager.put(`${made.path}/proofs`, { path, documentId, about, proved: tick }))
  return { staff: manager, path: made.path }
}

/** A manager who has named a stand-in. */
async function stoodIn(): Promise<HttpSession> {
  const { username } = await makeUser(server.context, { role: 'wealth_manager' })
  const { id: standInId } = await makeUser(server.context, {
    role: 'wealth_manager',
    fullName: 'Naledi Khoza',
  })
  const session = await server.as(username)
  const until = dayOf(server.context.now())
  await expectStatus(200, session.put('/api/account/stand-in', { standInId, until }))
  return session
}

/** A manager's note on a client. */
async function noted(): Promise<{ session: HttpSession; path: string }> {
  const { client, manager } = await managedClient()
  const session = await server.as(manager.username)
  const path = `/api/admin/applications/${client.applicationId}/notes`
  const body = { subject: { kind: 'application' }, text: 'A note.' }
  const { id } = (await expectStatus(201, session.post(path, body))).body as Note
  return { session, path: `${path}/${id}` }
}

/** One way to trigger each audit event: the type requires all events. */
const ways = {
  'session.signed-in': byUser(async () => {
    const { username } = await makeUser(server.context, { password })
    await expectStatus(200, signIn(username, password))
  }),
  'session.sign-in-failed': {
    by: 'system',
    success: false,
    how: async () => {
      const { username } = await makeUser(server.context, { password })
      await expectStatus(401, signIn(username, wrong))
    },
  },
  'address.became-suspicious': {
    by: 'system',
    success: false,
    how: async () => {
      const browser = server.visit(someAddress())
      await Promise.all(Array.from({ length: 20 }, () => signIn(someone(), wrong, browser)))
    },
  },
  'session.second-factor-asked': byUser(async () => {
    await passwordGiven(server, (await makeEnrolled(server)).username)
  }),
  'session.ended': byUser(async () => {
    const { username, session } = await aClient()
    await server.as(username)
    await expectStatus(204, session.delete('/api/account/sessions'))
  }),
  'second-factor.enrolled': byUser(async () => {
    await makeEnrolled(server)
  }),
  'second-factor.removed': byUser(async () => {
    const { session, recoveryCodes } = await makeEnrolled(server)
    const proof = { password: enrolledPassword, code: recoveryCodes[0] }
    await expectStatus(204, session.post('/api/account/second-factor/removal', proof))
  }),
  'second-factor.recovery-codes-renewed': byUser(async () => {
    const { session, recoveryCodes } = await makeEnrolled(server)
    const proof = { password: enrolledPassword, code: recoveryCodes[0] }
    await expectStatus(200, session.post('/api/account/second-factor/recovery-codes', proof))
  }),
  'second-factor.change-failed': {
    by: 'user',
    success: false,
    how: async () => {
      const { username } = await makeUser(server.context, { role: 'admin', password })
      await expectStatus(
        400,
        (await server.as(username)).post('/api/account/second-factor', { password: wrong }),
      )
    },
  },
  'second-factor.reset': byUser(async () => {
    const { id } = await makeEnrolled(server)
    const administrator = await makeUser(server.context, { role: 'system_administrator' })
    const path = `/api/system-admin/users/${id}/second-factor`
    await expectStatus(204, (await server.as(administrator.username)).delete(path))
  }),
  'own-data.downloaded': byUser(async () => {
    await expectStatus(200, (await aClient()).session.get('/api/account/data'))
  }),
  'own-summary.downloaded': byUser(async () => {
    await expectStatus(200, (await aClient()).session.get('/api/account/summary'))
  }),
  'session.signed-out': byUser(async () => {
    const { session } = await aClient()
    await expectStatus(200, session.post('/api/logout'))
  }),
  'password.changed': byUser(async () => {
    const { username } = await makeUser(server.context, { password })
    const change = { currentPassword: password, newPassword: 'a lighthouse in the fog' }
    await expectStatus(200, (await server.as(username)).post('/api/change-password', change))
  }),
  'password.change-failed': {
    by: 'user',
    success: false,
    how: async () => {
      const { username } = await makeUser(server.context, { password })
      const change = { currentPassword: wrong, newPassword: 'a lighthouse in the fog' }
      await expectStatus(400, (await server.as(username)).post('/api/change-password', change))
    },
  },
  'password.reset-requested': {
    by: 'system',
    success: true,
    how: async () => {
      const { username } = await makeUser(server.context, { password })
      await expectStatus(200, server.visit().post('/api/request-password-reset', { username }))
    },
  },
  'user.created': byUser(async () => {
    await expectStatus(201, server.visit().post('/api/register', { username: someone(), password }))
  }),
  'user.invited': byUser(async () => {
    const { manager } = await managedClient()
    const session = await server.as(manager.username)
    await expectStatus(201, session.post('/api/send-invitation', { email: someone() }))
  }),
  'user.address-confirmed': byUser(async () => {
    await confirm(server.context, await registerUser(server))
  }),
  'user.confirmation-mailed': byUser(async () => {
    const { session } = await registerUser(server)
    await expectStatus(200, session.post('/api/confirm-address/mail'))
  }),
  'user.role-changed': byUser(async () => {
    const { id } = await makeUser(server.context, { role: 'admin' })
    await expectStatus(
      200,
      (await asSystemAdministrator()).patch(accountPath(id), { role: 'wealth_manager' }),
    )
  }),
  'user.renamed': byUser(async () => {
    const { username } = await makeUser(server.context, { role: 'admin' })
    await expectStatus(
      200,
      (await server.as(username)).put('/api/account/name', { fullName: 'Lerato Mokoena' }),
    )
  }),
  'user.address-change-failed': {
    by: 'user',
    success: false,
    how: async () => {
      const { username } = await makeUser(server.context, { role: 'admin', password })
      const body = { email: 'new@staff.example', currentPassword: wrong }
      await expectStatus(400, (await server.as(username)).post('/api/account/address', body))
    },
  },
  'user.name-corrected': byUser(async () => {
    const { id, admin } = await readdress(server)
    await expectStatus(200, admin.post(`/api/admin/clients/${id}/correction`, { fullName: 'Thandi Nkosi' }))
  }),
  'user.address-change-asked': byUser(async () => {
    await readdress(server)
  }),
  'user.address-change-stopped': {
    by: 'system',
    success: true,
    how: async () => {
      const { stop } = await readdress(server)
      await expectStatus(204, server.visit().post('/api/keep-address', { token: stop }))
    },
  },
  'user.address-changed': byUser(async () => {
    const { session, confirm: token } = await readdress(server)
    await expectStatus(200, session.post('/api/new-address', { token }))
  }),
  'user.phone-changed': byUser(async () => {
    const { username } = await makeUser(server.context, { role: 'wealth_manager' })
    const phone = '082 555 0142'
    await expectStatus(200, (await server.as(username)).put('/api/account/phone', { phone }))
  }),
  'firm.settings-changed': byUser(async () => {
    const owner = await asSystemAdministrator()
    await expectStatus(200, owner.put('/api/firm/settings/references', { values: { prefix: 'EVT' } }))
  }),
  'firm.settings-restored': byUser(async () => {
    const owner = await asSystemAdministrator()
    for (const tagline of ['One', 'Two'])
      await expectStatus(200, owner.put('/api/firm/settings/identity', { values: { tagline } }))
    await expectStatus(200, owner.post('/api/firm/settings/identity/restore', { version: 1 }))
  }),
  'firm.file-changed': byUser(async () => {
    const owner = await asSystemAdministrator()
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><rect width="9" height="9"/></svg>'
    const headers = { 'content-type': 'image/svg+xml' }
    const { status } = await raw(owner, `${server.url}/api/firm/logo/light`, { method: 'PUT', body, headers })
    if (status !== 200) throw new Error(`The logo was rejected: ${status}`)
  }),
  'firm.environment-changed': {
    by: 'system',
    success: true,
    how: async () => {
      await adoptEnvironment(server.context, { identity: { tagline: 'Another' } })
    },
  },
  'firm.setup-completed': byUser(async () => {
    await completeFirm(await asSystemAdministrator())
  }),
  'firm.wording-tested': byUser(async () => {
    const mail = { mail: 'invitation', subject: '', opening: '', closing: '' }
    await expectStatus(204, (await asSystemAdministrator()).post('/api/firm/test-mails', mail))
  }),
  'firm.letter-published': byUser(async () => {
    await publishLetter(await asSystemAdministrator())
  }),
  'firm.letters-started': byUser(async () => {
    const owner = await asSystemAdministrator()
    await publishLetter(owner)
    await expectStatus(201, owner.post('/api/firm/letters', { all: true, templateVersion: 1 }))
    await runLetters(server.context)
  }),
  'firm.letter-profile-changed': byUser(async () => {
    const { id } = await makeUser(server.context, { role: 'wealth_manager' })
    const owner = await asSystemAdministrator()
    await expectStatus(200, owner.put(`/api/firm/letters/profiles/${id}`, demoProfile))
  }),
  'firm.letter-generated': byUser(async () => {
    const { id: managerId } = await makeUser(server.context, { role: 'wealth_manager' })
    const owner = await asSystemAdministrator()
    await publishLetter(owner)
    await expectStatus(200, owner.put(`/api/firm/letters/profiles/${managerId}`, demoProfile))
    const templateVersion = 1
    await expectStatus(201, owner.post('/api/firm/letters', { managerIds: [managerId], templateVersion }))
    await runLetters(server.context)
  }),
  'user.fais-document-restored': byUser(async () => {
    const { id } = await makeUser(server.context, { role: 'wealth_manager' })
    const [before, latest] = [
      await makeFaisDocument(server.context, { managerId: id }),
      await makeFaisDocument(server.context, { managerId: id }),
    ]
    const body = { documentId: before.id, replaces: latest.id }
    const session = await asSystemAdministrator()
    await expectStatus(200, session.put(`${accountPath(id)}/current-fais-document`, body))
  }),
  'user.manager-changed': byUser(() => changeManager()),
  'application.manager-changed': byUser(() => changeManager()),
  'user.deactivated': byUser(async () => {
    const { id } = await aClient()
    await expectStatus(200, (await asSystemAdministrator()).patch(accountPath(id), { deactivated: true }))
  }),
  'user.reactivated': byUser(async () => {
    const { id } = await aClient()
    const session = await asSystemAdministrator()
    await expectStatus(200, session.patch(accountPath(id), { deactivated: true }))
    await expectStatus(200, session.patch(accountPath(id), { deactivated: false }))
  }),
  'user.deleted': byUser(async () => {
    const { id } = await aClient()
    await expectStatus(204, (await asSystemAdministrator()).delete(accountPath(id)))
  }),
  'user.password-reset': byUser(async () => {
    const { id } = await aClient()
    await expectStatus(200, (await asSystemAdministrator()).post(`${accountPath(id)}/reset-password`))
  }),
  'user.signed-out-everywhere': byUser(async () => {
    const { id } = await aClient()
    await expectStatus(200, (await asSystemAdministrator()).post(`${accountPath(id)}/sign-out`))
  }),
  'application.created': byUser(async () => {
    await expectStatus(201, server.visit().post('/api/register', { username: someone(), password }))
  }),
  'application.saved': byUser(async () => {
    const { session } = await aClient()
    await expectStatus(200, session.put('/api/application', { city: 'Durban' }))
  }),
  'application.draft-saved': byUser(async () => {
    const { session } = await aClient()
    await expectStatus(200, session.put('/api/application?draft=1', { city: 'Durban' }))
    const now = () => new Date(Date.now() + 3_600_000)
    await recordLongDrafts({ database: server.context.database, now })
  }),
  'application.confirmed': byUser(async () => {
    const { session } = await aClient()
    await expectStatus(200, session.put('/api/application', { confirmations: { terms: true } }))
  }),
  'application.status-changed': byUser(async () => {
    const { session, id, username, applicationId } = await aClient()
    await makeDocument(server.context, { applicationId, ownerId: id, kind: 'signedFais' })
    const confirmations = { accurate: true, terms: true, brokerReview: true }
    const { ...answers } = completeAnswers(username)
    await expectStatus(200, session.put('/api/application', { ...answers, confirmations }))
    await expectStatus(200, session.post('/api/application/submit'))
  }),
  'document.registered': byUser(async () => {
    const { session } = await aClient()
    idIn(await upload(session, 'payslip', { bytes: await makePdf(), type: 'application/pdf' }))
  }),
  'document.infected': {
    by: 'user',
    success: false,
    how: async () => {
      const found = () => Promise.resolve({ is: 'infected', virus: 'Test-Virus' } as const)
      server.context.scanner = { scanNow: found, scanPatiently: found }
      const { session } = await aClient()
      const file = { bytes: await makePdf(), type: 'application/pdf' } as const
      await expectStatus(400, upload(session, 'payslip', file))
      server.context.scanner = null
    },
  },
  'document.removed': byUser(async () => {
    const { client, document } = await managedClient()
    await expectStatus(204, (await server.as(client.username)).delete(`/api/documents/${document.id}`))
  }),
  'document.phone-link-made': byUser(async () => {
    const { session } = await aClient()
    await expectStatus(200, session.post('/api/application/phone-link', { kind: 'payslip' }))
  }),
  'document.phone-link-opened': byUser(async () => {
    const { session } = await aClient()
    const { body } = await session.post('/api/application/phone-link', { kind: 'payslip' })
    const { code: token } = body as { code: string }
    await expectStatus(200, server.visit().post('/api/phone', { token }))
  }),
  'document.restored': byUser(async () => {
    const { client, document } = await managedClient()
    const session = await server.as(client.username)
    await expectStatus(204, session.delete(`/api/documents/${document.id}`))
    await expectStatus(204, session.post(`/api/documents/${document.id}/restore`))
  }),
  'document.fetched-ahead': byUser(async () => {
    const { manager, document } = await managedClient()
    const path = `/objects/uploads/${document.id}?inline=1&ahead=1`
    await expectStatus(200, (await server.as(manager.username)).get(path))
  }),
  'document.read': byUser(async () => {
    const { manager, document } = await managedClient()
    await expectStatus(200, (await server.as(manager.username)).get(`/objects/uploads/${document.id}`))
  }),
  'fais-letter.downloaded': byUser(async () => {
    const { client } = await managedClient()
    await expectStatus(200, (await server.as(client.username)).get('/api/fais-document'))
  }),
  'fais-letter.displayed': byUser(async () => {
    await makeSigner(server)
  }),
  'fais-letter.missed': byUser(async () => {
    const { session } = await aClient()
    await expectStatus(404, session.get('/api/fais-document'))
  }),
  'document.signed': byUser(async () => {
    const { session, signing } = await makeSigner(server)
    await expectStatus(200, session.post('/api/signables/fais-letter/signature', signing))
  }),
  'document.sign-failed': {
    by: 'user',
    success: false,
    how: async () => {
      const { session, signing } = await makeSigner(server)
      const body = { ...signing, password: wrong }
      await expectStatus(400, session.post('/api/signables/fais-letter/signature', body))
    },
  },
  'document.verified': {
    by: 'system',
    success: true,
    how: async () => {
      await verify(server, await makePdf())
    },
  },
  'application.read': byUser(async () => {
    const { manager, client } = await managedClient()
    const path = `/api/admin/applications/${client.applicationId}`
    await expectStatus(200, (await server.as(manager.username)).get(path))
  }),
  'application.fetched-ahead': byUser(async () => {
    const { manager, client } = await managedClient()
    const path = `/api/admin/applications/${client.applicationId}?ahead=1`
    await expectStatus(200, (await server.as(manager.username)).get(path))
  }),
  'views.kept': byUser(async () => {
    const { username } = await makeUser(server.context, { role: 'admin' })
    const session = await server.as(username)
    const { version } = (await session.get('/api/application-views')).body as { version: string }
    const views = [{ name: 'Drafts', address: 'status=draft' }]
    await expectStatus(200, session.put('/api/application-views', { seen: version, views }))
  }),
  'application.downloaded': byUser(async () => {
    const { client } = await managedClient()
    const admin = await makeUser(server.context, { role: 'admin' })
    const path = `/api/admin/applications/${client.applicationId}/download`
    await expectStatus(200, (await server.as(admin.username)).get(path))
  }),
  'application.reminders-stopped': byUser(async () => {
    const { manager, path } = await makeReviewed(server)
    await expectStatus(200, manager.put(`${path}/automatic-reminders`, { on: false }))
  }),
  'application.reminders-started': byUser(async () => {
    const { manager, path } = await makeReviewed(server)
    await expectStatus(200, manager.put(`${path}/automatic-reminders`, { on: false }))
    await expectStatus(200, manager.put(`${path}/automatic-reminders`, { on: true }))
  }),
  'application.reminded': byUser(async () => {
    const { client } = await managedClient()
    const admin = await makeUser(server.context, { role: 'admin' })
    const path = `/api/admin/applications/${client.applicationId}/reminder`
    await expectStatus(200, (await server.as(admin.username)).post(path))
  }),
  'application.reminder-taken-back': byUser(async () => {
    const { session, path } = await keyedActs['POST /api/admin/held-acts/{id}/undo'](
      server,
      await makeStaff(server),
    )
    await expectStatus(200, session.post(path))
  }),
  'applications.bulk-act-begun': byUser(async () => {
    const { client } = await managedClient()
    const admin = await makeUser(server.context, { role: 'admin' })
    const body = { act: { name: 'remind' }, ids: [client.applicationId] }
    await expectStatus(201, (await server.as(admin.username)).post('/api/admin/bulk-acts', body))
  }),
  'applications.bulk-act-called-off': byUser(async () => {
    const { session, path } = await keyedActs['POST /api/admin/bulk-acts/{id}/call-off'](
      server,
      await makeStaff(server),
    )
    await expectStatus(200, session.post(path))
  }),
  'annual-review.taken-back': byUser(async () => {
    const { applicationId } = await makeClient(server.context, { application: dueForReview(server.context) })
    const { admin } = await makeStaff(server)
    changeSettings(server, { undoMs: 60_000 })
    const path = `/api/admin/annual-reviews/${applicationId}/complete`
    const { body } = await admin.post(path, { note: 'All is well.' })
    changeSettings(server, { undoMs: 0 })
    await expectStatus(200, admin.post(`/api/admin/held-acts/${undoIdIn(body)}/undo`))
  }),
  'correction.taken-back': byUser(async () => {
    const { manager, path } = await makeReviewed(server)
    changeSettings(server, { undoMs: 60_000 })
    await ask(manager, path)
    const { body } = await manager.get(path)
    changeSettings(server, { undoMs: 0 })
    await expectStatus(200, manager.post(`/api/admin/held-acts/${undoIdIn(body)}/undo`))
  }),
  'annual-review.notified': byUser(async () => {
    const { applicationId } = await makeClient(server.context, { application: dueForReview(server.context) })
    const admin = await makeUser(server.context, { role: 'admin' })
    const body = { applicationIds: [applicationId] }
    await expectStatus(200, (await server.as(admin.username)).post('/api/admin/annual-reviews/notify', body))
  }),
  'mail.given-up': {
    by: 'system',
    success: false,
    how: async () => {
      const { context } = server
      const { username } = await aClient()
      await expectStatus(200, server.visit(someAddress()).post('/api/request-password-reset', { username }))
      await context.database.db
        .update(mailOutbox)
        .set({ attempts: 7 })
        .where(eq(mailOutbox.recipient, username))
      const refused = () => Promise.reject(new MailRefusedError('550 No such mailbox here'))
      await deliverDueMail(context, { send: refused, close: () => undefined })
    },
  },
  'mail.withheld': {
    by: 'system',
    success: true,
    how: () =>
      withPack(server, async () => {
        const { context } = server
        const { username, applicationId } = await aClient()
        await expectStatus(200, server.visit(someAddress()).post('/api/request-password-reset', { username }))
        await context.database.db
          .update(mailOutbox)
          .set({ applicationId, gateLevel: 'cleared' })
          .where(eq(mailOutbox.recipient, username))
        await deliverDueMail(context, { send: () => Promise.resolve(), close: () => undefined })
      }),
  },
  'annual-review.completed': byUser(async () => {
    const { applicationId } = await makeClient(server.context, { application: dueForReview(server.context) })
    const admin = await makeUser(server.context, { role: 'admin' })
    const path = `/api/admin/annual-reviews/${applicationId}/complete`
    await expectStatus(200, (await server.as(admin.username)).post(path, { note: 'All is well.' }))
  }),
  'address.cleared': byUser(async () => {
    const admin = await makeUser(server.context, { role: 'admin' })
    const body = { ip: someAddress() }
    await expectStatus(
      200,
      (await server.as(admin.username)).post('/api/admin/security/clear-suspicious-ip', body),
    )
  }),
  'applications.exported': byUser(exportAList),
  'applications.export-ended': byUser(exportAList),
  'applications.found-by-number': byUser(async () => {
    const { username } = await makeUser(server.context, { role: 'admin' })
    await expectStatus(200, (await server.as(username)).post('/api/staff/find', { text: '800101 5009 087' }))
  }),
  'audit-log.exported': byUser(async () => {
    const { username } = await makeUser(server.context, { role: 'system_administrator' })
    const path = '/api/system-admin/audit-logs/export?action=audit-log.exported'
    await expectStatus(200, (await server.as(username)).get(path))
  }),
  'audit-log.found-altered': {
    by: 'system',
    success: false,
    how: async () => {
      await extendChain(server.context)
      await server.asOwner('delete from audit_chain where event_id = (select min(event_id) from audit_chain)')
      await checkChain(server.context, 'whole')
    },
  },
  'client.erased': {
    by: 'system',
    success: true,
    how: async () => {
      const long = new Date('2019-01-01T08:00:00Z')
      await makeClient(server.context, { application: { status: 'cancelled', createdAt: long } })
      await eraseEnded(server.context)
    },
  },
  'correction.noted': byUser(async () => {
    const { manager, path } = await makeReviewed(server)
    await expectStatus(200, note(manager, path, someAnswer))
  }),
  'correction.struck-off': byUser(async () => {
    const { manager, path } = await makeReviewed(server)
    const { basket } = (await note(manager, path, someAnswer)).body as Corrections
    await expectStatus(204, manager.delete(`${path}/corrections/items/${basket[0]?.id}`))
  }),
  'correction.opened': byUser(async () => {
    const { session } = await makeReviewed(server)
    const subject = { kind: 'additional', title: 'Marriage certificate' }
    await expectStatus(200, session.post('/api/application/corrections', { subject }))
  }),
  'correction.asked': byUser(async () => void (await askedClient())),
  'correction.replied': byUser(async () => answerWithText((await askedClient()).session)),
  'correction.answered': byUser(async () => answerWithText((await askedClient()).session)),
  'correction.judged': byUser(async () => accept(await askedClient())),
  'correction.closed': byUser(async () => accept(await askedClient())),
  'pack.saved': byUser(() =>
    withPack(server, async () => {
      const { session } = await makePackClient(server)
      await expectStatus(200, saveTask(session, 'tax'))
    }),
  ),
  'pack.paper-added': byUser(() =>
    withPack(server, async () => {
      const { session } = await makePackClient(server)
      await expectStatus(200, addPaper(session, 'identity', 'id-card'))
    }),
  ),
  'pack.handed-in': byUser(() =>
    withPack(server, async () => doTask((await makePackClient(server)).session, 'exposure')),
  ),
  'pack.asked': byUser(() => withPack(server, askedForTasks)),
  'pack.reminded': {
    by: 'system',
    success: true,
    how: () =>
      withPack(server, async () => {
        await askedForTasks()
        const now = () => new Date(Date.now() + 3 * 24 * 3_600_000)
        await remindOfTasks({ ...server.context, now })
      }),
  },
  'pack.verified': byUser(() => withPack(server, async () => void (await exposedAccepted()))),
  'pack.account-shown': byUser(() =>
    withPack(server, async () => {
      const { manager, path } = await makeHandedIn(server)
      await expectStatus(200, manager.post(`${path}/pack/account`))
    }),
  ),
  'rating.made': byUser(() => withPack(server, async () => void (await exposedRated()))),
  'retention.held': byUser(() => withPack(server, async () => void (await heldRecords()))),
  'retention.hold-lifted': byUser(() =>
    withPack(server, async () => {
      const { admin, path, holdId } = await heldRecords()
      const lifted = `${path}/retention-holds/${holdId}/lifted`
      await expectStatus(200, admin.put(lifted, { words: 'It is over.' }))
    }),
  ),
  'inspector-file.downloaded': byUser(() =>
    withPack(server, async () => {
      const { path } = await makePackClient(server)
      const { username } = await makeUser(server.context, { role: 'admin' })
      await expectStatus(200, (await server.as(username)).get(`${path}/inspector-file`))
    }),
  ),
  'risk-model.proposed': byUser(() => withPack(server, async () => void (await proposedModel()))),
  'risk-model.countries-compared': byUser(() =>
    withPack(server, async () => {
      const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
      const body = { comparedOn: '2026-11-01' }
      await expectStatus(200, admin.put('/api/admin/risk-models/countries-compared', body))
    }),
  ),
  'risk-model.in-force': byUser(() =>
    withPack(server, async () => {
      const version = await proposedModel()
      const { id, username } = await makeUser(server.context, { role: 'admin' })
      const set = { seniorManagerSince: new Date() }
      await server.context.database.db.update(users).set(set).where(eq(users.id, id))
      await expectStatus(200, (await server.as(username)).post(`/api/admin/risk-models/${version}/in-force`))
    }),
  ),
  'approval.asked': byUser(() => withPack(server, async () => void (await exposedRated()))),
  'approval.decided': byUser(() =>
    withPack(server, async () => {
      const { path } = await exposedRated()
      const { id, username } = await makeUser(server.context, { role: 'admin' })
      const set = { seniorManagerSince: new Date() }
      await server.context.database.db.update(users).set(set).where(eq(users.id, id))
      const admin = await server.as(username)
      const { approvals } = await reviewedPackOf(admin, path)
      const body = { decision: 'refused', words: 'Not with us.' }
      await expectStatus(200, admin.put(`/api/admin/approvals/${approvals[0]?.id}`, body))
    }),
  ),
  'approval.withdrawn': {
    by: 'system',
    success: true,
    how: () =>
      withPack(server, async () => {
        const { session, id } = await screenedHit()
        const body = { ids: [id], verdict: 'match', words: 'The same person.' }
        await expectStatus(200, session.put('/api/admin/hits/verdict', body))
        const { context } = server
        await context.database.db
          .update(hits)
          .set({ entryFingerprint: 'Of an earlier version' })
          .where(eq(hits.id, id))
        await context.database.db.update(screeningSubjects).set({ basis: null })
        await screenClients(context)
      }),
  },
  'list.loaded': byUser(() => withPack(server, async () => void (await loadedList()))),
  'list.refused': {
    by: 'user',
    success: false,
    how: () =>
      withPack(server, async () => {
        await expectStatus(422, sendList(await asSystemAdministrator(), 'no list'))
      }),
  },
  'list.in-force': byUser(() =>
    withPack(server, async () => {
      await startUsing(await loadedList())
    }),
  ),
  'list.discarded': byUser(() =>
    withPack(server, async () => {
      const { session, id } = await loadedList()
      await expectStatus(204, session.delete(`/api/system-admin/lists/${id}`))
    }),
  ),
  'list.erased': {
    by: 'system',
    success: true,
    how: async () => {
      const at = new Date('2015-01-05')
      const none = { names: 0, added: 0, changed: 0, changedOtherwise: 0, removedUids: [] }
      const times = { generatedOn: '2015-01-02', loadedAt: at, inForceAt: at, supersededAt: at }
      const edition = { source: 'UK' as const, sha256: '0'.repeat(64), bytes: 1, entries: 0 }
      await server.context.database.db
        .insert(listEditions)
        .values({ id: newId(), ...edition, ...none, ...times })
      await eraseOldEditions(server.context)
    },
  },
  'screening.run': {
    by: 'system',
    success: true,
    how: () => withPack(server, async () => void (await screenedHit())),
  },
  // `screenedHit` opens the client's hits.
  'hit.seen': byUser(() => withPack(server, async () => void (await screenedHit()))),
  'hit.decided': byUser(() =>
    withPack(server, async () => {
      const { session, id } = await screenedHit()
      const body = { ids: [id], verdict: 'match', words: 'The same person.' }
      await expectStatus(200, session.put('/api/admin/hits/verdict', body))
    }),
  ),
  'hit.restored': {
    by: 'system',
    success: true,
    how: () =>
      withPack(server, async () => {
        const { id } = await screenedHit()
        const { context } = server
        await context.database.db
          .update(hits)
          .set({ state: 'gone', verdict: 'no-match' })
          .where(eq(hits.id, id))
        await context.database.db.update(screeningSubjects).set({ basis: null })
        await screenClients(context)
      }),
  },
  'hit.not-found': {
    by: 'system',
    success: true,
    how: () =>
      withPack(server, async () => {
        const { subjectId } = await confirmedMatch()
        await inTransaction(systemContext(server.context), (work) => endAllHits(work, subjectId))
      }),
  },
  'screening.name-dropped': byUser(() =>
    withPack(server, async () => {
      const { client, path } = await makePackClient(server, { answers: { fullName: 'Thandy Nkosi' } })
      await startUsing(await loadedList())
      await screenClients(server.context)
      const fullName = 'Thandi Nkosi'
      await server.context.database.db.execute(
        sql`update applications set answers = answers || ${JSON.stringify({ fullName })}::jsonb where id = ${client.applicationId}`,
      )
      await server.context.database.db.update(users).set({ fullName }).where(eq(users.id, client.id))
      await screenClients(server.context)
      const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
      const { subjects } = (await admin.get(`${path}/screening`)).body as ApplicationScreening
      const body = { name: 'Thandy Nkosi', words: 'Mistyped.' }
      await expectStatus(200, admin.put(`/api/admin/screened-people/${subjects[0]?.id}/dropped-name`, body))
    }),
  ),
  'hit.lifted': byUser(() =>
    withPack(server, async () => {
      const { session, id, other } = await confirmedMatch()
      const body = { reason: 'other-person', words: 'Another birth.' }
      const asked = await expectStatus(200, session.put(`/api/admin/hits/${id}/lift`, body))
      const path = `/api/admin/approvals/${(asked.body as Hit).approvalId}`
      await expectStatus(200, other.put(path, { decision: 'granted', words: 'Seen.' }))
    }),
  ),
  'user.senior-manager-changed': byUser(async () => {
    const { id } = await makeUser(server.context, { role: 'admin' })
    const { username } = await makeUser(server.context, { role: 'system_administrator' })
    const body = { seniorManager: true }
    await expectStatus(200, (await server.as(username)).patch(`/api/system-admin/users/${id}`, body))
  }),
  'user.compliance-changed': byUser(async () => {
    const { id } = await makeUser(server.context, { role: 'admin' })
    const { username } = await makeUser(server.context, { role: 'system_administrator' })
    const body = { compliance: true }
    await expectStatus(200, (await server.as(username)).patch(`/api/system-admin/users/${id}`, body))
  }),
  'check.settled': byUser(async () => void (await settled())),
  'check.reopened': byUser(async () => {
    const { manager, path } = await settled()
    const [check] = await checksAt(manager, path)
    const seen = check?.settlement?.id ?? null
    await expectStatus(200, settle(manager, path, { seen, decision: 'reopened' }))
  }),
  'check.proved': byUser(async () => void (await proved(true))),
  'check.proof-withdrawn': byUser(async () => {
    const { staff, path } = await proved(true)
    await proved(false, { staff, path })
  }),
  'stand-in.named': byUser(async () => void (await stoodIn())),
  'stand-in.ended': byUser(async () => {
    await expectStatus(204, (await stoodIn()).delete('/api/account/stand-in'))
  }),
  'note.written': byUser(async () => {
    await noted()
  }),
  'note.edited': byUser(async () => {
    const { session, path } = await noted()
    await expectStatus(200, session.put(path, { text: 'Another one.' }))
  }),
  'notifications.chosen': byUser(async () => {
    const { username } = await makeUser(server.context, { role: 'admin' })
    const session = await server.as(username)
    await expectStatus(200, session.put('/api/account/notification-choices', { off: ['mention:mail'] }))
  }),
  'correction.reminded': {
    by: 'system',
    success: true,
    how: async () => {
      await askedClient()
      const now = () => new Date(Date.now() + 3 * 24 * 3_600_000)
      await remindOfCorrections({ ...server.context, now })
    },
  },
  'document.superseded': byUser(async () => {
    const { manager, path, payslip, session } = await makeReviewed(server)
    await ask(manager, path, [{ kind: 'document', documentId: payslip.id }])
    const [item] = (await askedOf(session)).items
    await expectStatus(200, handIn(session, item?.id ?? ''))
  }),
  'application.imported': byUser(async () => {
    await importFile(server, (await makeImporter(server)).session, clientsFile(1))
  }),
  'import.uploaded': byUser(async () => {
    await openImport((await makeImporter(server)).session, clientsFile(1))
  }),
  'import.mapped': byUser(async () => {
    await checkImport((await makeImporter(server)).session, clientsFile(1))
  }),
  'import.row-forced': byUser(async () => {
    const { session } = await makeImporter(server)
    const idNumber = '8001015009087'
    await makeClient(server.context, { application: { answers: { idNumber } } })
    const { id } = await checkImport(session, `${clientsFile(1)};${idNumber}`.replace('Name', 'Name;ID No'))
    await expectStatus(200, session.put(`/api/admin/imports/${id}/rows/2`, { reason: 'Their wife.' }))
  }),
  'import.cell-corrected': byUser(async () => {
    const { session } = await makeImporter(server)
    const { id } = await checkImport(session, clientsFile(1))
    const cell = { value: 'corrected@clients.example', before: '' }
    const { body } = await session.get(`/api/admin/imports/${id}/rows`)
    cell.before = (body as { email: string }[])[0]?.email ?? ''
    await expectStatus(200, session.put(`/api/admin/imports/${id}/rows/2/cells/0`, cell))
  }),
  'import.problems-downloaded': byUser(async () => {
    const { session } = await makeImporter(server)
    const { id } = await checkImport(session, clientsFile(1))
    await expectStatus(200, session.get(`/api/admin/imports/${id}/problems?format=csv`))
  }),
  'import.proof-failed': {
    ...byUser(async () => {
      const { session } = await makeImporter(server)
      const { id, figures } = await checkImport(session, clientsFile(1))
      await expectStatus(400, session.post(`/api/admin/imports/${id}/start`, { figures, password: wrong }))
    }),
    success: false,
  },
  'import.started': byUser(async () => {
    await importFile(server, (await makeImporter(server)).session, clientsFile(1))
  }),
  'import.ended': byUser(async () => {
    await importFile(server, (await makeImporter(server)).session, clientsFile(1))
  }),
  'import.paused': byUser(pauseAndResume),
  'import.resumed': byUser(pauseAndResume),
  'import.undo-started': byUser(importAndUndo),
  'import.undone': byUser(importAndUndo),
  'import.discarded': byUser(async () => {
    const { session } = await makeImporter(server)
    const { id } = await checkImport(session, clientsFile(1))
    await expectStatus(204, session.delete(`/api/admin/imports/${id}`))
  }),
  'import.invitations-planned': byUser(planAndStop),
  'import.rows-left-out': byUser(leaveOutAndPutBack),
  'import.rows-put-back': byUser(leaveOutAndPutBack),
  'import.reviews-spread': byUser(spreadAndUndo),
  'import.reviews-spread-undone': byUser(spreadAndUndo),
  'annual-review.spread': byUser(spreadAndUndo),
  'annual-review.spread-undone': byUser(spreadAndUndo),
  'import.invitations-stopped': byUser(planAndStop),
  'backup.taken': {
    by: 'system',
    success: true,
    how: async () => {
      const folder = makeFolder('onboarding-backup-')
      await backUp({ ...server.context, store: await createStore(server.context.settings) }, folder)
      rmSync(folder, { recursive: true })
    },
  },
} satisfies Record<Exclude<AuditAction, RecordedElsewhere>, Recorded>

/**
 * They need more than a server: `backup/backup.test.ts`, `key-rotation/rotate.test.ts`, `signing/stamp-later.test.ts`,
 * `imports/imports.test.ts`.
 */
type RecordedElsewhere =
  // With a device: `auth/passkeys/passkeys.test.ts`.
  | 'passkey.added'
  | 'passkey.renamed'
  | 'passkey.removed'
  | 'passkey.change-failed'
  | 'passkey.refused'
  // With a provider: `sso/sso.test.ts`.
  | 'session.ended-by-provider'
  | 'sso.linked'
  | 'sso.unlinked'
  | 'sso.unlink-failed'
  | 'sso.refused'
  | 'sso.role-kept'
  | 'sso.linking-opened'
  | 'backup.restored'
  | 'import.infected'
  | 'encryption-keys.rotated'
  | 'encryption-keys.retired'
  | 'document.time-stamped'
  // `features/webhooks` and `features/api-tokens`.
  | Extract<AuditAction, `webhook.${string}` | `api-token.${string}`>
  | 'applications.listed'

async function newestEvent(): Promise<number> {
  const [newest] = await server.context.database.db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return newest?.id ?? 0
}

test.each(Object.entries(ways) as [AuditAction, Recorded][])(
  '%s is recorded once, with actor and outcome',
  async (action, { by, success, how }) => {
    const before = await newestEvent()
    await how()
    const recorded = await server.context.database.db
      .select()
      .from(auditEvents)
      .where(and(gt(auditEvents.id, before), eq(auditEvents.action, action)))
    const wanted = recorded.findLast((row) => row.actorId !== null || by === 'system')
    expect(wanted).toMatchObject({
      action,
      success,
      actorId: by === 'system' ? null : (expect.any(String) as unknown),
    })
    const [theirs] = new Set(recorded.map((row) => row.objectId))
    expect(recorded.filter((row) => row.objectId === theirs)).toHaveLength(1)
  },
)

test('every reason of a failed sign-in is recorded', async () => {
  const { context } = server
  const reasons = new Map<string, () => Promise<unknown>>([
    ['unknown-user', () => signIn(someone(), wrong)],
    [
      'deactivated',
      async () => {
        const { username } = await makeUser(context, { password })
        await context.database.pool.query('update users set deactivated_at = now() where username = $1', [
          username,
        ])
        await signIn(username, password)
      },
    ],
    [
      'throttled',
      async () => {
        const { username } = await makeUser(context, { password })
        for (let tries = 0; tries < 6; tries += 1) await signIn(username, wrong)
      },
    ],
    [
      'wrong-code',
      async () => {
        const session = await passwordGiven(server, (await makeEnrolled(server)).username)
        await session.post('/api/account/second-factor/code', { code: 'nothing' })
      },
    ],
    ...(['temporary-password-used', 'temporary-password-expired'] as const).map(
      (reason) =>
        [
          reason,
          async () => {
            const { id, username } = await makeUser(context, { password })
            const drawn = await generateTemporaryPassword()
            const expired = new Date(Date.now() - 3 * 60 * 60_000)
            const now = reason === 'temporary-password-used' ? new Date() : expired
            await context.database.db.transaction((tx) =>
              issueTemporaryPassword(tx, { userId: id, drawn, purpose: 'forgotten', now }),
            )
            const browser = server.visit()
            await browser.post('/api/login', { username, password: drawn.password })
            await browser.post('/api/change-password', { newPassword: 'a lighthouse in the fog' })
            await signIn(username, drawn.password)
          },
        ] as const,
    ),
  ])
  for (const [reason, how] of reasons) {
    const before = await newestEvent()
    await how()
    const recorded = await context.database.db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .where(and(gt(auditEvents.id, before), eq(auditEvents.action, 'session.sign-in-failed')))
    expect(recorded.map(({ details }) => details)).toContainEqual(expect.objectContaining({ reason }))
  }
})
