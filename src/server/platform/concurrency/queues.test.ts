import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SERVER = path.resolve(import.meta.dirname, '../..')

/** How often each file of the server matches, tests and the queues' own files left out. */
function filesWith(pattern: RegExp, but: readonly string[] = []): Record<string, number> {
  const names = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  const sources = names.filter((name) => /(?<!\.test|\.d)\.ts$/u.test(name) && !but.includes(name))
  const found = sources.flatMap((name) => {
    const matches = readFileSync(path.join(SERVER, name), 'utf8').match(pattern)
    return matches === null ? [] : [[name, matches.length] as const]
  })
  return Object.fromEntries(found.toSorted(([one], [other]) => one.localeCompare(other)))
}

/**
 * Every queue of the server. Their types ask for a bound and an error; whoever adds one states here what keeps one caller
 * from filling it.
 */
const sharedQueues = {
  // Every request; a signed-in user's share of it is `fair-share.ts`, a connection's `shared/throttling/half-open.ts`.
  'platform/concurrency/capacity.ts': 1,
  // A queue per owner is made of these.
  'platform/concurrency/owner-queues.ts': 1,
  // The gate of each limit counts attempts by address and by account before a password is hashed.
  'features/auth/passwords.ts': 1,
  // One queue per key of a limit.
  'shared/throttling/gates.ts': 1,
  // One file per client at a time (`perClient` there).
  'features/documents/ingest-file.ts': 1,
  // Every process pool is made of it.
  'features/documents/inspection/process-pool.ts': 1,
  // One PDF per user at a time (`perOwner` there).
  'platform/pdf/lay-out.ts': 1,
  // One document per address (`perAddress` there).
  'features/signing/verify-target.ts': 1,
}

const ownerQueues = {
  'platform/concurrency/fair-share.ts': 1,
  'features/documents/ingest-file.ts': 1,
  'features/documents/thumbnail.ts': 1,
  'platform/pdf/lay-out.ts': 1,
  'features/signing/sign.ts': 1,
  'features/signing/verify-target.ts': 1,
}

const processPools = {
  // Behind the queue of `features/documents/take-in.ts`.
  'features/documents/inspection/inspect-file.ts': 1,
  // One file per reader at a time (`perReader` in `features/documents/thumbnail.ts`).
  'features/documents/inspection/run-drawer.ts': 1,
  // Signing: one document per client at a time (`features/signing/sign.ts`). Verification: `features/signing/verify-target.ts`.
  'features/signing/sealing/run-sealer.ts': 2,
}

/** Lists that look like queues. */
const ownLists = {
  'platform/concurrency/work-queue.ts': 1,
  // Chunks of one piece of a file.
  'platform/encryption/pieces.ts': 1,
}

const sorted = (files: Record<string, number>) =>
  Object.fromEntries(Object.entries(files).toSorted(([one], [other]) => one.localeCompare(other)))

test.each([
  ['shared queues', /(?<!function )createWorkQueue\(/gu, sharedQueues],
  ['queues per owner', /(?<!function )createOwnerQueues\(/gu, ownerQueues],
  ['process pools', /(?<!function )createProcessPool\(/gu, processPools],
  ['other lists that wait', /\b(?:waiting|pending|queued?)\.push\(/gu, ownLists],
])('these are all %s', (_, pattern, known) => {
  expect(filesWith(pattern)).toEqual(sorted(known))
})

test('none is without a bound', () => {
  expect(filesWith(/maxWaiting: Infinity/gu)).toEqual({})
})
