import { sql } from 'drizzle-orm'
import { besideServer } from '../crash/kill/beside-server.ts'
import type { Journal } from '../crash/kill/client.ts'
import { expectBooks } from '../crash/kill/expect-books.ts'
import { verifyAudit } from '../crash/kill/verify-audit.ts'
import type { Load } from './load.ts'
import type { Site } from './site.ts'

/** Findings about acknowledged changes, as text for diagnosis. */
export interface Verdict {
  lost: string[]
  doubled: string[]
}

/** A row of the audit log, as the client of the acknowledged change knows it. */
interface Entry {
  action: string
  /** The account, or the application's owner. */
  username: string | null
  objectId: string | null
  version: number | null
  documentId: string | null
  to: string | null
  [column: string]: unknown
}

/**
 * Compares all acknowledged changes with database, store and audit log: each save, file, signature, submission, account
 * and status change has exactly one row. Users check their own applications and files (`load.ts`).
 */
export async function judge(site: Site, { clients, staff, amiss }: Load): Promise<Verdict> {
  const [first] = site.nodes
  if (first === undefined) throw new Error('The site has no servers.')
  const [entries] = await Promise.all([entriesOf(site), expectBooks(site), verifyAudit(first)])
  const counts = countsOf(entries)
  const acknowledged = [
    ...clients.flatMap(acknowledgedTo),
    ...staff.flatMap(({ acts }) =>
      acts.map(({ action, objectId }) =>
        action === 'user.created' ? `created ${objectId}` : `onboarded ${objectId}`,
      ),
    ),
  ]
  const wrongly = (is: (count: number) => boolean) => acknowledged.filter((what) => is(counts.get(what) ?? 0))
  const mails = await judgeMails(site)
  return {
    lost: [...wrongly((count) => count === 0), ...mails.lost, ...amiss],
    doubled: [...wrongly((count) => count > 1), ...mails.doubled],
  }
}

/**
 * Compares mails with those that the mail server accepted: each is there once, or several times under its Message-ID if
 * confirmations were dropped. Only mails to a rejected recipient fail.
 */
async function judgeMails(site: Site): Promise<Verdict> {
  const { mail } = site
  if (mail === undefined) return { lost: [], doubled: [] }
  const queued = await besideServer(site, async ({ database }) => {
    const { rows } = await database.db.execute<{ id: string; recipient: string; template: string }>(
      sql`select message_id as id, recipient, template from mail_outbox`,
    )
    return rows
  })
  const arrivals = Map.groupBy(mail.messageIds(), (id) => id)
  const timesOf = (id: string) => arrivals.get(id)?.length ?? 0
  const textFor = ({ id, recipient, template }: (typeof queued)[number]) =>
    `mail ${template} to ${recipient}: ${id} arrived ${timesOf(id)} times`
  const known = new Set(queued.map(({ id }) => id))
  return {
    lost: queued
      .filter(({ id, recipient }) => timesOf(id) === 0 && recipient !== mail.refused())
      .map(textFor),
    doubled: [
      ...queued.filter(({ id }) => timesOf(id) > 1 && !mail.mayRepeat()).map(textFor),
      ...[...arrivals.keys()].filter((id) => !known.has(id)).map((id) => `mail of no one: ${id}`),
    ],
  }
}

/** Acknowledged changes of a client, as text. */
function acknowledgedTo({ username, versions, files, submission }: Journal): string[] {
  const ids = [...files.values()].flatMap(({ id }) => (id === undefined ? [] : [id]))
  return [
    ...versions.map((version) => `saved ${username} ${version}`),
    ...ids.map((id) => `registered ${id}`),
    ...(submission === 'acknowledged' ? [`submitted ${username}`] : []),
  ]
}

async function entriesOf(site: Site): Promise<Entry[]> {
  return besideServer(site, async ({ database }) => {
    const { rows } = await database.db.execute<Entry>(sql`
      select e.action, u.username, e.object_id::text as "objectId", (e.details->>'version')::int as version,
             e.details->>'documentId' as "documentId", e.details->>'to' as "to"
      from audit_events e
      left join applications a on a.id = e.object_id
      left join users u on u.id = a.user_id
      union all
      -- Saves in a burst share one row, which counts them (expect-books.ts); these are the versions that no row names.
      select 'application.saved', u.username, a.id::text, made.version, null, null
      from applications a
      join users u on u.id = a.user_id
      cross join generate_series(2, a.version) as made(version)
      where not exists (
        select from audit_events e
        where e.object_id = a.id and e.action <> 'application.draft-saved' and (e.details->>'version')::int = made.version
      )`)
    return rows
  })
}

function countsOf(entries: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    const text = describe(entry)
    if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

function describe({ action, username, objectId, version, documentId, to }: Entry): string | null {
  if (action === 'application.saved') return `saved ${username} ${version}`
  if (action === 'document.registered') return `registered ${documentId}`
  if (action === 'user.created') return `created ${objectId}`
  if (action !== 'application.status-changed') return null
  return to === 'submitted' ? `submitted ${username}` : `onboarded ${objectId}`
}
