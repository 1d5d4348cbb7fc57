import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import { hits } from '#features/screening/schema.ts'
import { foldName } from '#features/screening/rules/fold-name.ts'
import { scorePair, type Person, type Score } from '#features/screening/rules/score.ts'
import { countriesOf } from '#features/screening/rules/countries.ts'
import type { Edition } from '#features/screening/api/lists.ts'
import { LIST_FILE_PATH } from '#features/screening/api/lists.ts'
import type { ListEntry } from '#features/screening/rules/lists.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { entriesLike, prepareSearch } from '#features/screening/server/candidates.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import { screenSubject } from '#features/screening/server/screen-subject.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { newId } from '#base/server/db/id.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import { listedPeople, randomFrom, spellings } from '#test/support/screening/people.ts'
import type { Measurement, Row } from './measurement.ts'
import { median } from './support/alternate.ts'
import { openLoadGenerator } from './support/load.ts'
import { forgetPeak, peakMemory, residentMemory } from './support/process-memory.ts'
import { atLeast, atMost } from './support/rows.ts'
import { addSubjects, asOwner, fileOf, ordinaryPeople } from './support/screened-firm.ts'
import { startSeededServer } from './support/seeded-server.ts'
import type { BenchServer } from './support/server.ts'

const PEOPLE = 100_000
const CLIENTS = 100_000
const HITS = 10_000
const CHANGED = 60
/** A possible hit on a list that is no duty. */
const POSSIBLE = 0.8
const SAMPLE = { ordinary: 1000, listed: 200, screened: 200 }
const READERS = 4

type Headers = Record<string, string>

