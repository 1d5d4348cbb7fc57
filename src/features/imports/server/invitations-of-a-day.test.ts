import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { clientsFile, importFile, makeImporter } from '#test/support/imports.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { MAX_PER_DAY } from './plan-invitations.ts'
import { sendPlannedInvitations } from './send-invitations.ts'

/** In a database of its own: no other test meets two thousand accounts, and nothing has to be deleted. */
let server: TestServer
let now = new Date('2026-11-25T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.close())

test('a batch waits for the next business day after 2,000 invitations of the firm', async () => {
  const { session } = await makeImporter(server)
  const { id } = await importFile(server, session, clientsFile(4))
  const plan = { perBatch: 2, batchesPerDay: 3, firstDay: '2026-11-26', firstHour: 9 }
  expect((await session.put(`/api/admin/imports/${id}/invitations`, plan)).status).toBe(200)
  // Invited on Friday from another import, up to one below the limit.
  await server.context.database.db.execute(sql`
    with invited as (
      insert into users (id, username, role, invited, created_at)
      select gen_random_uuid(), 'cap' || n || '@clients.example', 'client', true, now()
      from generate_series(1, ${MAX_PER_DAY - 1}::int) n
      returning id
    ), mailed as (
      insert into temporary_passwords (user_id, kind, password_hash, expires_at, created_at)
      select id, 'given', 'x', now(), '2026-11-27T06:00:00Z' from invited
    )
    insert into import_rows (import_id, row, outcome, user_id)
    select ${id}, 100000 + row_number() over (), 'undone', id from invited`)

  const notInvitedAfter = async (at: string) => {
    now = new Date(at)
    await sendPlannedInvitations(server.context)
    now = new Date('2026-11-25T08:00:00Z')
    return ((await session.get(`/api/admin/imports/${id}`)).body as ImportDetail).notInvited
  }
  expect(await notInvitedAfter('2026-11-27T07:00:10Z')).toBe(3)
  expect(await notInvitedAfter('2026-11-27T08:00:10Z')).toBe(3)
  // On Monday.
  expect(await notInvitedAfter('2026-11-30T07:00:10Z')).toBe(1)
})
