import { shippedModel } from '#features/due-diligence/rules/rating/model.ts'
import { randomUUID } from 'node:crypto'
import { desc, eq, isNull } from 'drizzle-orm'
import type { BulkProgress } from '#features/review/api/bulk-acts.ts'
import { contract } from '#app/contract.ts'
import { type KeyedKey } from '#base/rules/api/contract.ts'
import type { Endpoint } from '#features/access/api/endpoint.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { bulkActs } from '#features/review/schema/bulk-schema.ts'
import { letterRuns, letterTemplates } from '#features/signing/schema/letter-schema.ts'
import { makeDemoList } from '#app/demo/demo-list.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { dueForReview } from './annual-reviews.ts'
import { decisionOnOddAnswer, oddAnswer } from './checks.ts'
import { ask, askedOf, makeReviewed, note, someAnswer } from './corrections.ts'
import { doTask, heldByCourt, makePackClient, riskModelChoices, saveTask } from './due-diligence.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { undoableReminder } from './undoable-reminder.ts'
import type { HttpAnswer, HttpSession } from './http.ts'
import { sendLetter } from './letters.ts'
import { clientsFile, sendTable } from './imports.ts'
import { registerUser } from './registration.ts'
import type { TestServer } from './server.ts'
import { makeSigner } from './signing.ts'
import { makeApiToken } from './api-tokens.ts'
import { LOOPBACK, makeDelivery, makeWebhook } from './webhooks.ts'
import { webhookEndpoints } from '#features/integrations/schema.ts'

/** A keyed call: the user, path and body. */
export interface CommandContext {
  session: HttpSession
  path: string
  body?: Record<string, unknown>
}

/** Users other than clients. */
export interface Staff {
  admin: HttpSession
  system: HttpSession
  manager: HttpSession
  managerId: string
}

/** Their accounts. */
export interface StaffAccounts {
  admin: MadeUser
  system: MadeUser
  manager: MadeUser
}

/** Creates their accounts. */
export async function makeStaffAccounts({ context }: TestServer): Promise<StaffAccounts> {
  return {
    admin: await makeUser(context, { role: 'admin' }),
    system: await makeUser(context, { role: 'system_administrator' }),
    manager: await makeUser(context, { role: 'wealth_manager' }),
  }
}

/** Signs each of them in again. */
export async function signInStaff(
  server: TestServer,
  { admin, system, manager }: StaffAccounts,
): Promise<Staff> {
  return {
    admin: await server.as(admin.username),
    system: await server.as(system.username),
    manager: await server.as(manager.username),
    managerId: manager.id,
  }
}

/** Creates accounts, and signs them in. */
export async function makeStaff(server: TestServer): Promise<Staff> {
  return signInStaff(server, await makeStaffAccounts(server))
}

const someName = () => `${randomUUID()}@test.example`

async function applicationAt(
  { context }: TestServer,
  { managerId }: Staff,
  status: 'draft' | 'submitted' | 'rejected' | 'onboarded',
): Promise<string> {
  const application = status === 'onboarded' ? dueForReview(context) : { status }
  return (await makeClient(context, { wealthManagerId: managerId, application })).applicationId
}

/** A bulk action that begins in an hour. */
async function bulkActToCome({ context }: TestServer, admin: HttpSession): Promise<string> {
  const { body } = await admin.post('/api/admin/bulk-acts', { act: { name: 'remind' }, ids: [randomUUID()] })
  const { id } = body as BulkProgress
  const inAnHour = new Date(context.now().getTime() + 3_600_000)
  await context.database.db.update(bulkActs).set({ beginsAt: inAnHour }).where(eq(bulkActs.id, id))
  return id
}

/** A published template that no run uses. */
async function publishSomeLetter({ context }: TestServer): Promise<number> {
  const { db } = context.database
  await db.update(letterRuns).set({ endedAt: context.now() }).where(isNull(letterRuns.endedAt))
  const [published] = await db.select().from(letterTemplates).orderBy(desc(letterTemplates.version)).limit(1)
  if (published !== undefined) return published.version
  const { letterFacts, letterText } = context.settings.firm.values
  const { id } = await makeUser(context, { role: 'admin' })
  await db.insert(letterTemplates).values({
    version: 1,
    template: { letterFacts, letterText },
    checkedBy: 'Vusi Ngcobo',
    publishedBy: id,
    publishedAt: context.now(),
  })
  return 1
}

const PASSWORD = 'a quiet harbour wall'

