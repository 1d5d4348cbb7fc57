import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = path.resolve(import.meta.dirname, '../../..')

/** Matches per server file, without tests and the queues' own files. */
function filesWith(pattern: RegExp, but: readonly string[] = []): Record<string, number> {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  const sources = names.filter((name) => /(?<!\.test|\.d)\.ts$/u.test(name) && !but.includes(name))
  const found = sources.flatMap((name) => {
    const matches = readFileSync(path.join(SOURCES, name), 'utf8').match(pattern)
    return matches === null ? [] : [[name, matches.length] as const]
  })
  return Object.fromEntries(found.toSorted(([one], [other]) => one.localeCompare(other)))
}

/** Every shared queue of the server, with what keeps one caller from filling it. */
const sharedQueues = {
  // Every request; a user's share is `fair-share.ts`, a connection's `base/server/throttling/slow-request-limit.ts`.
  'base/server/concurrency/capacity.ts': 1,
  // Building block of owner queues.
  'base/server/concurrency/owner-queues.ts': 1,
  // Rate limits count attempts by address and account before a password is hashed.
  'features/sign-in/server/passwords.ts': 1,
  // One queue per rate limit key.
  'base/server/throttling/gates.ts': 1,
  // One file per client at a time (`perClient` there).
  'features/documents/server/ingest-file.ts': 1,
  // Building block of process pools.
  'features/documents/server/inspection/process-pool.ts': 1,
  // System administrators only; the others are turned away when it is full.
  'features/firm/server/logo/logo-target.ts': 1,
  'features/screening/server/list-target.ts': 1,
  // One PDF per user at a time (`perOwner` there).
  'base/server/pdf/lay-out.ts': 1,
  // One document per address (`perAddress` there).
  'features/signing/server/verify-target.ts': 1,
}

const ownerQueues = {
  'base/server/concurrency/fair-share.ts': 1,
  'features/documents/server/ingest-file.ts': 1,
  'features/documents/server/thumbnail.ts': 1,
  'features/signing/server/letters/preview-letter.ts': 1,
  'base/server/pdf/lay-out.ts': 1,
  'features/signing/server/sign.ts': 1,
  'features/signing/server/verify-target.ts': 1,
}

const processPools = {
  // Behind the queue of `features/documents/server/ingest-file.ts`.
  'features/documents/server/inspection/inspect-file.ts': 1,
  // One file per reader at a time (`perReader` in `features/documents/server/thumbnail.ts`).
  'features/documents/server/inspection/run-drawer.ts': 1,
  // Behind the queue of `features/firm/server/logo/logo-target.ts`.
  'features/documents/server/inspection/run-logo-redrawer.ts': 1,
  'base/server/tables/run-table-reader.ts': 1,
  // Signing: one document per client at a time (`features/signing/server/sign.ts`). Verification:
  // `features/signing/server/verify-target.ts`.
  'features/signing/server/sealing/run-sealer.ts': 2,
}

/** Lists that look like queues. */
const ownLists = {
  'base/server/concurrency/work-queue.ts': 1,
  // Chunks of one piece of a file.
  'base/server/encryption/pieces.ts': 1,
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
