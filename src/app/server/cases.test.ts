import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { missingFor, type GateItem, type Missing } from '#features/due-diligence/rules/gate.ts'
import { riskLevels } from '#features/due-diligence/rules/rating/levels.ts'
import { taskNames } from '#features/due-diligence/rules/tasks.ts'
import { users } from '#features/access/schema/tables.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import type { ApplicationScreening, Hit } from '#features/screening/api/screening.ts'
import { listEditions } from '#features/screening/schema.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import {
  addPaper,
  dueDiligenceOn,
  giveVerdict,
  handInTask,
  makePackClient,
  rateRisk,
  reviewedPackOf,
  saveTask,
} from '#test/support/due-diligence.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { bringInForce, setSecondPerson } from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { caseRows, clientsOf, expectedOf, type Act, type CaseFacts } from '#test/support/truth/read-cases.ts'

const TRUTH = path.join(import.meta.dirname, '../../../test/truth')
const TODAY = new Date('2026-11-30T08:00:00Z')
const began = Date.now()
const now = () => new Date(TODAY.getTime() + Date.now() - began)

/** Cases that other tests have, or that the product does not have yet. */
const elsewhere: Readonly<Record<string, string>> = {
  9: 'undo of an import: src/features/screening/server/hits/one-user.test.ts',
  10: 'imported as onboarded: src/features/screening/server/hits/imported-clients.test.ts',
  15: 'cannot be sent: src/features/due-diligence/rules/due-diligence.test.ts',
  16: 'the money is for: src/features/screening/server/hits/everyone-compared.test.ts',
  21: 'deciders choose no kind of exposure yet: such an entry makes the rating High',
}

const rows = caseRows(await readFile(path.join(TRUTH, 'cases.md'), 'utf8'))
const listOrder = ['none', 'in-use', 'not-compared', 'stale', 'own'] as const
const cases = rows
  .filter(({ no }) => !(no in elsewhere))
  .flatMap((row) =>
    clientsOf(row, rows).map((facts, at) => ({ row, facts, name: `${row.no}${'abc'[at] ?? ''}` })),
  )
  .toSorted((one, other) => order(one.facts) - order(other.facts))

/** Lists are replaced last. */
function order({ list, afterwards }: CaseFacts): number {
  return afterwards.some(({ act }) => act === 'next-list') ? listOrder.length : listOrder.indexOf(list)
}

let server: TestServer
let admin: HttpSession
let second: HttpSession
let system: HttpSession
beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn, now })
  const as = async (role: 'admin' | 'system_administrator') =>
    server.as((await makeUser(server.context, { role })).username)
  admin = await as('admin')
  const senior = await makeUser(server.context, { role: 'admin' })
  const { db } = server.context.database
  await db.update(users).set({ seniorManagerSince: now() }).where(eq(users.id, senior.id))
  second = await server.as(senior.username)
  system = await as('system_administrator')
  setSecondPerson(system, await as('system_administrator'))
})
afterAll(() => server.close())

let inUse: CaseFacts['list'] = 'none'

/** Puts the list in use that a case says. */
async function useList(list: CaseFacts['list']): Promise<void> {
  if (inUse === 'none' && list !== 'none') await startUsing('un.xml')
  if (list === 'own') await startUsing('firm-comma-utf8.csv')
  inUse = list
  const { db } = server.context.database
  const notCompared = { screenedAt: null, inForceAt: now() }
  const set =
    list === 'stale'
      ? { generatedOn: '2026-11-20' }
      : { generatedOn: '2026-11-27', screenedAt: now(), ...(list === 'not-compared' && notCompared) }
  await db.update(listEditions).set(set).where(isNotNull(listEditions.inForceAt))
}

async function startUsing(file: string): Promise<void> {
  await bringInForce(system, await readFile(path.join(TRUTH, 'lists', file), 'utf8'), '2026-11-28')
  await screenListChanges(server.context)
}

type Person = Awaited<ReturnType<typeof makePackClient>>

function ok(answer: HttpAnswer): HttpAnswer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

/** The client's declarations and documents, sent. */
async function sent({ answers, drafts, papers }: CaseFacts): Promise<Person> {
  const person = await makePackClient(server, { status: 'under_review', answers })
  for (const task of taskNames) {
    ok(await saveTask(person.session, task, drafts[task]))
    for (const { paper, ...dates } of papers[task] ?? [])
      ok(await addPaper(person.session, task, paper, dates))
    ok(await handInTask(person.session, task))
  }
  return person
}

const packFor = (person: Person): Promise<ReviewedPack> => reviewedPackOf(admin, person.path)

/** Accepts each check, which is refused before what was found is seen. */
async function accept(person: Person, { met }: CaseFacts): Promise<void> {
  for (const { task, implausible } of (await packFor(person)).tasks) {
    const method = task === 'identity' ? met : 'original-seen'
    const verdict = { verdict: 'accepted', method }
    const isNoted = implausible.some(({ note }) => note !== 'none')
    if (isNoted)
      expect((await giveVerdict(admin, person.path, task, { ...verdict, seen: [] })).status).toBe(400)
    ok(await giveVerdict(admin, person.path, task, verdict))
  }
}

const screeningOf = async ({ path: at }: Person) =>
  (await admin.get(`${at}/screening`)).body as ApplicationScreening
const rolesOf = async (person: Person) => (await screeningOf(person)).subjects.map(({ role }) => role)

