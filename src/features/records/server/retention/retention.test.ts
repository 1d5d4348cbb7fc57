import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext, inTransaction } from '#features/access/server/command-context.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { verifyChain } from '#features/audit/server/log/verify-chain.ts'
import { makeClient, type ApplicationFacts } from '#app/demo/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { environmentOf, runCommandFile } from '#test/support/command.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { deleteOrphans } from '#test/support/uploads.ts'
import { endedRelationships } from './ended-relationships.ts'
import { eraseEnded } from './erase-ended.ts'

const ended = new Date('2021-11-20T08:00:00Z')
const lastDay = new Date('2026-11-20T08:00:00Z')
const dayAfter = new Date('2026-11-21T08:00:00Z')
const aDayMs = 24 * 3_600_000

let server: TestServer
let now = ended
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.close())

/** A user with a manager, a file and a mail, all of that time. */
async function someone(application: ApplicationFacts) {
  now = ended
  const { context } = server
  const manager = await makeUser(context, { role: 'wealth_manager' })
  await makeFaisDocument(context, { managerId: manager.id })
  const client = await makeClient(context, {
    application,
    wealthManagerId: manager.id,
    fullName: 'Thandi Mokoena',
  })
  const ofClient = { applicationId: client.applicationId, ownerId: client.id }
  const document = await makeDocument(context, { ...ofClient, kind: 'payslip' })
  await inTransaction(systemContext(context), (work) =>
    queueMail(work, {
      template: 'application-submitted',
      recipient: client.username,
      data: {
        fullName: 'Thandi Mokoena',
        applicationId: client.applicationId,
        answerBy: 'Wednesday 25 November 2026',
      },
    }),
  )
  return { client, manager, document }
}

const isThere = async (id: string) => (await server.context.database.db.$count(users, eq(users.id, id))) > 0

const dueAt = async (time: Date) => {
  const ids = []
  for await (const { userId } of endedRelationships(server.context.database.db, time)) ids.push(userId)
  return ids
}

test('five years after the relationship ended, only audit rows without personal data remain of a client', async () => {
  const { context } = server
  const { db } = context.database
  const { client, manager, document } = await someone({ status: 'cancelled' })
  await extendChain(context)
  now = lastDay
  expect(await eraseEnded(context)).toBe(0)
  expect(await isThere(client.id)).toBe(true)

  now = dayAfter
  expect(await eraseEnded(context)).toBe(1)
  expect(await isThere(client.id)).toBe(false)
  expect(await isThere(manager.id)).toBe(true)
  for (const [table, which] of [
    [applications, eq(applications.id, client.applicationId)],
    [applicationSummaries, eq(applicationSummaries.applicationId, client.applicationId)],
    [documents, eq(documents.ownerId, client.id)],
    [mailOutbox, eq(mailOutbox.recipient, client.username)],
  ] as const) {
    expect(await db.$count(table, which)).toBe(0)
  }
  expect(await mailsTo(context, client.username)).toEqual([])
  const rows = await auditAbout(context, client.id)
  expect(rows.at(-1)).toMatchObject({
    action: 'client.erased',
    actorId: null,
    details: { endedOn: '2021-11-20', documents: 1 },
  })
  expect(JSON.stringify(rows)).not.toMatch(/thandi|mokoena/iu)
  expect(JSON.stringify(rows)).not.toContain(client.username)

  await deleteOrphans(context, dayAfter)
  expect(await context.store.get(document.objectKey)).toBeNull()
  await extendChain(context)
  expect(await verifyChain(context)).toMatchObject({ sound: true })
})

test('mail to staff, which names clients, is deleted after the same period', async () => {
  const { manager } = await someone({ status: 'onboarded' })
  const { context } = server
  await inTransaction({ ...systemContext(context), now: ended }, (work) =>
    queueMail(work, {
      template: 'application-to-review',
      recipient: manager.username,
      data: { fullName: 'Thandi Mokoena', applicationId: manager.id },
    }),
  )
  now = lastDay
  await eraseEnded(context)
  expect(await mailsTo(context, manager.username)).toHaveLength(1)
  now = new Date(lastDay.getTime() + 5 * aDayMs)
  await eraseEnded(context)
  expect(await mailsTo(context, manager.username)).toEqual([])
})

test('active and returned clients are unaffected', async () => {
  const { context } = server
  const onboarded = await someone({ status: 'onboarded' })
  const active = await someone({ status: 'draft' })
  const abandoned = await someone({ status: 'draft' })
  now = lastDay
  const session = await server.as(active.client.username)
  expect((await session.put('/api/application', { fullName: 'Back again' })).status).toBe(200)
  now = dayAfter
  expect(await dueAt(dayAfter)).toEqual([abandoned.client.id])
  expect(await eraseEnded(context)).toBe(1)
  expect([await isThere(onboarded.client.id), await isThere(active.client.id)]).toEqual([true, true])
})

test('deactivation of an account ends the relationship, five years from then', async () => {
  const { client } = await someone({ status: 'onboarded' })
  const { db } = server.context.database
  await db.update(users).set({ deactivatedAt: ended }).where(eq(users.id, client.id))
  expect(await dueAt(lastDay)).not.toContain(client.id)
  expect(await dueAt(dayAfter)).toContain(client.id)
})

test('a dry run lists the clients to be erased, and erases none', async () => {
  const { client } = await someone({ status: 'rejected' })
  // The command uses the machine's clock.
  const long = new Date('2015-03-01T08:00:00Z')
  const { db } = server.context.database
  await db
    .update(applications)
    .set({ statusChangedAt: long, updatedAt: long })
    .where(eq(applications.id, client.applicationId))
  const environment = environmentOf(server.context.settings)
  const command = (...args: string[]) => runCommandFile('src/app/commands/retention.ts', args, environment)
  const listed = await command('--dry-run')
  expect([listed.code, listed.output]).toEqual([
    0,
    expect.stringContaining(
      `${client.username}: relationship ended on 1 March 2015, kept until 1 March 2020, documents: 1`,
    ),
  ])
  expect(await isThere(client.id)).toBe(true)
  expect((await command()).code).toBe(0)
  expect(await isThere(client.id)).toBe(false)
  expect(await db.$count(auditEvents, eq(auditEvents.objectId, client.id))).toBeGreaterThan(1)
}, 90_000)
