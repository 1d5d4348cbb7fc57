import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { answersSchema } from '#features/applications/rules/wizard/answers.ts'
import { problemsOfApplication } from '#features/applications/rules/wizard/completeness.ts'
import { applications } from '#features/access/schema/tables.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { forEachList } from '#features/applications/rules/documents/kinds.ts'
import { makeClient } from './applications.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('complete answers are well-formed, and lack nothing', () => {
  const answers = completeAnswers('client@test.example')
  expect(answersSchema.safeParse(answers).error).toBeUndefined()
  const problems = problemsOfApplication(
    {
      ...answers,
      documentCounts: forEachList(() => 0),
      faisDocumentUploaded: true,
      confirmations: { accurate: true, terms: true, brokerReview: true },
    },
    new Date('2026-11-20T08:00:00Z'),
  )
  expect(problems).toEqual([])
})

test.each(applicationStatuses)(
  'a client whose application is %s can be created, and see it',
  async (status) => {
    const client = await makeClient(server.context, { fullName: 'Sipho Dlamini', application: { status } })
    const browser = await server.as(client.username)
    const answer = await browser.get('/api/application')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ id: client.applicationId, status, fullName: 'Sipho Dlamini' })
    const [row] = await server.context.database.db
      .select()
      .from(applications)
      .where(eq(applications.id, client.applicationId))
    expect(row?.onboardedAt !== null).toBe(status === 'onboarded')
    expect(row?.cancelledAt !== null).toBe(status === 'cancelled')
  },
)