const acts: { readonly [Name in Act['act']]: (person: Person, act: Act & { act: Name }) => Promise<void> } = {
  confirm: async (person) => {
    const ids = (await screeningOf(person)).hits.map(({ id }) => id)
    const verdict = { ids, verdict: 'match', words: 'The same person.' }
    const asked = ok(await admin.put('/api/admin/hits/verdict', verdict)).body as Hit[]
    for (const { approvalId } of asked)
      ok(await second.put(`/api/admin/approvals/${approvalId}`, { decision: 'granted', words: 'Seen.' }))
  },
  rename: async ({ client }, { to }) => {
    await server.context.database.db.execute(
      sql`update applications set answers = answers || ${JSON.stringify({ fullName: to })}::jsonb, updated_at = now() where id = ${client.applicationId}`,
    )
    await screenClients(server.context)
  },
  'next-list': (_, { file }) => startUsing(file),
}

const play = (person: Person, act: Act) =>
  (acts[act.act] as (person: Person, act: Act) => Promise<void>)(person, act)

const asksWealth = ({ tasks }: ReviewedPack) =>
  tasks.some(({ task, why }) => task === 'funds' && why === 'Please also say how your wealth came about.')

const kinds: Readonly<Record<GateItem, string>> = {
  prohibited: 'prohibited',
  'no-list': 'screening',
  'lists-old': 'screening',
  screening: 'screening',
  pack: 'pack',
  person: 'pack',
  rating: 'rating',
  approval: 'approval',
}

describe('whole cases', () => {
  test.each(cases)('$name: $row.facts', async ({ row, facts }) => {
    const expected = expectedOf(row)
    if (facts.list !== inUse) await useList(facts.list === 'not-compared' ? 'in-use' : facts.list)
    const person = await sent(facts)
    const found = (await packFor(person)).tasks.flatMap(({ implausible }) => implausible)
    expect(found.map(({ code }) => code).toSorted()).toEqual(expected.warnings)
    await accept(person, facts)
    await screenClients(server.context)
    const decided = facts.afterwards.filter(({ act }) => act === 'confirm')
    for (const act of decided) await play(person, act)
    const isExposed = (await packFor(person)).exposure !== 'none'
    const judgement =
      isExposed && facts.higherRisk !== null
        ? { higherRisk: { yes: facts.higherRisk, reason: 'Known.' } }
        : {}
    const rated = await rateRisk(admin, person.path, judgement)
    const isRefused = /the answer "no" is refused/u.test(row.rating)
    expect([rated.status, rated.text]).toEqual([
      isRefused ? 400 : expected.level === null ? 409 : 200,
      rated.text,
    ])
    if (isRefused) ok(await rateRisk(admin, person.path, { higherRisk: { yes: true, reason: 'Never met.' } }))
    if (facts.list === 'not-compared') await useList('not-compared')
    const later = facts.afterwards.filter((act) => !decided.includes(act))
    for (const act of later) await play(person, act)
    const pack = await packFor(person)
    const { current } = pack.rating ?? {}
    if (expected.level !== null) expect(riskLevels[current?.level ?? 'low']).toBe(expected.level)
    if (expected.points !== null) expect(current?.points).toBe(expected.points)
    // As the server wrote them. A rating of High asks for wealth besides what the table names.
    const missing = ((pack.gate?.missing ?? []) as Missing[]).filter(
      ({ task }) => task !== 'funds' || !asksWealth(pack),
    )
    const wanted = new Set(expected.missing)
    if (expected.level === null && !isRefused) wanted.add('rating')
    // A correction outdates the rating, and what was asked for it.
    const asked = expected.level === 'High' || expected.senior || expected.second
    if (asked && later.length === 0) wanted.add('approval')
    const left = new Set(missing.map(({ item }) => kinds[item]))
    // A corrected name or another list may make more of it due.
    expect(later.length > 0 ? wanted.difference(left) : left).toEqual(later.length > 0 ? new Set() : wanted)
    expect(missingFor('cleared', missing).length === 0).toBe(expected.cleared)
    if (/holder compared/u.test(row.rating)) expect(await rolesOf(person)).toContain('account-holder')
    if (/never "sanctions"/u.test(row.rating))
      expect(current?.factors.map(({ sentence }) => sentence).join(' ')).not.toMatch(/sanction/iu)
    if (expected.senior) expect(['exposed', 'rating-high']).toContain(current?.approval)
    if (expected.second) expect(current?.approval).toBe('exposed-lower')
  })

  test('every case is read, and a phrase that is not known is refused', () => {
    expect(rows.map(({ no }) => Number(no))).toEqual(Array.from({ length: rows.length }, (_, at) => at + 1))
    expect(() => clientsOf({ ...rows[0], facts: 'Ordinary; a parrot' } as (typeof rows)[0], rows)).toThrow(
      'parrot',
    )
  })

  test('at most one ordinary client in ten has any warning', () => {
    const ordinary = rows.filter(({ facts }) =>
      /^Ordinary(?: \(|; no list|; the UN|; compared|; "|; holder "J)/u.test(facts),
    )
    const warned = ordinary.filter((row) => expectedOf(row).warnings.length > 0)
    expect(ordinary.length).toBeGreaterThan(4)
    expect(warned.length).toBeLessThanOrEqual(ordinary.length / 10)
  })
})
