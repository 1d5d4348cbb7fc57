import { randomInt } from 'node:crypto'

/**
 * What the tests read of `npm run test:long`: that there is time, how many requests are made up, and by which chance, which
 * is said so that a find can be found again. Nothing that chooses which tests there are (vitest.config.ts).
 */
export function longRounds({ FUZZ_SEED = String(randomInt(2 ** 31)) } = process.env) {
  return { LONG_ROUNDS: '1', FUZZ_RUNS: '20000', FUZZ_SEED }
}