async function systemWithPassword(server: TestServer): Promise<HttpSession> {
  const { username } = await makeUser(server.context, { role: 'system_administrator', password: PASSWORD })
  return server.as(username)
}

/** Keyed calls of webhooks and API tokens. */
const integrationActs = {
  'POST /api/system-admin/api-tokens': async (server: TestServer) => ({
    session: await systemWithPassword(server),
    path: '/api/system-admin/api-tokens',
    body: { name: 'CRM', scopes: ['events.read'], networks: [], days: 90, password: PASSWORD },
  }),
  'POST /api/system-admin/api-tokens/{id}/rotation': async (server: TestServer) => ({
    session: await systemWithPassword(server),
    path: `/api/system-admin/api-tokens/${(await makeApiToken(server.context)).id}/rotation`,
    body: { password: PASSWORD },
  }),
  'POST /api/system-admin/webhooks': async (server: TestServer) => {
    const { context } = server
    context.settings.webhookNetworks = LOOPBACK
    await context.database.db.delete(webhookEndpoints)
    return {
      session: await systemWithPassword(server),
      path: '/api/system-admin/webhooks',
      body: {
        password: PASSWORD,
        name: 'CRM',
        url: 'http://localhost:9/hook',
        events: ['application.submitted'],
        operatorName: 'The firm',
        agreement: true,
      },
    }
  },
  'POST /api/system-admin/webhooks/{id}/secret': async (server: TestServer) => ({
    session: await systemWithPassword(server),
    path: `/api/system-admin/webhooks/${(await makeWebhook(server.context)).id}/secret`,
    body: { password: PASSWORD },
  }),
  'POST /api/system-admin/webhooks/{id}/resend': async ({ context }: TestServer, { system }: Staff) => ({
    session: system,
    path: `/api/system-admin/webhooks/${(await makeDelivery(context)).endpointId}/resend`,
    body: { since: '2020-01-01T00:00:00Z' },
  }),
  'POST /api/system-admin/webhook-deliveries/{id}/resend': async (
    { context }: TestServer,
    { system }: Staff,
  ) => ({
    session: system,
    path: `/api/system-admin/webhook-deliveries/${(await makeDelivery(context)).id}/resend`,
  }),
}

