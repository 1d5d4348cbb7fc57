import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { rowAsJson, rowsAsJson } from './rows-as-json.ts'
import { applications, users } from '#features/access/schema/tables.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a row as one JSON value equals its columns: times, bytes, amounts and nulls', async () => {
  const { db } = server.context.database
  const assets = { cashOnHand: 0.01, stocks: 999_999_999_999.99 }
  const answers = completeAnswers('client@test.example', { idNumber: '8001015009087', assets })
  const { id, applicationId } = await makeClient(server.context, { application: { answers } })
  const staff = await makeUser(server.context, { role: 'admin' })
  const [byColumns] = await db.select().from(applications).where(eq(applications.id, applicationId))
  expect(byColumns?.idNumberHash?.length).toBe(32)
  expect(byColumns?.submittedAt).toBeNull()

  const joined = (userId: string) =>
    db
      .select({ username: users.username, application: rowAsJson(applications) })
      .from(users)
      .leftJoin(applications, eq(applications.userId, users.id))
      .where(eq(users.id, userId))
  expect((await joined(id)).map(({ application }) => application)).toEqual([byColumns])
  expect((await joined(staff.id)).map(({ application }) => application)).toEqual([null])

  const own = rowsAsJson(applications, eq(applications.userId, users.id), sql`${applications.id}`)
  const [rows] = await db.select({ own }).from(users).where(eq(users.id, id))
  expect(rows?.own).toEqual([byColumns])
})
