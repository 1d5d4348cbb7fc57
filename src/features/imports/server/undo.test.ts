import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportRow } from '#features/imports/api/import-shapes.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { failAt } from '#test/support/failing-database.ts'
import type { HttpSession } from '#test/support/http.ts'
import { clientsFile, IMPORTER_PASSWORD, importFile, makeImporter, undoWhole } from '#test/support/imports.ts'
import { writeNote } from '#test/support/notes.ts'
import { retainedRecords } from '#test/support/due-diligence-retention.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { runImports } from './run-import.ts'

let server: TestServer
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  admin = (await makeImporter(server)).session
})
afterAll(() => server.close())

const rowsOf = async (id: string, query = '') =>
  (await admin.get(`/api/admin/imports/${id}/rows${query}`)).body as ImportRow[]

/** An imported client. */
interface Imported {
  userId: string
  applicationId: string
}

const expectDone = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
}

/** Writes an event that can follow an import only after many steps of client and staff. */
const recorded = (action: string, objectId: string) =>
  server.context.database.db.execute(sql`
    insert into ${auditEvents} (at, action, success, object_id, details)
    values (now(), ${action}, true, ${objectId}::uuid, '{}')`)

/** What gives a client a reason to stay. */
const causes: Readonly<Record<string, (client: Imported) => Promise<unknown>>> = {
  'signed-in': ({ userId }) =>
    server.context.database.db
      .update(users)
      .set({ invited: false, passwordHash: 'x' })
      .where(eq(users.id, userId)),
  saved: ({ applicationId }) =>
    server.context.database.db
      .update(applications)
      .set({ version: sql`${applications.version} + 1` })
      .where(eq(applications.id, applicationId)),
  document: ({ applicationId }) => recorded('document.registered', applicationId),
  note: ({ applicationId }) => writeNote(admin, `/api/admin/applications/${applicationId}`),
  status: ({ applicationId }) =>
    expectDone(
      admin.patch(`/api/admin/applications/${applicationId}/status`, {
        status: 'cancelled',
        reason: 'Left.',
      }),
    ),
  correction: ({ applicationId }) => recorded('correction.asked', applicationId),
  review: ({ applicationId }) =>
    expectDone(
      admin.post(`/api/admin/annual-reviews/${applicationId}/complete`, {
        note: 'All is well.',
        early: true,
      }),
    ),
  account: ({ userId }) => recorded('user.deactivated', userId),
  screening: ({ applicationId }) => recorded('screening.run', applicationId),
  // Due diligence records these on objects of their own, not on the client.
  ...Object.fromEntries(
    Object.entries(retainedRecords).map(([name, insert]) => [
      name,
      ({ applicationId }: Imported) => insert(server.context, applicationId),
    ]),
  ),
}

test('a client of each reason stays, and which one it was is not said; the others are deleted', async () => {
  const reasons = Object.keys(causes)
  const file = clientsFile(reasons.length + 1)
  const { id } = await importFile(server, admin, file, { defaultStatus: 'onboarded' })
  const rows = await rowsOf(id)
  for (const [index, reason] of reasons.entries()) {
    const applicationId = rows[index]?.applicationId ?? ''
    const [found] = await server.context.database.db
      .select({ userId: applications.userId })
      .from(applications)
      .where(eq(applications.id, applicationId))
    await causes[reason]?.({ applicationId, userId: found?.userId ?? '' })
  }
  const undone = await undoWhole(server, admin, id)
  expect(undone).toMatchObject({
    state: 'undone',
    outcomes: { created: reasons.length, undone: 1 },
    retained: { other: reasons.length },
  })
  const staying = (await rowsOf(id, '?retained=1')).map(({ retained }) => retained)
  expect(staying).toEqual(reasons.map(() => 'other'))
  const left = await server.context.database.db.$count(
    users,
    inArray(
      users.username,
      rows.map(({ email }) => email ?? ''),
    ),
  )
  expect(left).toBe(reasons.length)
})

test('invitations that wait are not sent, and those that were sent open nothing', async () => {
  const { id } = await importFile(server, admin, clientsFile(1))
  const [row] = await rowsOf(id)
  await expectDone(admin.post(`/api/admin/applications/${row?.applicationId}/invitation`))
  const mails = () =>
    server.context.database.db.$count(mailOutbox, eq(mailOutbox.recipient, row?.email ?? ''))
  expect(await mails()).toBe(1)
  expect(await undoWhole(server, admin, id)).toMatchObject({ outcomes: { undone: 1 } })
  expect(await mails()).toBe(0)
})

test('a client to whom other records refer stays, and the others are deleted', async () => {
  const { id } = await importFile(server, admin, clientsFile(3))
  const [, second] = await rowsOf(id)
  const { db } = server.context.database
  const [found] = await db
    .select({ userId: applications.userId })
    .from(applications)
    .where(eq(applications.id, second?.applicationId ?? ''))
  // A plan of another import refers to this user as its actor.
  const other = await importFile(server, admin, clientsFile(1))
  await db.execute(sql`insert into invitation_plans
    (import_id, actor_id, per_batch, batches_per_day, first_hour, next_at, created_at, ended_at)
    values (${other.id}, ${found?.userId}, 1, 1, 9, now(), now(), now())`)
  expect(await undoWhole(server, admin, id)).toMatchObject({
    state: 'undone',
    outcomes: { created: 1, undone: 2 },
    retained: { other: 1 },
  })
})

test(
  'whichever statement fails, the undo is completed later, each client once',
  { timeout: 60_000 },
  async () => {
    const { context } = server
    const { id } = await importFile(server, admin, clientsFile(4))
    await expectDone(admin.post(`/api/admin/imports/${id}/undo`, { password: IMPORTER_PASSWORD }))
    for (let statement = 1; ; statement += 1) {
      const failing = failAt(context.database, statement)
      await runImports({ ...context, database: failing.database }).catch(() => undefined)
      if (!failing.hasFailed()) break
      if (statement > 200) throw new Error('The undo does not end.')
    }
    await runImports(context)
    const { body } = await admin.get(`/api/admin/imports/${id}`)
    expect(body).toMatchObject({ state: 'undone', outcomes: { undone: 4 } })
    const deleted = await context.database.db.$count(
      auditEvents,
      sql`action = 'user.deleted' and details->>'why' = 'import-undone' and at >= (select created_at from imports where id = ${id})`,
    )
    expect(deleted).toBe(4)
  },
)
