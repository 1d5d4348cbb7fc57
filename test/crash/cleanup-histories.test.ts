import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { nowhere, type Actor } from '#features/access/server/actor.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { documents } from '#features/access/schema/tables.ts'
import { removeDocument } from '#features/documents/server/commands.ts'
import { receiveUpload } from '#features/documents/server/receive-upload.ts'
import { registerDocument } from '#features/documents/server/register.ts'
import { deleteOrphanedObjects } from '#features/documents/server/delete-orphaned-objects.ts'
import { storeUnattached } from '#features/documents/server/orphaned-files.ts'
import { giveUploadAddress } from '#features/documents/server/upload-addresses.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { makePng } from '#test/support/files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { storedKeys } from '#test/support/uploads.ts'
import { isLongRun } from './scale.ts'

const HOUR_MS = 3_600_000
const GRACE_MS = 7 * DAY_MS
const HISTORIES = isLongRun ? 200 : 15
const MS_PER_HISTORY = 5_000

type Step =
  | { what: 'send' | 'register' | 'remove'; which: number }
  | { what: 'crash' | 'sweep' }
  | { what: 'wait'; hours: number }

const which = fc.nat({ max: 20 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ what: fc.constant('send' as const), which }) },
    { weight: 3, arbitrary: fc.record({ what: fc.constant('register' as const), which }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('remove' as const), which }) },
    { weight: 1, arbitrary: fc.constant<Step>({ what: 'crash' }) },
    { weight: 3, arbitrary: fc.constant<Step>({ what: 'sweep' }) },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant('wait' as const),
        hours: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 100, max: 200 })),
      }),
    },
  ),
  { minLength: 5, maxLength: 25 },
)

const file = makePng()

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Past events that determine what may be deleted. */
interface History {
  now: Date
  actor: Actor
  addresses: string[]
  registered: string[]
  /** When each object was first seen, by key. */
  firstSeen: Map<string, Date>
  /** The time until which a removed document's object may stay. */
  removedAt: Map<string, Date>
}

async function begin(): Promise<History> {
  const { id: userId, username } = await makeClient(server.context)
  const now = new Date('2027-01-01T08:00:00Z')
  const actor: Actor = {
    userId,
    username,
    role: 'client',
    compliance: false,
    fullName: null,
    accountCreatedAt: now,
    mustChangePassword: false,
    mustConfirmAddress: false,
    secondFactor: 'not-needed',
    sessionId: userId,
    sessionEndsAt: now,
    checkedAt: performance.now(),
  }
  return { now, actor, addresses: [], registered: [], firstSeen: new Map(), removedAt: new Map() }
}

/** A new request whose session was just checked. */
const actIn = ({ actor, now }: History): CommandContext => ({
  context: server.context,
  actor: { ...actor, checkedAt: performance.now() },
  now,
  origin: nowhere,
})

/** A step that the product rejects (a full list, a used or expired address) has no effect. */
async function unlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}

async function send({ context }: TestServer, history: History): Promise<void> {
  const { now, actor } = history
  const address = await giveUploadAddress(actIn(history), { ownOrigin: server.url, announced: {} })
  const { pathname, searchParams } = new URL(address)
  await receiveUpload(context, {
    address: {
      id: pathname.split('/').at(-1) ?? '',
      token: searchParams.get('token') ?? '',
      userId: actor.userId,
    },
    arriving: { contentType: 'image/png', bytes: file.length, content: Readable.from([file]) },
    now,
  })
  history.addresses.push(address)
}

async function register(history: History, index: number): Promise<void> {
  const address = history.addresses[index % history.addresses.length]
  if (address === undefined) return
  const registration = { kind: 'payslip', address, fileName: 'march.png' } as const
  const id = await registerDocument(actIn(history), registration)
  if (!history.registered.includes(id)) history.registered.push(id)
}

async function remove(history: History, index: number): Promise<void> {
  const id = history.registered[index % history.registered.length]
  if (id === undefined) return
  await removeDocument(actIn(history), id)
  history.registered = history.registered.filter((each) => each !== id)
  history.removedAt.set((await objectOf(id)).key, history.now)
}

async function objectOf(id: string): Promise<{ key: string; sha256: string }> {
  const [row] = await server.context.database.db
    .select({ key: documents.objectKey, sha256: documents.sha256 })
    .from(documents)
    .where(eq(documents.id, id))
  if (row === undefined) throw new Error(`No document ${id}`)
  return row
}

async function take(step: Step, history: History): Promise<void> {
  if (step.what === 'wait') history.now = new Date(history.now.getTime() + step.hours * HOUR_MS)
  if (step.what === 'send') await send(server, history)
  if (step.what === 'register') await register(history, step.which)
  if (step.what === 'remove') await remove(history, step.which)
  if (step.what === 'crash') {
    await storeUnattached(server.context, { bytes: file, contentType: 'image/png', now: history.now })
  }
  if (step.what === 'sweep') await cleanUpAndExpect(history)
  for (const key of await storedKeys(server)) {
    if (!history.firstSeen.has(key)) history.firstSeen.set(key, history.now)
  }
}

/** After a cleanup every registered file is readable, and no other object is older than allowed. */
async function cleanUpAndExpect(history: History): Promise<void> {
  const { context } = server
  await deleteOrphanedObjects(context, history.now)
  const left = new Set(await storedKeys(server))
  for (const id of history.registered) {
    const { key, sha256 } = await objectOf(id)
    const object = await context.store.get(key)
    const bytes = object === null ? null : await buffer(object.stream)
    expect([key, bytes && createHash('sha256').update(bytes).digest('hex')]).toEqual([key, sha256])
    left.delete(key)
  }
  expect([...left].filter((key) => hadToGo(history, key))).toEqual([])
}

function hadToGo({ now, firstSeen, removedAt }: History, key: string): boolean {
  const since = removedAt.get(key) ?? firstSeen.get(key) ?? now
  return now.getTime() - since.getTime() > GRACE_MS
}

test(
  'whatever happened, a sweep leaves what is registered, and nothing that should have gone',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const state = await begin()
        for (const step of history) await unlessRefused(() => take(step, state))
        await take({ what: 'wait', hours: 10_000 }, state)
        await take({ what: 'sweep' }, state)
        expect(await storedKeys(server)).toHaveLength(state.registered.length)
        for (const id of state.registered)
          await take({ what: 'remove', which: state.registered.indexOf(id) }, state)
        await take({ what: 'wait', hours: 10_000 }, state)
        await take({ what: 'sweep' }, state)
        expect(await storedKeys(server)).toEqual([])
      }),
      // Histories share a database; objects of a failed one would disturb shrinking.
      { numRuns: HISTORIES, endOnFailure: true },
    )
  },
  HISTORIES * MS_PER_HISTORY,
)
