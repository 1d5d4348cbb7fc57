import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Approval } from '#features/approvals/api.ts'
import { contract } from '#app/contract.ts'
import { type ContractKey } from '#base/rules/api/contract.ts'
import type { Endpoint } from '#features/access/api/endpoint.ts'
import type { ApplicationScreening } from '#features/screening/api/screening.ts'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { rateLimits } from '#base/server/db/throttling-schema.ts'
import { todaySources } from '#app/server/today-sources.ts'
import { sendDigests } from '#features/today/server/digest.ts'
import { recordStatements } from '#test/bench/support/recorded-statements.ts'
import type { Reviewed } from '#test/support/corrections.ts'
import {
  completeDrafts,
  completePack,
  dueDiligenceOn,
  makePackClient,
  rateRisk,
  withPack,
} from '#test/support/due-diligence.ts'
import { linkTo, withoutBodyHash, type HttpAnswer, type HttpSession } from '#test/support/http.ts'
import { writeNote } from '#test/support/notes.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { mailsTo } from '#test/support/records.ts'
import { bringInForce, fictitious, setSecondPerson, unList } from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { masked, disclosuresIn } from '#test/support/twins.ts'
import { unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'

/**
 * Tipping off (FICA, section 29): of two clients alike in everything but the name, one is a match on a sanctions list.
 * Neither they nor their managers can tell which.
 */

const LISTED = 'Baobab Testperson'
const CLEAR = 'Marula Fictionary'

const NO_SUCH_ID = '0198c7a0-0000-7000-8000-000000000001'

type Reader = 'client' | 'wealth_manager'
interface Twin extends Reviewed {
  name: string
  managerUsername: string
  noteId: string
  bulkActId: string
  documentIds: string[]
}

let server: TestServer
let admin: HttpSession
let second: HttpSession

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  const staff = async (role: 'admin' | 'system_administrator') =>
    server.as((await makeUser(server.context, { role })).username)
  admin = await staff('admin')
  second = await staff('admin')
  const system = await staff('system_administrator')
  setSecondPerson(system, admin)
  await bringInForce(system, unList(fictitious, today()))
})
afterAll(() => server.close())

const today = () => new Date().toISOString().slice(0, 10)

function expectOk(answer: HttpAnswer): HttpAnswer {
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([answer.status, ''])
  return answer
}

async function makeManager() {
  const made = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Naledi Khumalo' })
  await makeFaisDocument(server.context, { managerId: made.id })
  return { ...made, session: await server.as(made.username) }
}
type Manager = Awaited<ReturnType<typeof makeManager>>

/** A client who was approved, with a complete pack. */
async function makeTwin(fullName: string, { id, username, session: manager }: Manager): Promise<Twin> {
  const made = await makePackClient(server, {
    wealthManagerId: id,
    answers: { fullName, dateOfBirth: '1970-03-12', idNumber: 'A0000000', idDocumentType: 'passport' },
  })
  const person = { ...made, manager, managerUsername: username, name: fullName }
  const { path, session } = person
  expectOk(await manager.patch(`${path}/status`, { status: 'under_review' }))
  expectOk(await manager.post(`${path}/pack/ask`, {}))
  await completePack(person, {
    identity: { ...completeDrafts.identity, citizenships: ['Zambia'], countryOfBirth: 'Zambia' },
  })
  // Approved before the checks were switched on: an undecided match stops Approve.
  await withPack(
    server,
    async () => expectOk(await manager.patch(`${path}/status`, { status: 'approved' })),
    false,
  )
  // Without anything to do there is no digest.
  const mention = { subject: { kind: 'application' }, text: 'Please look.', mentions: [id] }
  expectOk(await admin.post(`${path}/notes`, mention))
  const { applicationId } = person.client
  const act = { name: 'change-status', status: 'rejected', reason: 'Incomplete.' }
  const bulk = expectOk(await manager.post('/api/admin/bulk-acts', { act, ids: [applicationId] }))
  const tasks = z
    .object({ tasks: z.array(z.object({ papers: z.array(z.object({ files: z.array(withId) })) })) })
    .parse((await session.get('/api/application/pack')).body).tasks
  return {
    ...person,
    noteId: withId.parse(expectOk(await writeNote(manager, path)).body).id,
    bulkActId: withId.parse(bulk.body).id,
    documentIds: [
      person.payslip.id,
      person.signedLetter.id,
      ...tasks.flatMap(({ papers }) => papers.flatMap(({ files }) => files.map(({ id: file }) => file))),
    ],
  }
}
const withId = z.object({ id: z.uuid() })