/** What the server's commands need. */
function contextOf({ dataDir, factories: { database, keyring, now } }: BenchServer) {
  return { database, keyring, now, settings: readSettings({ DATA_DIR: dataDir, FICA_PACK: 'on' }) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function percentile(readings: readonly number[], share: number): number {
  const sorted = readings.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

async function answered(answer: Response): Promise<Edition> {
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Edition
}

function upload(server: BenchServer, headers: Headers, file: Buffer): Promise<Edition> {
  const content = { ...headers, 'content-type': 'application/octet-stream' }
  return fetch(`${server.url}${LIST_FILE_PATH}`, {
    method: 'POST',
    headers: content,
    body: new Uint8Array(file),
  }).then(answered)
}

const putInForce = (server: BenchServer, headers: Headers, id: string) =>
  fetch(`${server.url}/api/system-admin/lists/${id}/in-force`, { method: 'PUT', headers }).then(answered)

/** Loads the list while clients read their applications. */
async function measureImport(server: BenchServer, headers: Headers, file: Buffer): Promise<[Edition, Row[]]> {
  const readers = await server.makeClients(READERS)
  const connections = readers.map((reader) => [
    { method: 'GET' as const, path: '/api/application', headers: reader.headers },
  ])
  const generator = openLoadGenerator()
  try {
    const reading = (seconds: number) => generator.run({ url: server.url, seconds, connections })
    await reading(2)
    const before = await reading(10)
    const memory = residentMemory(server.pid)
    forgetPeak(server.pid)
    const during = reading(10)
    const begun = performance.now()
    const edition = await upload(server, headers, file)
    const seconds = (performance.now() - begun) / 1000
    const { p99Ms } = await during
    const size = `${(file.length / 1e6).toFixed(0)} MB, ${edition.names} names`
    return [
      edition,
      [
        atMost('Load and compare 100,000 people', seconds, 20, 's', size),
        atMost('The same: growth of memory', peakMemory(server.pid) - memory, 60, 'MB'),
        atMost('The same: p99 of requests beside it', p99Ms, 50, 'ms', `${before.p99Ms} ms before`),
      ],
    ]
  } finally {
    generator.close()
  }
}

/** How long a list takes to come into force, and how long readers wait meanwhile. */
async function measureInForce(server: BenchServer, headers: Headers, id: string, what: string): Promise<Row> {
  const waits: number[] = []
  const reading = { on: true }
  const readWhile = async () => {
    while (reading.on)
      waits.push(await timed(() => fetch(`${server.url}/api/system-admin/lists`, { headers })))
  }
  const readers = readWhile()
  const ms = await timed(() => putInForce(server, headers, id))
  reading.on = false
  await readers
  return atMost(what, ms / 1000, 2, 's', `readers waited ${Math.max(...waits).toFixed(0)} ms at most`)
}

function scoresOf(
  { factories: { database } }: BenchServer,
  person: Person,
): Promise<{ uid: string; score: Score }[]> {
  return database.db.transaction(async (tx) => {
    await prepareSearch(tx)
    const entries = await entriesLike(tx, person, ['person'])
    return entries.map(({ row: { uid }, listed }) => ({ uid, score: scorePair(person, listed) }))
  })
}

/** How many ordinary clients have a hit, and how often listed people are found. */
async function measureFindings(server: BenchServer, people: readonly ListEntry[]): Promise<Row[]> {
  const counts: number[] = []
  for (const person of ordinaryPeople(SAMPLE.ordinary, 7)) {
    const scores = await scoresOf(server, person)
    counts.push(scores.filter(({ score: { score } }) => score >= POSSIBLE).length)
  }
  const share = (100 * counts.filter((count) => count > 0).length) / counts.length
  const rows = [
    atMost('Ordinary clients with a hit', share, 1.4, '%', `of ${SAMPLE.ordinary}`),
    atMost('Hits of one ordinary client', Math.max(...counts), 8, ''),
  ]
  const known = people.filter(({ births }) => births.length > 0).slice(0, SAMPLE.listed)
  for (const [spelling, promised] of [
    ['exact', 100],
    ['swapped', 100],
    ['joined', 100],
    ['respelt', 99],
    ['one typo', 96],
    ['two typos', 87],
  ] as const) {
    const random = randomFrom(3)
    let found = 0
    for (const { uid, names, births, countries } of known) {
      const [birth] = births
      const name = foldName(spellings[spelling](foldName(names[0]?.name ?? ''), random))
      const born = birth?.day ?? `${birth?.from ?? 0}-06-15`
      const person: Person = {
        names: [name],
        births: [born],
        countries: countriesOf(countries),
        documents: [],
        sex: null,
      }
      const scores = await scoresOf(server, person)
      if (scores.some((one) => one.uid === uid && one.score.score >= POSSIBLE)) found += 1
    }
    rows.push(atLeast(`Listed people found, name ${spelling}, %`, (100 * found) / known.length, promised))
  }
  return rows
}

/** One client against all lists. */
async function measureScreening(server: BenchServer, subjects: readonly string[]): Promise<Row> {
  const screened: number[] = []
  const context = contextOf(server)
  for (const id of subjects.slice(0, SAMPLE.screened)) {
    screened.push(await timed(() => inTransaction(systemContext(context), (work) => screenSubject(work, id))))
  }
  const times = `median ${median(screened).toFixed(1)} ms`
  return atMost('Screen one client, p95', percentile(screened, 0.95), 100, 'ms', times)
}

/** Pages of a long queue. */
async function measureQueue(
  server: BenchServer,
  headers: Headers,
  subjects: readonly string[],
  rounds: number,
): Promise<Row> {
  const { database, keyring } = server.factories
  const {
    rows: [entry],
  } = await database.pool.query<{ id: string }>('select id from list_entries limit 1')
  const reasons = {
    features: [{ fact: 'name', points: 0.9, text: 'Name similar' }],
    mine: 'a b',
    listed: 'a c',
    pairs: [],
  }
  const found = subjects.slice(0, HITS).map((subject) => {
    const id = newId()
    return { id, subject, features: encryptJson(keyring, hits.features, id, reasons) }
  })
  await asOwner(server, async (owner) => {
    await owner.query(
      `insert into hits (id, subject_id, application_id, source, uid, entry_id, score, strong, features, state, found_at, subject_fingerprint, entry_fingerprint)
     select row.id, subject.id, subject.application_id, 'UN', 'bench', $4, 0.85, false, row.features, 'open', now(), '', ''
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as row (id, subject_id, features)
       join screening_subjects subject on subject.id = row.subject_id`,
      [
        found.map(({ id }) => id),
        found.map(({ subject }) => subject),
        found.map(({ features }) => features),
        entry?.id,
      ],
    )
    await owner.query('analyze hits')
  })
  const page = () =>
    timed(async () => {
      const answer = await fetch(`${server.url}/api/admin/compliance/hits?limit=50`, { headers })
      if (((await answer.json()) as unknown[]).length !== 50) throw new Error('The page is not full.')
    })
  const times: number[] = []
  for (let turn = 0; turn < 10 * rounds; turn += 1) times.push(await page())
  return atMost('A page of 50 of 10,000 hits', median(times), 30, 'ms')
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

export default {
  name: 'Screening',
  about: `A list of ${PEOPLE} fictitious people with about two names each, and ${CLIENTS} fictitious clients with South African names.`,
  async measure({ rounds: turns, keep }) {
    const server = await startSeededServer(CLIENTS, { keep, env: { FICA_PACK: 'on' } })
    try {
      // The job that compares clients leaves these alone: it is not measured here.
      await asOwner(server, async (owner) => {
        await owner.query(
          'truncate list_editions, list_entries, list_names, screening_subjects, subject_names, screenings, hits',
        )
        await owner.query('update applications set submitted_at = null where submitted_at is not null')
      })
      const system = await server.signIn(await makeUser(server.factories, { role: 'system_administrator' }))
      const admin = await server.signIn(await makeUser(server.factories, { role: 'admin' }))
      const people = listedPeople(PEOPLE)
      const [edition, rows] = await measureImport(server, system, fileOf(people, day(3)))
      rows.push(await measureInForce(server, system, edition.id, 'Put 100,000 entries in force'))
      // There was no one to compare the first list with.
      await asOwner(server, async (owner) => {
        await owner.query('update list_editions set screened_at = now()')
        await owner.query('analyze list_entries, list_names')
      })
      const clients = ordinaryPeople(CLIENTS)
      const subjects = await addSubjects(server, clients)
      rows.push(await measureScreening(server, subjects))
      rows.push(...(await measureFindings(server, people)))
      const changed = people.map((entry, at) =>
        at < CHANGED ? { ...entry, births: [{ from: 1901, to: 1901 }] } : entry,
      )
      const next = await upload(server, system, fileOf(changed, day(2)))
      rows.push(
        await measureInForce(server, admin, next.id, `Put a list with ${next.changed} changes in force`),
      )
      const ms = await timed(() => screenListChanges(contextOf(server)))
      rows.push(atMost(`${CHANGED} changed entries against ${CLIENTS} clients`, ms / 1000, 3, 's'))
      rows.push(await measureQueue(server, admin, subjects, turns))
      return rows
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement
