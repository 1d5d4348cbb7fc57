import { hash as hashWith, type Options } from '@node-rs/argon2/index.js'
import { afterAll, beforeAll } from 'vitest'

// Replaces @node-rs/argon2 (native-modules.ts) with the same Argon2 at minimal cost. Verification uses the hash's own
// parameters, so it is fast for test passwords too.
export * from '@node-rs/argon2/index.js'

/** Argon2's minimum. Half the time of tests with sign-ins was spent on hashing. */
const MIN = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const satisfies Options

let isInEarnest = false

/** Uses the product's parameters, for tests of strength or timing. */
export function withRealHashing(): void {
  beforeAll(() => {
    isInEarnest = true
  })
  afterAll(() => {
    isInEarnest = false
  })
}

/** With the product's parameters if a file asks for them, otherwise with minimal cost. */
export function hash(password: string, options: Options): Promise<string> {
  return hashWith(password, isInEarnest ? options : MIN)
}
