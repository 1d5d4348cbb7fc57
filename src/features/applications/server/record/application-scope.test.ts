import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '#features/access/rules/authorisation/decide.ts'
import { permissions, type Action } from '#features/access/rules/authorisation/permissions.ts'
import { roles } from '#features/access/rules/roles.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { applications } from '#features/access/schema/tables.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { inScope } from './application-scope.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a query finds exactly what the decision permits', async () => {
  const { context } = server
  const manager = await makeUser(context, { role: 'wealth_manager' })
  const client = await makeClient(context, { wealthManagerId: manager.id })
  const unassigned = await makeClient(context)
  const stranger = await makeUser(context, { role: 'wealth_manager' })
  const people = [manager.id, client.id, unassigned.id, stranger.id]
  const rows = [
    { id: client.applicationId, clientId: client.id, managerId: manager.id },
    { id: unassigned.applicationId, clientId: unassigned.id, managerId: null },
  ]
  const actions = Object.keys(permissions) as Action[]
  const cases = actions.flatMap((action) =>
    roles.flatMap((role) =>
      people.flatMap((userId) =>
        [[], [manager.id], [stranger.id]].flatMap((standsInFor) =>
          rows.map((row) => ({ who: { userId, role, standsInFor }, action, row })),
        ),
      ),
    ),
  )
  for (const { who, action, row } of cases) {
    const found = await context.database.db.$count(
      applications,
      and(eq(applications.id, row.id), inScope(who, action)),
    )
    const subject = { ...row, status: 'draft' } as const
    const standing = { mustChangePassword: false, mustConfirmAddress: false, secondFactor: 'given' } as const
    const decision = decide({ ...who, ...standing }, action, subject)
    const isReached = decision === 'yes' || decision === 'not-now'
    expect({ who, action, found }).toEqual({ who, action, found: isReached ? 1 : 0 })
  }
})