/** Everything that compliance does about a listed client: a match by two persons, a high rating, refusals. */
async function workOnHit({ path }: Twin) {
  const { hits } = expectOk(await admin.get(`${path}/screening`)).body as ApplicationScreening
  expect(hits).toMatchObject([{ strong: true, state: 'open', score: 1 }])
  const ids = hits.map(({ id }) => id)
  expectOk(await admin.put('/api/admin/hits/verdict', { ids, verdict: 'match', words: 'It is them.' }))
  const approvals = expectOk(await second.get('/api/admin/compliance/approvals')).body as Approval[]
  const asked = approvals.filter(({ applicationId }) => path.endsWith(applicationId ?? 'staff'))
  expect(asked).toMatchObject([{ kind: 'hit-match' }])
  const decision = { decision: 'granted', words: 'I agree.' }
  expectOk(await second.put(`/api/admin/approvals/${asked[0]?.id}`, decision))
  const rated = expectOk(await rateRisk(admin, path)).body
  expect(rated).toMatchObject({ rating: { current: { level: 'high' } } })
  expectOk(await admin.post(`${path}/screening`))
  expect((await admin.get(`${path}/inspector-file`)).status).toBe(200)
  expect((await admin.post(`${path}/gate-override`, { reason: 'Please.' })).status).toBe(409)
  const refused = await admin.patch(`${path}/status`, { status: 'onboarded' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'requirements-missing' } })
}

/** With their times and versions, which the comparison of two clients leaves out. */
async function unmaskedViews({ path, session, manager, client }: Twin) {
  const own = ['/api/application', '/api/application/progress', '/api/application/pack']
  const ofManager = [path, `${path}/pack`, `/api/wealth-manager/applications?search=${client.username}`]
  const answers = [
    ...(await Promise.all(own.map((address) => session.get(address)))),
    ...(await Promise.all(ofManager.map((address) => manager.get(address)))),
  ]
  return answers.map((answer) => [expectOk(answer).headers.get('etag'), answer.text])
}

/** The values of a query parameter to try. */
function valuesOf(name: string, schema: JsonSchema, twin: Twin): string[] {
  if (name in chosen) return chosen[name]?.(twin) ?? []
  if (schema.enum !== undefined) return schema.enum.map(String)
  if (schema.const !== undefined) return [schema.const]
  const several = schema.anyOf ?? []
  if (several.length > 0) return several.flatMap((one) => valuesOf(name, one, twin))
  if (schema.type === 'integer' || schema.type === 'number') return ['1', '2']
  if (schema.type === 'boolean') return ['true', 'false']
  throw new Error(`Please choose values for the query parameter ${name} in this test.`)
}
interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: string
  anyOf?: JsonSchema[]
}

/** Query parameters without listed values. Pages hold all that there is, so cursors are not needed. */
const chosen: Record<string, (twin: Twin) => string[]> = {
  status: () => [...applicationStatuses, 'approved,rejected'],
  search: ({ name, client }) => [name, name.slice(0, 3), client.username],
  ids: ({ client }) => [client.applicationId],
  returnTo: () => ['/'],
  cursor: () => [],
  after: () => [],
}

/** Objects of a client that paths name, by the path up to them. */
const named: Record<string, (twin: Twin) => string[]> = {
  '/api/admin/applications/{id}': ({ client }) => [client.applicationId],
  '/notes/{noteId}': ({ noteId }) => [noteId],
  '/api/documents/{id}': ({ documentIds }) => documentIds,
  '/objects/uploads/{id}': ({ documentIds }) => documentIds,
  '/api/admin/bulk-acts/{id}': ({ bulkActId }) => [bulkActId],
  '/pack/{task}': () => ['tax'],
  '/api/application/pack/{task}': () => ['tax'],
  '/api/application/pack/files/{documentId}': ({ documentIds }) => documentIds.slice(-1),
  '/api/application/documents/{kind}': () => ['payslip'],
  '/api/application/corrections/{id}': () => [NO_SUCH_ID],
  '/corrections/items/{itemId}': () => [NO_SUCH_ID],
  '/retention-holds/{holdId}': () => [NO_SUCH_ID],
  // Single sign-on is switched off here.
  '/api/sso/{provider}': () => ['any'],
}

/** A path with each object that it can name. */
function pathsOf(path: string, twin: Twin): string[] {
  let paths = ['']
  for (const [part, before = ''] of path.matchAll(/([^{]*)(?:\{\w+\})?/gu)) {
    const upTo = path.slice(0, path.indexOf(part) + part.length)
    const isNamed = part !== before
    const [, ids] = Object.entries(named).find(([ending]) => upTo.endsWith(ending)) ?? []
    if (isNamed && ids === undefined) throw new Error(`Please name the objects of ${upTo} in this test.`)
    const added = isNamed ? (ids?.(twin) ?? []) : ['']
    paths = paths.flatMap((start) => added.map((id) => `${start}${before}${id}`))
  }
  return paths
}

function queriesOf({ query }: Endpoint, twin: Twin): string[] {
  if (query === undefined) return ['']
  const schema = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  const parameters = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, one]) => ({ name, values: valuesOf(name, one, twin) }),
  )
  const needed = parameters.flatMap(({ name, values: [first = ''] }) =>
    schema.required?.includes(name) === true ? [[name, first] as const] : [],
  )
  const each = parameters.flatMap(({ name, values }) =>
    values.map((value) => ({ ...Object.fromEntries(needed), [name]: value })),
  )
  return [Object.fromEntries(needed), ...each].map((one) => `?${new URLSearchParams(one).toString()}`)
}

function readsOf(reader: Reader): ContractKey[] {
  return (Object.keys(contract) as ContractKey[]).filter((key) => {
    const { access }: Endpoint = contract[key]
    return key.startsWith('GET ') && (access === 'anyone' || scopeOf(reader, access) !== 'none')
  })
}

/** The addresses of a call for a client. They are the same for both twins but for names and ids. */
function addressesOf(key: ContractKey, twin: Twin): string[] {
  const [, path = ''] = key.split(' ')
  return pathsOf(path, twin).flatMap((one) => queriesOf(contract[key], twin).map((query) => `${one}${query}`))
}

