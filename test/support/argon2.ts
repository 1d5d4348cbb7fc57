import { hash as hashWith, type Options } from '@node-rs/argon2/index.js'
import { afterAll, beforeAll } from 'vitest'

// Replaces @node-rs/argon2 (native-modules.ts): the same Argon2, asked for less. A check costs what its hash
// did, so that a user who signs in with a password that a test made does not wait either.
export * from '@node-rs/argon2/index.js'

/** The least that Argon2 does: half the time of tests that sign in went into making passwords costly to guess. */
const MIN = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const satisfies Options

let isInEarnest = false

/** The tests of this file hash as the product does: what is held is the strength, or the time that it takes. */
export function withRealHashing(): void {
  beforeAll(() => {
    isInEarnest = true
  })
  afterAll(() => {
    isInEarnest = false
  })
}

/** As the product asks for it where a file says so, else with the least effort. */
export function hash(password: string, options: Options): Promise<string> {
  return hashWith(password, isInEarnest ? options : MIN)
}
