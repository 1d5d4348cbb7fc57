import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { makePdf } from '#test/support/files.ts'
import { watchOthers } from '#test/support/processor-time.ts'
import { signInClients } from '#test/support/saving-clients.ts'
import { putSession } from '#test/support/sessions.ts'
import { raw, send, register, isTaken } from '#test/support/uploads.ts'
import { besideServer } from '../crash/kill/beside-server.ts'
import { conditions, writeBlock } from '../faults/report.ts'
import { openSite, type Site } from '../faults/site.ts'
import { letWork, percentile, personOf, type Person, type Counter, type Trade } from './people.ts'

/** `npm test -- --only crowd 1` takes a minute; the limits apply to ten. */
const MINUTES = Number(process.env['CROWD_MINUTES'])
const MINUTE_MS = 60_000
const SETS_UP_WITHIN_MS = 10 * MINUTE_MS
const SERVERS = [{ entry: 'test/support/watched-server.ts' }, { entry: 'test/support/watched-server.ts' }]

const SAVING = 1000
const LISTING = 50
const UPLOADING = 20
const DOWNLOADING = 5
/** A user who fills in a form saves about three times a minute. */
const SAVE_EVERY_MS = 20_000
const LIST_EVERY_MS = 10_000
const UPLOAD_EVERY_MS = 15_000
const DOWNLOAD_EVERY_MS = 10_000
const FILE_BYTES = 200_000
const FILES = 5

/** Limits. */
const SLOWER_AT_MOST = 20
const GROWS_AT_MOST = 1.2
/** Time limits apply only if no other process uses the machine. */
const OTHERS_AT_MOST = 0.1
/** Shorter runs are all warm-up. */
const MEMORY_FROM_MINUTES = 10
/** Memory is compared between a fifth of the run, when everything is warm, and its end. */
const EARLY = 0.2
const MEGABYTE = 1e6
const ALONE = 200

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.staff(SERVERS)
}, SETS_UP_WITHIN_MS)
afterAll(() => site.close(), SETS_UP_WITHIN_MS)

let people = 0
function join(token: string): Person {
  people += 1
  return personOf(site.balancer.url, token, people)
}

async function clients(count: number): Promise<Person[]> {
  const { DATABASE_URL = '', ENCRYPTION_KEY_FILE = '' } = site.environment
  const given = { databaseUrl: DATABASE_URL, encryptionKey: readFileSync(ENCRYPTION_KEY_FILE, 'utf8').trim() }
  return (await signInClients(count, given)).map(join)
}

async function admins(count: number): Promise<Person[]> {
  return besideServer(site, async ({ database, ...context }) => {
    const found: Person[] = []
    for (let made = 0; made < count; made += 1) {
      const { id } = await makeUser({ database, ...context }, { role: 'admin' })
      found.push(join((await putSession(database, { userId: id, role: 'admin', now: new Date() })).token))
    }
    return found
  })
}

/** A complete application with documents, for downloads. */
async function applicationWithPapers(): Promise<string> {
  return besideServer(site, async (context) => {
    const { id: ownerId, applicationId } = await makeClient(context, { fullName: 'Lerato Mokoena' })
    for (let made = 1; made <= FILES; made += 1) {
      const bytes = await makePdf({ text: `Payslip ${made}`, size: FILE_BYTES })
      await makeDocument(context, { kind: 'payslip', ownerId, applicationId, name: `${made}.pdf`, bytes })
    }
    return applicationId
  })
}

/** The n-th save, with new values so that there is something to write. */
const save: Trade['act'] = ({ session }, time) =>
  session.put('/api/application', { city: `City ${time}`, occupation: `Occupation ${time}` })

/** A complete upload and its removal, so that the quota is never used up. */
const upload =
  (bytes: Buffer): Trade['act'] =>
  async ({ session }) => {
    const permitted = await session.post('/api/objects/upload', {})
    if (permitted.status !== 200) return permitted
    const address = (permitted.body as { uploadURL: string }).uploadURL
    const sent = await send(session, address, { bytes, type: 'application/pdf' })
    if (!isTaken(sent)) return { ...sent, text: sent.bytes.toString(), body: undefined }
    const registered = await register(session, 'payslip', address)
    if (registered.status !== 200) return registered
    return session.delete(`/api/documents/${(registered.body as { id: string }).id}`)
  }

const download =
  (applicationId: string): Trade['act'] =>
  async ({ session }) => {
    const path = `/api/admin/applications/${applicationId}/download`
    const { status, headers, bytes } = await raw(session, site.balancer.url + path)
    if (status === 200 && bytes.length < FILES * FILE_BYTES)
      throw new Error(`Only ${bytes.length} bytes arrived.`)
    return { status, headers, text: '', body: undefined }
  }

/** Used heap of each server after a garbage collection. */
async function memory(): Promise<number[]> {
  return Promise.all(site.nodes.map(async ({ ask }) => Number(await ask('memory'))))
}

/** Each acknowledged save created one version and one audit row. */
async function saved(): Promise<{ versions: number; rows: number }> {
  return besideServer(site, async ({ database }) => {
    const { rows } = await database.db.execute<{ versions: number; rows: number }>(sql`
      select (select sum(version - 1)::int from applications) as versions,
        (select count(*)::int from audit_events
          where action in ('application.saved', 'document.registered', 'document.removed')) as rows`)
    return rows[0] ?? { versions: 0, rows: 0 }
  })
}

