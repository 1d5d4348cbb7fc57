import { setTimeout as wait } from 'node:timers/promises'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { Measurement, Row } from './measurement.ts'
import { median } from './support/alternate.ts'
import { atMost } from './support/rows.ts'
import { savingClient } from './support/saving-client.ts'
import { startSeededServer } from './support/seeded-server.ts'
import type { BenchServer } from './support/server.ts'

const APPLICATIONS = 100_000
const ROWS = 10_000
const QUIET_SAVES = 200
const OF_A_QUIET_SAVE = 1.5
const ASK_AGAIN_MS = 200
const PASSWORD = 'a quiet harbour wall'
const MB = 1024 * 1024
const MAX_MEMORY_MB = 50

/** 10,000 clients as a CSV file. */
function clientsFile(): string {
  const lines = Array.from({ length: ROWS }, (_, index) =>
    [
      `bench${index}@clients.example`,
      `Bench Client ${index}`,
      `082${String(1_000_000 + index)}`,
      `${1 + (index % 28)} Long Street`,
      'Cape Town',
      '8001',
      'South Africa',
      'Teacher',
      'The School',
      String(200_000 + index),
      '15/03/2017',
      `C-${index}`,
    ].join(';'),
  )
  const head =
    'Email;Name;Cell;Address;Town;Postal code;Country;Occupation;Employer;Annual income;Client since;Code'
  return [head, ...lines].join('\n')
}

type Headers = Record<string, string>

async function request(url: string, method: string, headers: Headers, body?: BodyInit): Promise<Response> {
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Calls of an admin who imports. */
function importerAt({ url }: BenchServer, headers: Headers) {
  const json = { ...headers, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body: object): Promise<ImportDetail> => {
    const keyed: Headers = path === '' ? { 'idempotency-key': '"bench-import"' } : {}
    const address = `${url}/api/admin/imports${path}`
    return (await (
      await request(address, method, { ...json, ...keyed }, JSON.stringify(body))
    ).json()) as ImportDetail
  }
  const detail = async (id: string) =>
    (await (await request(`${url}/api/admin/imports/${id}`, 'GET', headers)).json()) as ImportDetail
  const upload = async (file: string): Promise<string> => {
    const size = Buffer.byteLength(file)
    const given = await request(`${url}/api/admin/imports/upload`, 'POST', json, JSON.stringify({ size }))
    const { uploadURL } = (await given.json()) as { uploadURL: string }
    const { pathname, search } = new URL(uploadURL)
    await request(
      `${url}${pathname}${search}`,
      'PUT',
      { ...headers, 'content-type': 'application/octet-stream' },
      file,
    )
    return uploadURL
  }
  return { call, detail, upload }
}

type Importer = ReturnType<typeof importerAt>

async function timed<Result>(run: () => Promise<Result>): Promise<{ seconds: number; result: Result }> {
  const begun = performance.now()
  const result = await run()
  return { seconds: (performance.now() - begun) / 1000, result }
}

/** Runs something until the import is in a state, beside a client who saves; returns the median save. */
async function until(
  { detail }: Importer,
  { id, state, save }: { id: string; state: string; save: () => Promise<number> },
): Promise<number> {
  const saves: number[] = []
  const ended = new AbortController()
  const saving = (async () => {
    while (!ended.signal.aborted) saves.push(await save())
  })()
  try {
    while ((await detail(id)).state !== state) await wait(ASK_AGAIN_MS)
  } finally {
    ended.abort()
    await saving
  }
  return median(saves)
}

async function measureImport(server: BenchServer, importer: Importer): Promise<Row[]> {
  const save = await savingClient(server)
  const quiet: number[] = []
  for (let saves = 0; saves < QUIET_SAVES; saves += 1) quiet.push(await save())
  const memory = await server.ask('memory')
  const documentURL = await importer.upload(clientsFile())
  const read = await timed(async () => importer.call('POST', '', { documentURL, fileName: 'bench.csv' }))
  const { id, columns } = read.result
  const mapping = {
    columns: columns.map(({ proposed }) => proposed),
    dateOrder: 'dmy',
    statuses: [],
    defaultStatus: 'onboarded',
    managers: [],
    defaultManagerId: null,
  }
  const check = await timed(async () => importer.call('PUT', `/${id}/mapping`, mapping))
  const { figures } = check.result
  if (figures.create + figures.warning !== ROWS) throw new Error(JSON.stringify(figures))
  const create = await timed(async () => {
    await importer.call('POST', `/${id}/start`, { figures, password: PASSWORD })
    return until(importer, { id, state: 'done', save })
  })
  const undo = await timed(async () => {
    await importer.call('POST', `/${id}/undo`, { password: PASSWORD })
    return until(importer, { id, state: 'undone', save })
  })
  const { outcomes } = await importer.detail(id)
  if (outcomes.undone !== ROWS) throw new Error(JSON.stringify(outcomes))
  const grown = ((await server.ask('memory')) - memory) / MB
  const before = median(quiet)
  const ratio = (ms: number) => ms / before
  const note = (ms: number) => `${ms.toFixed(1)} ms`
  return [
    atMost('read 10,000 rows of CSV, with encryption', read.seconds, 2, 's'),
    atMost('match the columns and check each row', check.seconds, 10, 's'),
    atMost('create 10,000 clients', create.seconds, 90, 's'),
    atMost(
      'Others’ saves meanwhile, of those before',
      ratio(create.result),
      OF_A_QUIET_SAVE,
      'times',
      note(create.result),
    ),
    atMost('undo 10,000 clients', undo.seconds, 120, 's'),
    atMost(
      'Others’ saves meanwhile, of those before',
      ratio(undo.result),
      OF_A_QUIET_SAVE,
      'times',
      note(undo.result),
    ),
    atMost('memory of the server, grown by', grown, MAX_MEMORY_MB, 'MB'),
  ]
}

export default {
  name: 'Moving in',
  about:
    'Imports 10,000 clients from a CSV file of 12 columns into 100,000 applications, and undoes the import, while one client saves.',
  async measure({ keep }) {
    const server = await startSeededServer(APPLICATIONS, { keep, env: { FICA_PACK: 'off' } })
    try {
      const admin = await makeUser(server.factories, { role: 'admin', password: PASSWORD })
      const headers = await server.signIn(admin)
      return await measureImport(server, importerAt(server, headers))
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement
