import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify, type Options } from '@node-rs/argon2'
import { partOf } from '#base/server/concurrency/servers-here.ts'
import { createWorkQueue } from '#base/server/concurrency/work-queue.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** Argon2id (the library's default) with 19 MiB, two passes, parallelism 1: OWASP, Password Storage. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const satisfies Options

/** Node does its file I/O and hashing on four threads; one of them is left for files. */
const MAX_AT_ONCE = 3
/** Some ten seconds of work on a small machine; later callers get a retry time. */
const MAX_WAITING = 500
const COME_BACK_SECONDS = 10
const queue = createWorkQueue({
  width: Math.min(partOf(availableParallelism(), { atLeast: 1 }), MAX_AT_ONCE),
  maxWaiting: MAX_WAITING,
  whenFull: () =>
    new DomainError(
      'unavailable',
      'Too many people are signing in right now. Please try again in a moment.',
      {
        retryAfterSeconds: COME_BACK_SECONDS,
      },
    ),
})

const SALT_BYTES = 16
const HASH_BYTES = 32

/** Checked for missing accounts, so that the duration is the same as for real ones. */
export const DUMMY_HASH = [
  '$argon2id$v=19',
  `m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`,
  unpadded(randomBytes(SALT_BYTES)),
  unpadded(randomBytes(HASH_BYTES)),
].join('$')

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

/** Unicode normalisation: keyboards differ in how they compose an "é" (NIST 800-63B 5.1.1.2). */
function normalized(password: string): string {
  return password.normalize('NFKC')
}

/**
 * Hashes a password for storage.
 *
 * @throws DomainError unavailable (503) where too many wait already
 */
export async function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(normalized(password), cost))
}

/**
 * Whether a password matches the hash.
 *
 * @throws DomainError unavailable (503) where too many wait already
 */
export async function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return queue.run(() => verify(passwordHash, normalized(password)))
}