test(
  `${SAVING} clients saving, ${LISTING} staff listing, ${UPLOADING} uploads, ${DOWNLOADING} archives for ${MINUTES} minutes on two servers`,
  async () => {
    await expect.poll(() => site.balancer.inService().length, { timeout: MINUTE_MS }).toBe(SERVERS.length)
    const [savers, listers, uploaders, downloaders] = [
      await clients(SAVING),
      await admins(LISTING),
      await clients(UPLOADING),
      await admins(DOWNLOADING),
    ]
    const bytes = await makePdf({ text: 'A payslip', size: FILE_BYTES })
    const applicationId = await applicationWithPapers()
    const before = await saved()
    const [first] = savers
    if (first === undefined) throw new Error('No one saves.')
    const alone: number[] = []
    for (let time = 1; time <= ALONE; time += 1) {
      const begun = performance.now()
      expect((await save(first, -time)).status).toBe(200)
      alone.push(performance.now() - begun)
    }
    const trades: Trade[] = [
      { name: 'saves', people: savers, thinkMs: SAVE_EVERY_MS, act: save },
      {
        name: 'lists',
        people: listers,
        thinkMs: LIST_EVERY_MS,
        act: ({ session }) => session.get('/api/admin/applications?limit=50'),
      },
      { name: 'uploads', people: uploaders, thinkMs: UPLOAD_EVERY_MS, act: upload(bytes) },
      { name: 'archives', people: downloaders, thinkMs: DOWNLOAD_EVERY_MS, act: download(applicationId) },
    ]
    const others = watchOthers(site.postgres.first)
    const begun = performance.now()
    const early = new Promise<number[]>((resolve, reject) => {
      setTimeout(() => void memory().then(resolve, reject), EARLY * MINUTES * MINUTE_MS)
    })
    const counters = await letWork(trades, begun + MINUTES * MINUTE_MS)
    const share = others.stop()
    const isQuiet = share !== null && share < OTHERS_AT_MOST
    const pending = { early: await early, late: await memory() }
    const after = await saved()

    const median = percentile(alone, 50)
    report({ counters, median, pending, isQuiet })
    const failures = counters.flatMap((counter) => counter.failures)
    if (failures.length > 0) process.stdout.write(site.output())
    expect(failures).toEqual([])
    const done = ({ people: all }: Trade) => all.reduce((sum, person) => sum + person.done, 0)
    const [saves = 0, , uploads = 0] = trades.map(done)
    // A failed removal leaves its file behind, which only successful responses count.
    const changes = ALONE + saves + 2 * uploads
    expect(after.versions - before.versions).toBe(after.rows - before.rows)
    if (counters.every(({ refused }) => refused === 0)) expect(after.versions - before.versions).toBe(changes)
    for (const [position, late] of MINUTES < MEMORY_FROM_MINUTES ? [] : pending.late.entries()) {
      expect(late).toBeLessThan(GROWS_AT_MOST * (pending.early[position] ?? 0))
    }
    if (!isQuiet) return
    expect(counters.map(({ name, refused }) => [name, refused])).toEqual(
      counters.map(({ name }) => [name, 0]),
    )
    expect(percentile(counters[0]?.times ?? [], 99)).toBeLessThan(SLOWER_AT_MOST * median)
  },
  SETS_UP_WITHIN_MS + MINUTES * MINUTE_MS,
)

interface Found {
  counters: readonly Counter[]
  median: number
  pending: { early: readonly number[]; late: readonly number[] }
  isQuiet: boolean
}

/** Prints the results and writes them into docs/reliability.md. */
function report({ counters, median, pending, isQuiet }: Found): void {
  const every: Readonly<Record<string, number>> = {
    saves: SAVE_EVERY_MS,
    lists: LIST_EVERY_MS,
    uploads: UPLOAD_EVERY_MS,
    archives: DOWNLOAD_EVERY_MS,
  }
  const rows = counters.map(({ name, times, refused, failures }) => {
    const ms = (hundredth: number) => `${percentile(times, hundredth).toFixed(0)} ms`
    const pause = `${(every[name] ?? 0) / 1000} s`
    return `| ${[name, pause, times.length, refused, failures.length, ms(50), ms(99)].join(' | ')} |`
  })
  const megabytes = (bytes: readonly number[]) =>
    bytes.map((each) => (each / MEGABYTE).toFixed(0)).join(' and ')
  const p99 = percentile(counters.find(({ name }) => name === 'saves')?.times ?? [], 99)
  const lines = [
    `${conditions()} ${MINUTES} minutes${isQuiet ? '' : '; others were at work on the machine, so that times were held to nothing'}.`,
    '',
    '| What | Each pauses for about | Done | Refused in words | Failed | Median | 99 of 100 within |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `A save of one client alone took ${median.toFixed(1)} ms (median of ${ALONE}); 99 of 100 in the crowd took at most ${(p99 / median).toFixed(1)} times as long (promised: ${SLOWER_AT_MOST}). In use on the two servers after collecting garbage: ${megabytes(pending.early)} MB after a fifth of the time, ${megabytes(pending.late)} MB at its end (promised: at most ${GROWS_AT_MOST} times as much).`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  writeBlock('crowd', lines)
}
