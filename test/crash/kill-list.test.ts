import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Edition, Lists } from '#features/screening/api/lists.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { sendList, unList, type Listed } from '#test/support/screening/list-files.ts'
import { besideServer } from './kill/beside-server.ts'
import { openSite, type Site, type Victim } from './kill/site.ts'
import { verifyAudit } from './kill/verify-audit.ts'
import { rounds } from './scale.ts'

const PASSWORD = 'Correct-horse-battery-9'
const ENTRIES = 4000
/** Maximum delay of a kill after a request, in ms: while the list is read, stored or put in force. */
const LATEST_MS = 1500
const MS_PER_ROUND = 120_000
const VICTIMS = ['server', 'both'] as const satisfies Victim[]

/** The people of an edition: of each later one, some are new, some have changed, and some are gone. */
function peopleOf(edition: number): Listed[] {
  return Array.from({ length: ENTRIES }, (_, at) => ({
    uid: String(at + (at % 40 === 0 ? edition * 100_000 : 0)),
    name: `Fictionary${at} Placeholder`,
    birth: String(1940 + ((at + (at % 7 === 0 ? edition : 0)) % 50)),
  }))
}

const dayOf = (edition: number) =>
  new Date(Date.now() - (60 - edition) * 86_400_000).toISOString().slice(0, 10)

async function signedIn(site: Site): Promise<() => HttpSession> {
  const { username } = await besideServer(site, (context) =>
    makeUser(context, { role: 'system_administrator', password: PASSWORD }),
  )
  const first = openHttpSession(site.url())
  expect((await first.post('/api/login', { username, password: PASSWORD })).status).toBe(200)
  return () => {
    const session = openHttpSession(site.url())
    for (const [name, value] of first.cookies) session.cookies.set(name, value)
    return session
  }
}

/** The entries in force: those that clients are compared with. */
function entriesInForce(site: Site) {
  return besideServer(site, async ({ database }) => {
    const { rows } = await database.db.execute<{ uid: string; year: number }>(sql`
      select entry.uid, (entry.births->0->>'from')::int as year from list_entries entry
        join list_editions edition on edition.id = entry.from_edition
        where entry.to_edition is null and edition.in_force_at is not null`)
    return new Map(rows.map(({ uid, year }) => [uid, year]))
  })
}

async function inForce(session: HttpSession): Promise<Edition | null> {
  const { sources } = (await session.get('/api/system-admin/lists')).body as Lists
  return sources.find(({ source }) => source === 'UN')?.inForce ?? null
}

/** Loads a list and puts it in force, unless the server goes away meanwhile. */
async function importList([session, second]: readonly HttpSession[], edition: number): Promise<boolean> {
  try {
    const loaded = await sendList(session as HttpSession, unList(peopleOf(edition), dayOf(edition)))
    if (loaded.status !== 200) return false
    const { id, cautions } = loaded.body as Edition
    const starter = (cautions.length > 0 ? second : session) as HttpSession
    return (await starter.put(`/api/system-admin/lists/${id}/in-force`)).status === 200
  } catch {
    return false
  }
}

test(
  'a list whose servers are killed is in force as a whole or not at all, and can be loaded again',
  async () => {
    const site = await openSite({ DEMO: '0', FICA_PACK: 'on' })
    try {
      const session = await signedIn(site)
      const second = await signedIn(site)
      expect(await importList([session(), second()], 0)).toBe(true)
      let current = 0
      for (let round = 1; round <= Math.max(rounds, 2 * VICTIMS.length); round += 1) {
        const importing = importList([session(), second()], round)
        await wait(randomInt(LATEST_MS))
        await site.kill(VICTIMS[round % VICTIMS.length] ?? 'server')
        const acknowledged = await importing
        await site.revive()
        const edition = await inForce(session())
        const isNew = edition?.generatedOn === dayOf(round)
        if (acknowledged) expect(isNew).toBe(true)
        if (!isNew) expect(edition?.generatedOn).toBe(dayOf(current))
        const expected = peopleOf(isNew ? round : current)
        expect(await entriesInForce(site)).toEqual(
          new Map(expected.map(({ uid, birth }) => [uid, Number(birth)])),
        )
        // Cleanly repeated.
        if (!isNew) expect(await importList([session(), second()], round)).toBe(true)
        current = round
        expect((await inForce(session()))?.generatedOn).toBe(dayOf(round))
        expect((await entriesInForce(site)).size).toBe(ENTRIES)
      }
      await verifyAudit(site)
    } catch (error) {
      process.stdout.write(site.output())
      throw error
    } finally {
      await site.close()
    }
  },
  Math.max(rounds, 2 * VICTIMS.length) * MS_PER_ROUND,
)
