import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicationScreening, Hit } from '#features/screening/api/screening.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import type { Drafts } from '#features/due-diligence/rules/drafts.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { eq } from 'drizzle-orm'
import {
  completeDrafts,
  doTask,
  dueDiligenceOn,
  makePackClient,
  rateRisk,
  reviewedPackOf,
  saveTask,
  handInTask,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { bringInForce, fictitious, setSecondPerson, unList } from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { screenClients } from './screen-clients.ts'

/** Everyone of a relationship is compared, in their role (I3 of the design). */

const LISTED = 'Baobab Testperson'

let server: TestServer
let admin: HttpSession
let senior: HttpSession
let seniorName: string

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  const { context } = server
  admin = await server.as((await makeUser(context, { role: 'admin' })).username)
  const { id, username } = await makeUser(context, { role: 'admin' })
  await context.database.db.update(users).set({ seniorManagerSince: new Date() }).where(eq(users.id, id))
  seniorName = username
  senior = await server.as(username)
  const system = await server.as((await makeUser(context, { role: 'system_administrator' })).username)
  setSecondPerson(
    system,
    await server.as((await makeUser(context, { role: 'system_administrator' })).username),
  )
  await bringInForce(system, unList(fictitious, new Date().toISOString().slice(0, 10)))
})
afterAll(() => server.close())

const { funds, bank } = completeDrafts
const source = (kind: 'gift' | 'loan' | 'payout' | 'sale'): Partial<Drafts> => ({
  funds: {
    ...funds,
    sources: [{ kind, amount: 2_000_000, donor: LISTED }],
    withoutPaper: 'The letter comes later.',
  },
})
const relative = (fullName = LISTED): Partial<Drafts> => ({
  exposure: {
    ...completeDrafts.exposure,
    related: true,
    positions: [
      { question: 'related', of: 'domestic', fullName, relation: 'spouse', position: 'Mayor', from: '2019' },
    ],
  },
  funds: { ...funds, wealth: [{ kind: 'salary', amount: 860_000 }] },
})

const declared: Record<string, Partial<Drafts>> = {
  'account-holder': { bank: { ...bank, holder: LISTED } },
  beneficiary: {
    funds: {
      ...funds,
      purpose: 'other',
      forWhom: { kind: 'person', fullName: LISTED, dateOfBirth: '1970-03-12', relation: 'A friend' },
    },
  },
  donor: source('gift'),
  lender: source('loan'),
  payer: source('payout'),
  buyer: source('sale'),
  relative: relative(),
}

const screeningAt = async (path: string) =>
  (await admin.get(`${path}/screening`)).body as ApplicationScreening

async function confirm(path: string): Promise<void> {
  const ids = (await screeningAt(path)).hits.map(({ id }) => id)
  const decision = { ids, verdict: 'match', words: 'The same person.' }
  for (const { approvalId } of (await admin.put('/api/admin/hits/verdict', decision)).body as Hit[])
    expect(
      (await senior.put(`/api/admin/approvals/${approvalId}`, { decision: 'granted', words: 'Seen.' }))
        .status,
    ).toBe(200)
}

/** A client who has declared what the rating rests on, and the account. */
async function withRole(role: string) {
  const person = await makePackClient(server, { status: 'approved' })
  for (const task of ['identity', 'bank', 'funds', 'exposure'] as const)
    await doTask(person.session, task, declared[role]?.[task])
  await screenClients(server.context)
  return person
}

const isShut = async (path: string) => {
  const { gate } = await reviewedPackOf(admin, path)
  return gate?.missing.some(({ item }) => item === 'prohibited')
}

const urgentMails = async () => {
  const mails = await server.context.database.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.template, 'hit-open'))
  return mails.filter(({ recipient }) => recipient === seniorName).length
}

test.each(Object.keys(declared))('%s: a listed one is found, and counts once confirmed', async (role) => {
  const { path } = await withRole(role)
  expect((await screeningAt(path)).hits).toMatchObject([
    { uid: '690001', state: 'open', subject: { role, names: [LISTED] } },
  ])
  const before = await urgentMails()
  await confirm(path)
  // Only that someone is related to a listed person prohibits nothing.
  const prohibits = role !== 'relative'
  expect(await isShut(path)).toBe(prohibits)
  expect((await urgentMails()) - before).toBe(prohibits ? 1 : 0)
  const { context } = server
  const reads = { tx: context.database.db, context, actor: null, now: context.now() }
  const id = path.split('/').at(-1) ?? ''
  expect((await context.gate.missingIn(reads, [id], 'served')).has(id)).toBe(prohibits)
})

test('a client who is related to a listed person is of high risk, and a senior manager decides', async () => {
  const { path } = await withRole('relative')
  await confirm(path)
  const judgement = { higherRisk: { yes: true, reason: 'Married.' } }
  const { rating, approvals } = (await rateRisk(admin, path, judgement)).body as ReviewedPack
  expect(rating?.current?.level).toBe('high')
  expect(rating?.current?.factors).toContainEqual(
    expect.objectContaining({ factor: 'screening', sentence: 'Related to a listed person: always high.' }),
  )
  expect(approvals.filter(({ kind }) => kind !== 'hit-match')).toMatchObject([
    { kind: 'exposed', state: 'open' },
  ])
})

const spellings = ({ subjects }: ApplicationScreening, role: string) =>
  subjects
    .filter((one) => one.role === role)
    .map(({ names, former, current }) => ({ names, former, current }))

test('a corrected spelling of a representative stays compared, and another one is another person', async () => {
  const person = await makePackClient(server, { status: 'approved' })
  const act = async (fullName: string, idNumber: string) => {
    const representative = { fullName, idNumber, dateOfBirth: '1980-02-03', relation: 'attorney' } as const
    const identity = {
      ...completeDrafts.identity,
      actsFor: 'other' as const,
      representative,
      withoutPaper: 'Later.',
    }
    await saveTask(person.session, 'identity', identity, '?changed=1')
    expect((await handInTask(person.session, 'identity')).status).toBe(200)
    await screenClients(server.context)
    return screeningAt(person.path)
  }
  const found = await act(LISTED, 'A1')
  expect(found.hits).toMatchObject([{ uid: '690001', state: 'open' }])
  const corrected = await act('Baobap Testpersn', 'A1')
  expect(spellings(corrected, 'representative')).toEqual([
    { names: ['Baobap Testpersn', LISTED], former: [LISTED], current: true },
  ])
  expect(corrected.hits).toMatchObject([{ id: found.hits[0]?.id, state: 'open' }])
  const replaced = await act('Plain Attorney', 'B2')
  expect(spellings(replaced, 'representative')).toEqual(
    expect.arrayContaining([
      { names: ['Baobap Testpersn', LISTED], former: [LISTED], current: false },
      { names: ['Plain Attorney'], former: [], current: true },
    ]),
  )
})
