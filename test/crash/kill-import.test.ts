import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import {
  addImporter,
  checkImport,
  clientsFile,
  IMPORTER_PASSWORD,
  startImport,
} from '#test/support/imports.ts'
import { besideServer } from './kill/beside-server.ts'
import { openSite, type Site, type Victim } from './kill/site.ts'
import { verifyAudit } from './kill/verify-audit.ts'
import { rounds } from './scale.ts'

const ROWS = 400
/** Maximum delay of a kill after the start or a restart, in ms: between batches and within them. */
const LATEST_MS = 500
const KILLS = 3
const MS_PER_ROUND = 180_000
const VICTIMS = ['server', 'both'] as const satisfies Victim[]

async function signedIn(site: Site, username: string): Promise<() => HttpSession> {
  const first = openHttpSession(site.url())
  expect((await first.post('/api/login', { username, password: IMPORTER_PASSWORD })).status).toBe(200)
  // A restart keeps the session, but not the address.
  return () => {
    const session = openHttpSession(site.url())
    for (const [name, value] of first.cookies) session.cookies.set(name, value)
    return session
  }
}

/** Clients, accounts and audit rows of an import, and mails. */
function countsOf(site: Site, id: string) {
  return besideServer(site, async ({ database }) => {
    const { rows } = await database.db.execute<Record<string, number>>(sql`
      select (select count(*)::int from imported_applications where import_id = ${id}) as clients,
        (select count(distinct user_id)::int from import_rows where import_id = ${id}) as accounts,
        (select count(*)::int from audit_events
          where action = 'application.imported' and details->>'importId' = ${id}) as logged,
        (select count(*)::int from mail_outbox) as mails`)
    return rows[0]
  })
}

test(
  'an import whose servers are killed creates each client once, and mails no one',
  async () => {
    const site = await openSite({ DEMO: '0' })
    try {
      const username = await besideServer(
        site,
        async (context) => (await addImporter(context, 'admin')).username,
      )
      const session = await signedIn(site, username)
      for (let round = 0; round < Math.max(rounds, VICTIMS.length); round += 1) {
        const checked = await checkImport(session(), clientsFile(ROWS))
        expect((await startImport(session(), checked)).status).toBe(200)
        const stateOf = async () =>
          (await session().get(`/api/admin/imports/${checked.id}`)).body as ImportDetail
        for (let kills = 0; kills < KILLS && (await stateOf()).state !== 'done'; kills += 1) {
          await wait(randomInt(LATEST_MS))
          await site.kill(VICTIMS[round % VICTIMS.length] ?? 'server')
          await site.revive()
        }
        await expect.poll(async () => (await stateOf()).state, { timeout: 60_000 }).toBe('done')
        expect(await countsOf(site, checked.id)).toEqual({
          clients: ROWS,
          accounts: ROWS,
          logged: ROWS,
          mails: 0,
        })
      }
      await verifyAudit(site)
    } catch (error) {
      process.stdout.write(site.output())
      throw error
    } finally {
      await site.close()
    }
  },
  Math.max(rounds, VICTIMS.length) * MS_PER_ROUND,
)
