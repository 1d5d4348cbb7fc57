import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SERVER = path.resolve(import.meta.dirname, '../..')

/** Matches per server file, without tests and the queues' own files. */
function filesWith(pattern: RegExp, but: readonly string[] = []): Record<string, number> {
  const names = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  const sources = names.filter((name) => /(?<!\.test|\.d)\.ts$/u.test(name) && !but.includes(name))
  const found = sources.flatMap((name) => {
    const matches = readFileSync(path.join(SERVER, name), 'utf8').match(pattern)
    return matches === null ? [] : [[name, matches.length] as const]
  })
  return Object.fromEntries(found.toSorted(([one], [other]) => one.localeCompare(other)))
}

/** Every shared queue of the server, with what keeps one caller from filling it. */
const sharedQueues = {
  // Every request; a user's share is `fair-share.ts`, a connection's `shared/throttling/slow-request-limit.ts`.
  'platform/concurrency/capacity.ts': 1,
  // Building block of owner queues.
  'platform/concurrency/owner-queues.ts': 1,
  // Rate limits count attempts by address and account before a password is hashed.
  'features/auth/passwords.ts': 1,
  // One queue per rate limit key.
  'shared/throttling/gates.ts': 1,
  // One file per client at a time (`perClient` there).
  'features/documents/ingest-file.ts': 1,
  // Building block of process pools.
  'features/documents/inspection/process-pool.ts': 1,
  // System administrators only; the others are turned away when it is full.
  'features/firm/logo/logo-target.ts': 1,
  'features/screening/list-target.ts': 1,
  // One PDF per user at a time (`perOwner` there).
  'platform/pdf/lay-out.ts': 1,
  // One document per address (`perAddress` there).
  'features/signing/verify-target.ts': 1,
}

const ownerQueues = {
  'platform/concurrency/fair-share.ts': 1,
  'features/documents/ingest-file.ts': 1,
  'features/documents/thumbnail.ts': 1,
  'features/letters/preview-letter.ts': 1,
  'platform/pdf/lay-out.ts': 1,
  'features/signing/sign.ts': 1,
  'features/signing/verify-target.ts': 1,
}

const processPools = {
  // Behind the queue of `features/documents/ingest-file.ts`.
  'features/documents/inspection/inspect-file.ts': 1,
  // One file per reader at a time (`perReader` in `features/documents/thumbnail.ts`).
  'features/documents/inspection/run-drawer.ts': 1,
  // Behind the queue of `features/firm/logo/logo-target.ts`.
  'features/documents/inspection/run-logo-redrawer.ts': 1,
  'features/tables/run-table-reader.ts': 1,
  // Signing: one document per client at a time (`features/signing/sign.ts`). Verification:
  // `features/signing/verify-target.ts`.
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

test('each has a bound', () => {
  expect(filesWith(/maxWaiting: Infinity/gu)).toEqual({})
})