/** Every keyed call with valid input; the type requires all of them. */
export const keyedActs: Record<KeyedKey, (server: TestServer, staff: Staff) => Promise<CommandContext>> = {
  ...integrationActs,
  'POST /api/application/submit': async (server, { managerId }) => {
    const username = someName()
    const { id, applicationId } = await makeClient(server.context, {
      username,
      wealthManagerId: managerId,
      application: { answers: completeAnswers(username) },
    })
    await makeDocument(server.context, { applicationId, ownerId: id, kind: 'signedFais' })
    const session = await server.as(username)
    await session.put('/api/application', {
      confirmations: { accurate: true, terms: true, brokerReview: true },
    })
    return { session, path: '/api/application/submit' }
  },
  'POST /api/signables/fais-letter/signature': async (server) => {
    const { session, signing } = await makeSigner(server)
    return { session, path: '/api/signables/fais-letter/signature', body: signing }
  },
  'POST /api/application/corrections': async (server) => ({
    session: (await makeReviewed(server)).session,
    path: '/api/application/corrections',
    body: { subject: { kind: 'additional', title: 'Marriage certificate' } },
  }),
  'POST /api/confirm-address/mail': async (server) => ({
    session: (await registerUser(server)).session,
    path: '/api/confirm-address/mail',
  }),
  'POST /api/account/address': async (server) => {
    const password = 'a quiet harbour wall'
    const { username } = await makeUser(server.context, { role: 'admin', password })
    return {
      session: await server.as(username),
      path: '/api/account/address',
      body: { email: someName(), currentPassword: password },
    }
  },
  // Imports are limited per user, so each trial has its own admin.
  'POST /api/admin/imports': async (server) => {
    const session = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    const body = { documentURL: await sendTable(session, clientsFile(1)), fileName: 'clients.csv' }
    return { session, path: '/api/admin/imports', body }
  },
  'POST /api/send-invitation': async (_, { admin, managerId }) => ({
    session: admin,
    path: '/api/send-invitation',
    body: { email: someName(), fullName: 'Sipho Dube', wealthManagerId: managerId },
  }),
  'POST /api/admin/wealth-managers/{id}/hand-over': async ({ context }, { admin }) => {
    const from = await makeUser(context, { role: 'wealth_manager' })
    const to = await makeUser(context, { role: 'wealth_manager' })
    await makeClient(context, { wealthManagerId: from.id })
    return {
      session: admin,
      path: `/api/admin/wealth-managers/${from.id}/hand-over`,
      body: { to: to.id, withoutLetter: true },
    }
  },
  // Uploads are limited per user, so each trial has its own administrator.
  'POST /api/system-admin/users': async (server) => {
    const administrator = await makeUser(server.context, { role: 'system_administrator' })
    const session = await server.as(administrator.username)
    const faisDocumentPath = await sendLetter(session)
    return {
      session,
      path: '/api/system-admin/users',
      body: { username: someName(), role: 'wealth_manager', faisDocumentPath },
    }
  },
  'POST /api/system-admin/users/{id}/reset-password': async ({ context }, { system }) => ({
    session: system,
    path: `/api/system-admin/users/${(await makeUser(context, { role: 'admin' })).id}/reset-password`,
  }),
  'POST /api/system-admin/users/{id}/sign-out': async (server, { system }) => {
    const { id, username } = await makeUser(server.context, { role: 'admin' })
    await server.as(username)
    return { session: system, path: `/api/system-admin/users/${id}/sign-out` }
  },
  'PATCH /api/admin/applications/{id}/status': async (server, staff) => ({
    session: staff.admin,
    path: `/api/admin/applications/${await applicationAt(server, staff, 'submitted')}/status`,
    body: { status: 'cancelled', expectedStatus: 'submitted' },
  }),
  'PUT /api/admin/applications/{id}/status': async (server, staff) => ({
    session: staff.manager,
    path: `/api/admin/applications/${await applicationAt(server, staff, 'submitted')}/status`,
    body: { status: 'rejected', reason: 'Incomplete.', expectedStatus: 'submitted' },
  }),
  'POST /api/admin/applications/{id}/reopen': async (server, staff) => ({
    session: staff.admin,
    path: `/api/admin/applications/${await applicationAt(server, staff, 'rejected')}/reopen`,
    body: { reason: 'A mistake' },
  }),
  'POST /api/admin/applications/{id}/notes': async (server, staff) => ({
    session: staff.manager,
    path: `/api/admin/applications/${await applicationAt(server, staff, 'submitted')}/notes`,
    body: { subject: { kind: 'application' }, text: 'Seen at the bank.' },
  }),
  'POST /api/admin/applications/{id}/checks': async ({ context }, { manager, managerId }) => {
    const application = { status: 'submitted', answers: oddAnswer } as const
    const { applicationId } = await makeClient(context, { wealthManagerId: managerId, application })
    return {
      session: manager,
      path: `/api/admin/applications/${applicationId}/checks`,
      body: { ...decisionOnOddAnswer },
    }
  },
  'POST /api/admin/applications/{id}/corrections/items': async (server, staff) => ({
    session: staff.manager,
    path: `/api/admin/applications/${await applicationAt(server, staff, 'submitted')}/corrections/items`,
    body: { subject: someAnswer, reason: 'incomplete' },
  }),
  'POST /api/admin/applications/{id}/corrections/send': async (server, staff) => {
    const path = `/api/admin/applications/${await applicationAt(server, staff, 'submitted')}`
    await note(staff.manager, path, someAnswer)
    return { session: staff.manager, path: `${path}/corrections/send`, body: {} }
  },
  'POST /api/admin/applications/{id}/corrections/withdraw': async (server, staff) => {
    const path = `/api/admin/applications/${await applicationAt(server, staff, 'submitted')}`
    await ask(staff.manager, path)
    return { session: staff.manager, path: `${path}/corrections/withdraw` }
  },
  'POST /api/application/corrections/send': async (server, { manager, managerId }) => {
    const { session, path } = await makeReviewed(server, { wealthManagerId: managerId })
    await ask(manager, path)
    const [item] = (await askedOf(session)).items
    await session.put(`/api/application/corrections/${item?.id}/reply`, { reply: 'It is right.' })
    return { session, path: '/api/application/corrections/send', body: { accurate: true } }
  },
  'POST /api/admin/clients/{id}/correction': async ({ context }, { admin, managerId }) => ({
    session: admin,
    path: `/api/admin/clients/${(await makeClient(context, { wealthManagerId: managerId })).id}/correction`,
    body: { email: someName() },
  }),
  'POST /api/admin/applications/{id}/invitation': async ({ context }, { admin, managerId }) => {
    const client = await makeClient(context, { invited: true, wealthManagerId: managerId })
    return { session: admin, path: `/api/admin/applications/${client.applicationId}/invitation` }
  },
  'POST /api/admin/applications/{id}/reminder': async (server, staff) => ({
    session: staff.admin,
    path: `/api/admin/applications/${await applicationAt(server, staff, 'draft')}/reminder`,
    body: { again: true },
  }),
  'POST /api/admin/held-acts/{id}/undo': async (server, staff) => {
    const id = await undoableReminder(server, staff.admin, await applicationAt(server, staff, 'draft'))
    return { session: staff.admin, path: `/api/admin/held-acts/${id}/undo` }
  },
  'POST /api/firm/letters': async (server, { admin, managerId }) => ({
    session: admin,
    path: '/api/firm/letters',
    body: { managerIds: [managerId], templateVersion: await publishSomeLetter(server) },
  }),
  'POST /api/admin/bulk-acts': async (server, staff) => ({
    session: staff.admin,
    path: '/api/admin/bulk-acts',
    body: { act: { name: 'remind' }, ids: [await applicationAt(server, staff, 'draft')] },
  }),
  'POST /api/admin/bulk-acts/{id}/call-off': async (server, { admin }) => ({
    session: admin,
    path: `/api/admin/bulk-acts/${await bulkActToCome(server, admin)}/call-off`,
  }),
  'POST /api/admin/annual-reviews/notify': async (server, staff) => ({
    session: staff.admin,
    path: '/api/admin/annual-reviews/notify',
    body: { applicationIds: [await applicationAt(server, staff, 'onboarded')], again: true },
  }),
  'POST /api/admin/annual-reviews/{id}/complete': async (server, staff) => ({
    session: staff.admin,
    path: `/api/admin/annual-reviews/${await applicationAt(server, staff, 'onboarded')}/complete`,
    body: { note: 'All is well.' },
  }),
  'POST /api/admin/security/clear-suspicious-ip': async (_, { admin }) => ({
    session: admin,
    path: '/api/admin/security/clear-suspicious-ip',
    body: { ip: '198.51.100.7' },
  }),
  'POST /api/application/pack/{task}/hand-in': async (server, { managerId }) => {
    server.context.settings.dueDiligence.on = true
    const { session } = await makePackClient(server, { wealthManagerId: managerId })
    await saveTask(session, 'exposure')
    return { session, path: '/api/application/pack/exposure/hand-in', body: { accurate: true } }
  },
  'POST /api/admin/applications/{id}/pack/ask': async (server, staff) => {
    server.context.settings.dueDiligence.on = true
    const path = `/api/admin/applications/${await applicationAt(server, staff, 'submitted')}/pack/ask`
    return { session: staff.manager, path, body: {} }
  },
  'POST /api/admin/applications/{id}/rating': async (server, staff) => {
    server.context.settings.dueDiligence.on = true
    const { session, path } = await makePackClient(server)
    for (const task of ['identity', 'funds', 'exposure'] as const) await doTask(session, task)
    await makeDemoList(server.context)
    await screenClients(server.context)
    return { session: staff.admin, path: `${path}/rating`, body: { expectedModel: shippedModel.version } }
  },
  'POST /api/admin/risk-models': async (server, { admin }) => {
    server.context.settings.dueDiligence.on = true
    const body = { content: riskModelChoices, expectedModel: shippedModel.version }
    const act = { session: admin, path: '/api/admin/risk-models', body }
    // Each proposal replaces the one before, so that all trials change the same.
    await sendKeyed('POST /api/admin/risk-models', act, randomUUID())
    return act
  },
  'POST /api/admin/applications/{id}/retention-holds': async (server, staff) => {
    server.context.settings.dueDiligence.on = true
    const path = `/api/admin/applications/${await applicationAt(server, staff, 'submitted')}/retention-holds`
    return { session: staff.admin, path, body: heldByCourt }
  },
  'POST /api/admin/applications/{id}/gate-override': async (server, staff) => {
    server.context.settings.dueDiligence.on = true
    const path = `/api/admin/applications/${await applicationAt(server, staff, 'submitted')}/gate-override`
    return { session: staff.admin, path, body: { reason: 'Papers follow.' } }
  },
}

/** Keyed calls of the contract. */
export const keyedCalls = Object.entries<Endpoint>(contract).flatMap(([call, { repeated }]) =>
  repeated === 'keyed' ? [call as KeyedKey] : [],
)

/** Makes a call with an idempotency key. */
export function sendKeyed(
  call: string,
  { session, path, body }: CommandContext,
  key: string,
): Promise<HttpAnswer> {
  const [method = ''] = call.split(' ')
  return session.request(method, path, { body, headers: { 'idempotency-key': key } })
}