/** A response's body as text: archives unpacked, PDFs read. */
async function textOf(bytes: Buffer): Promise<string> {
  const begins = bytes.subarray(0, 4).toString('latin1')
  if (begins === '%PDF') {
    const { texts } = await readPdf(bytes)
    return texts.map(({ text }) => text.trim()).join(' ')
  }
  if (begins !== 'PK\u0003\u0004') return bytes.toString(bytes.includes(0) ? 'base64' : 'utf8')
  const parts = [...unzip(bytes)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const read = parts.map(async ([name, content]) => `== ${name}\n${await textOf(content)}`)
  return (await Promise.all(read)).join('\n')
}

/** Of a list about both twins, the rows about one of them. */
function rowsAbout({ client }: Twin, text: string): string {
  const mentions = (row: unknown) => JSON.stringify(row).includes(client.applicationId)
  const body: unknown = JSON.parse(text)
  const rows = Array.isArray(body)
    ? (body as unknown[])
    : z.object({ rows: z.array(z.unknown()) }).parse(body).rows
  return JSON.stringify(rows.filter(mentions))
}

interface Seen {
  status: number
  headers: string
  text: string
}

/** Headers without a meaning of their own: bodies are compared. */
const isLeftOut: ReadonlySet<string> = new Set(['date', 'content-length'])

/** The hash of a body says what the comparison of bodies does, but with ids and times. */
function textOfHeaders(headers: Headers): string {
  const shown = [...headers].filter(([name]) => !isLeftOut.has(name))
  return shown
    .map(([name, value]) => `${name}: ${name === 'etag' ? withoutBodyHash(value) : value}`)
    .join('\n')
}

async function fetched(twin: Twin, reader: Reader, address: string): Promise<Seen> {
  const session = reader === 'client' ? twin.session : twin.manager
  const fetchOnce = () => raw(session, `${server.url}${address}`)
  let answer = await fetchOnce()
  if (answer.status === 429) {
    // There are more filters than exports an hour.
    await server.context.database.db.delete(rateLimits)
    answer = await fetchOnce()
  }
  const { status, headers, bytes } = answer
  return { status, headers: textOfHeaders(headers), text: await textOf(bytes) }
}

/** What a person read, for the search of words. */
const everythingRead: { what: string; text: string }[] = []

/** Compares what was seen of both twins. */
function expectSame(what: string, [listed, one]: [Twin, Seen], [clear, other]: [Twin, Seen]) {
  everythingRead.push({ what, text: `${one.headers}\n${one.text}` })
  const plain = (twin: Twin, seen: Seen) =>
    Object.fromEntries(Object.entries(seen).map(([part, value]) => [part, masked(String(value), twin)]))
  expect.soft({ what, ...plain(listed, one) }).toEqual({ what, ...plain(clear, other) })
}

function presentAnswer({ status, headers, text }: HttpAnswer): Seen {
  return { status, headers: textOfHeaders(headers), text }
}

/** The two, and a third client who is not rated yet. */
interface Twins {
  listed: Twin
  clear: Twin
  unrated: Twin
}

async function makeTwins(managerOf: () => Promise<Manager>): Promise<Twins> {
  const listed = await makeTwin(LISTED, await managerOf())
  const clear = await makeTwin(CLEAR, await managerOf())
  await screenClients(server.context)
  for (const [twin, work] of [
    [listed, () => workOnHit(listed)],
    [clear, () => rateRisk(admin, clear.path)],
  ] as const) {
    const before = await unmaskedViews(twin)
    await work()
    expect(await unmaskedViews(twin)).toEqual(before)
  }
  for (const days of [1, 2, 3, 4, 5]) {
    const noon = new Date(`${today()}T10:00:00.000Z`).getTime() + days * 86_400_000
    await sendDigests({ ...server.context, now: () => new Date(noon) }, todaySources)
  }
  return { listed, clear, unrated: await makeTwin('Unrated Fictionary', await makeManager()) }
}

const once = <Value>(make: () => Promise<Value>) => {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}

const pairs = [
  // Lists show both: their rows are compared.
  { of: 'one manager', shared: true },
  // Lists, files and counts are compared as a whole.
  { of: 'a manager each', shared: false },
]

describe.each(pairs)('twins of $of', ({ shared }) => {
  let twins: Twins
  beforeAll(async () => {
    twins = await makeTwins(shared ? once(makeManager) : makeManager)
  })

  async function compareReads(reader: Reader, calls = readsOf(reader)) {
    const { listed, clear } = twins
    let compared = 0
    for (const key of calls) {
      const isOwn = reader === 'client' || key.includes('{')
      const others = addressesOf(key, clear)
      for (const [index, address] of addressesOf(key, listed).entries()) {
        const one = await fetched(listed, reader, address)
        const other = await fetched(clear, reader, others[index] ?? '')
        // Without valid parameters nothing would be compared.
        expect.soft([address, [400, 429].includes(one.status) ? one.text : '']).toEqual([address, ''])
        const isBoth = shared && !isOwn && !address.includes('ids=')
        if (!isBoth) expectSame(`${reader} ${key} ${index}`, [listed, one], [clear, other])
        else if (!address.includes('limit=') && /^(?:\[|\{"rows")/u.test(one.text)) {
          const ofListed = { ...one, headers: '', text: rowsAbout(listed, one.text) }
          const ofClear = { ...other, headers: '', text: rowsAbout(clear, other.text) }
          expectSame(`${reader} ${key} ${index}`, [listed, ofListed], [clear, ofClear])
        }
        compared += 1
      }
    }
    return compared
  }

  test('the clients read the same', async () => {
    expect(await compareReads('client')).toBeGreaterThan(20)
  })

  test('the managers read the same, with every filter', async () => {
    expect(await compareReads('wealth_manager')).toBeGreaterThan(50)
  })

  test('their reads send the same statements to the database, so they take as long', async () => {
    const { listed, clear } = twins
    const statementsOf = async (twin: Twin, reader: Reader, address: string) => {
      const fetchOnce = () => fetched(twin, reader, address)
      await fetchOnce()
      const statements = await recordStatements(fetchOnce)
      // A session is checked again where a call waited, as on a busy machine.
      const isRecheck = (text: string) => text.startsWith('select 1 from sessions join users')
      return statements.flatMap(({ text }) => (isRecheck(text) ? [] : text)).toSorted()
    }
    for (const reader of ['client', 'wealth_manager'] as const) {
      for (const key of readsOf(reader)) {
        const [one = ''] = addressesOf(key, listed)
        const [other = ''] = addressesOf(key, clear)
        const ofListed = await statementsOf(listed, reader, one)
        expect.soft([key, ofListed]).toEqual([key, await statementsOf(clear, reader, other)])
      }
    }
  })

  test('pages of lists beyond the first show both alike', async () => {
    const { listed, clear } = twins
    const paged = readsOf('wealth_manager').filter(
      (key) =>
        !key.includes('{') && queriesOf(contract[key], listed).some((query) => query.includes('limit=')),
    )
    expect(paged).toContain('GET /api/wealth-manager/applications')
    for (const key of paged) {
      const rowsOf = async (twin: Twin) => {
        const rows: unknown[] = []
        let next: string | undefined = `${key.slice('GET '.length)}?limit=1`
        while (next !== undefined && rows.length < 100) {
          const { headers, body } = await twin.manager.get(next)
          rows.push(...(Array.isArray(body) ? (body as unknown[]) : []))
          next = linkTo('next', { headers }) ?? undefined
        }
        return masked(rowsAbout(twin, JSON.stringify(rows)), twin)
      }
      expect.soft([key, await rowsOf(listed)]).toEqual([key, await rowsOf(clear)])
    }
  })

  test('a manager’s Mark Onboarded is answered as if nothing were with compliance', async () => {
    const { listed, clear, unrated } = twins
    const texts: string[] = []
    for (const twin of [listed, clear, unrated]) {
      const answer = await twin.manager.patch(`${twin.path}/status`, { status: 'onboarded' })
      texts.push(masked(answer.text, twin))
    }
    expect(new Set(texts).size).toBe(1)
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({
      status: 409,
      code: 'not-possible',
      detail: 'This application is at "Approved" now. You can’t change that.',
    })
  })

  test('their writes are answered in the same way', async () => {
    const { listed, clear } = twins
    /** After a confirmed match a manager reads the neutral sentence, and nothing is done for the other twin either. */
    const expectSameWrite = async (what: string, send: (twin: Twin) => Promise<Seen>) => {
      const ofListed = await send(listed)
      if (what.startsWith('wealth_manager') && ofListed.text.includes('"not-ready"')) {
        const { title, status, detail, code, ...others } = JSON.parse(ofListed.text) as Record<
          string,
          unknown
        >
        expect({ what, others, title, status, detail, code }).toEqual({
          what,
          others: { type: expect.stringMatching(/\/api\/errors#not-ready$/u) as string },
          title: 'Not possible right now',
          status: 409,
          detail: 'Compliance is still checking. You can decide when the check is complete.',
          code: 'not-ready',
        })
        return
      }
      expectSame(what, [listed, ofListed], [clear, await send(clear)])
    }
    for (const reader of ['client', 'wealth_manager'] as const) {
      const writes = (Object.keys(contract) as ContractKey[]).filter((key) =>
        /^(?!GET) ?\w+ \/api\/(?:admin\/applications\/\{id\}|application)(?:\/|$)/u.test(key),
      )
      expect(writes.length).toBeGreaterThan(20)
      for (const key of writes) {
        const [method = '', path = ''] = key.split(' ')
        const send = async (twin: Twin) => {
          const session = reader === 'client' ? twin.session : twin.manager
          const [address = ''] = pathsOf(path, twin)
          return presentAnswer(await session.request(method, address, { body: {} }))
        }
        await expectSameWrite(`${reader} ${key}`, send)
      }
      for (const [method, path, body] of reader === 'client' ? clientWrites : managerWrites) {
        const send = async (twin: Twin) => {
          const session = reader === 'client' ? twin.session : twin.manager
          const fill = (text: string) =>
            text
              .replaceAll('PATH', twin.path)
              .replaceAll('ID', twin.client.applicationId)
              .replaceAll('NAME', twin.name)
          return presentAnswer(
            await session.request(method, fill(path), { body: fill(JSON.stringify(body)) }),
          )
        }
        await expectSameWrite(`${reader} ${method} ${path}`, send)
      }
    }
  })

  test('what they read afterwards is still the same', async () => {
    // They have declared something new.
    await screenClients(server.context)
    await compareReads('client')
    const aboutOne = readsOf('wealth_manager').filter((key) => key.includes('{'))
    expect(aboutOne.length).toBeGreaterThan(8)
    await compareReads('wealth_manager', aboutOne)
  })

  test('their mails are the same', async () => {
    const { listed, clear } = twins
    const mailsOf = async (twin: Twin) => {
      const all = [
        ...(await mailsTo(server.context, twin.client.username)),
        ...(await mailsTo(server.context, twin.managerUsername)),
      ]
      return all
        .map((mail) => ({ text: '', html: '', ...mail }))
        .map(({ template, subject, text, html }) => JSON.stringify({ template, subject, text, html }))
        .filter((mail) => !shared || mail.includes(twin.name))
    }
    const ofListed = await mailsOf(listed)
    expect(ofListed.length).toBeGreaterThan(2)
    if (!shared) expect(ofListed.join('\n')).toContain('digest')
    const seen = (mails: string[]): Seen => ({ status: 0, headers: '', text: mails.join('\n') })
    expectSame('mails', [listed, seen(ofListed)], [clear, seen(await mailsOf(clear))])
  })

  test('nothing that they read speaks of sanctions, hits, screening or a rating', () => {
    expect(everythingRead.length).toBeGreaterThan(100)
    expect(
      everythingRead.flatMap(({ what, text }) => disclosuresIn(text).map((found) => `${what}: ${found}`)),
    ).toEqual([])
  })
})

/** Writes of clients and managers with content. PATH, ID and NAME are the client's. */
const clientWrites: [string, string, object][] = [
  ['PUT', '/api/application', { fullName: 'NAME' }],
  ['PUT', '/api/application/pack/tax?changed=1', completeDrafts.tax],
  ['POST', '/api/application/pack/tax/hand-in', { accurate: true }],
  ['POST', '/api/application/pack/tax/hand-in', { accurate: true }],
  ['PUT', '/api/application/pack/bank?changed=1', {}],
  ['POST', '/api/application/pack/bank/hand-in', { accurate: true }],
]
const onboard = { status: 'onboarded' }
const managerWrites: [string, string, object][] = [
  ['PATCH', 'PATH/status', onboard],
  ['PUT', 'PATH/status', onboard],
  ['POST', '/api/admin/open-checks', { ...onboard, ids: ['ID'] }],
  ['POST', '/api/admin/bulk-acts', { act: { name: 'change-status', ...onboard }, ids: ['ID'] }],
  [
    'POST',
    '/api/staff/mail-previews',
    { call: 'PATCH /api/admin/applications/{id}/status', params: { id: 'ID' }, body: onboard },
  ],
  ['POST', '/api/staff/find', { text: 'NAME' }],
  ['POST', '/api/wealth-manager/application-export', { format: 'csv', ids: ['ID'] }],
  ['PUT', 'PATH/pack/tax/verdict', { version: 2, verdict: 'accepted', method: 'original-seen' }],
  ['PUT', 'PATH/pack/tax/verdict', { version: 1, verdict: 'accepted', method: 'original-seen' }],
  ['PATCH', 'PATH/status', { status: 'rejected', reason: 'Incomplete.' }],
]
