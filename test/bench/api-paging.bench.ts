import { setTimeout as wait } from 'node:timers/promises'
import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ListedForProgram } from '#features/integrations/rules/public-api/contract.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import type { Measurement } from './measurement.ts'
import { median } from './support/alternate.ts'
import { atMost } from './support/rows.ts'
import { startSeededServer } from './support/seeded-server.ts'
import type { BenchServer } from './support/server.ts'

const APPLICATIONS = 100_000
const PAGE = 500
/** Pages of which the median is compared. */
const ENDS = 20
/** Pause between two changes, in milliseconds; every tenth change is a new client. */
const PAUSE_MS = 20

interface Listing {
  rows: Pick<ListedForProgram, 'id' | 'version'>[]
  /** The time of each page, in milliseconds. */
  pages: number[]
  /** When the last page was requested. */
  lastAskedAt: number
}

/** Reads all applications as a program does: it follows the `Link` header to the end. */
async function listAll(server: BenchServer): Promise<Listing> {
  const { token } = await makeApiToken(server.factories)
  const listing: Listing = { rows: [], pages: [], lastAskedAt: 0 }
  let next: string | undefined = `/api/v1/applications?limit=${PAGE}`
  while (next !== undefined) {
    listing.lastAskedAt = Date.now()
    const begun = performance.now()
    const answer: Response = await fetch(new URL(next, server.url), {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    const page = (await answer.json()) as ListedForProgram[]
    listing.pages.push(performance.now() - begun)
    listing.rows.push(...page.map(({ id, version }) => ({ id, version })))
    next = /^<([^>]+)>; rel="next"/u.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return listing
}

/** What was changed and added while a list was read. */
interface Changes {
  /** How often each was changed. */
  changed: Map<string, number>
  /** When each new one was saved. */
  added: Map<string, number>
}

/** Changes one application after another, and adds new ones, until it is stopped. */
async function change(
  { factories }: BenchServer,
  ids: readonly string[],
  stopped: AbortSignal,
): Promise<Changes> {
  const changes: Changes = { changed: new Map(), added: new Map() }
  const { db } = factories.database
  for (let turn = 0; !stopped.aborted; turn += 1) {
    const id = ids[randomInt(ids.length)] ?? ''
    if (turn % 10 === 0) {
      const { applicationId } = await makeClient(factories, { application: { status: 'submitted' } })
      changes.added.set(applicationId, Date.now())
    } else {
      await db.execute(
        sql`update applications set version = version + 1, updated_at = ${new Date().toISOString()} where id = ${id}`,
      )
      changes.changed.set(id, (changes.changed.get(id) ?? 0) + 1)
    }
    await wait(PAUSE_MS)
  }
  return changes
}

/**
 * Rows that a list lacks or repeats. One that was changed while it was read comes again as newer, at most once for each
 * change.
 */
function faultsOf(
  { rows, lastAskedAt }: Listing,
  before: readonly string[],
  { changed, added }: Changes,
): number {
  const seen = new Map<string, number[]>()
  for (const { id, version } of rows) seen.set(id, [...(seen.get(id) ?? []), version])
  const saved = [...added].filter(([, at]) => at < lastAskedAt).map(([id]) => id)
  const missing = [...before, ...saved].filter((id) => !seen.has(id))
  const repeated = [...seen].filter(([id, versions]) => {
    const isNewer = versions.every((version, index) => index === 0 || version > (versions[index - 1] ?? 0))
    return versions.length > 1 + (changed.get(id) ?? 0) || !isNewer
  })
  return missing.length + repeated.length
}

function flatness({ pages }: Listing): number {
  // The last one has few rows.
  const whole = pages.slice(0, -1)
  return median(whole.slice(-ENDS)) / median(whole.slice(0, ENDS))
}

export default {
  name: 'Pages of the API for programs',
  about: `A program reads ${APPLICATIONS} applications in pages of ${PAGE}, first undisturbed, then while others change and add applications one after another.`,
  async measure() {
    const server = await startSeededServer(APPLICATIONS, { keep: undefined })
    try {
      await listAll(server)
      const quiet = await listAll(server)
      const ids = [...new Set(quiet.rows.map(({ id }) => id))]
      const none: Changes = { changed: new Map(), added: new Map() }
      const stop = new AbortController()
      const changing = change(server, ids, stop.signal)
      const busy = await listAll(server)
      stop.abort()
      const changes = await changing
      const again = busy.rows.length - new Set(busy.rows.map(({ id }) => id)).size
      const made = [...changes.changed.values()].reduce((sum, times) => sum + times, 0)
      return [
        atMost(`A page of ${PAGE} over HTTP`, median(quiet.pages), 1000, 'ms'),
        atMost(`The last ${ENDS} pages, against the first ${ENDS}`, flatness(quiet), 2, 'times the time'),
        atMost('The same while others change applications', flatness(busy), 2, 'times the time'),
        atMost(
          `Rows of ${ids.length} that are missing or repeated`,
          faultsOf(quiet, ids, none) + Math.max(0, APPLICATIONS - ids.length),
          0,
          'rows',
        ),
        atMost(
          'The same while others change applications',
          faultsOf(busy, ids, changes),
          0,
          'rows',
          `${made} changes and ${changes.added.size} new ones meanwhile; ${again} rows came again as newer`,
        ),
      ]
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement
