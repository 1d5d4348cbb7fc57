import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { hits } from '#features/screening/schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { dueDiligenceOn, makePackClient, useUnList } from '#test/support/due-diligence.ts'
import type { Reviewed } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** Approve needs a client who was compared and has no open match, by every way into the status. */

let server: TestServer
let admin: HttpSession

beforeAll(async () => {
  server = await startTestServer({ settings: { ...dueDiligenceOn, undoMs: 60_000 } })
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

const listed = { fullName: 'Baobab Testperson', dateOfBirth: '1970-03-12' }
const neutral = {
  status: 409,
  body: {
    code: 'not-ready',
    detail: 'Compliance is still checking. You can decide when the check is complete.',
  },
}
const approve = (session: HttpSession, { path }: Reviewed) =>
  session.patch(`${path}/status`, { status: 'approved' })

/** Approving, and the undo that would restore it, read the same for managers; an admin reads the reason. */
async function expectShut(person: Reviewed, item: string): Promise<void> {
  const { db } = server.context.database
  const own = eq(applications.id, person.client.applicationId)
  const answer = await approve(person.manager, person)
  expect(answer).toMatchObject(neutral)
  expect(answer.text).not.toMatch(/missing|prohibited|list|match/iu)
  await db.update(applications).set({ status: 'approved' }).where(own)
  const cancelled = await admin.patch(`${person.path}/status`, { status: 'cancelled' })
  const { undo } = cancelled.body as ReviewedApplication
  expect(await admin.post(`/api/admin/held-acts/${undo?.id}/undo`)).toMatchObject({
    status: 409,
    body: {
      code: 'requirements-missing',
      current: { missing: expect.arrayContaining([expect.objectContaining({ item })]) as object },
    },
  })
  await db.update(applications).set({ status: 'under_review' }).where(own)
}

test('a client is approved only after a comparison with a list in use, and without an open or confirmed match', async () => {
  const plain = await makePackClient(server, { status: 'under_review' })
  const person = await makePackClient(server, { status: 'under_review', answers: listed })
  await expectShut(plain, 'no-list')
  await useUnList(server)
  await expectShut(plain, 'screening')
  await screenClients(server.context)
  await expectShut(person, 'screening')
  const { db } = server.context.database
  await db.update(hits).set({ state: 'match' }).where(eq(hits.applicationId, person.client.applicationId))
  await expectShut(person, 'prohibited')
  expect((await approve(plain.manager, plain)).status).toBe(200)
})
