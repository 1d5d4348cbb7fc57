import { runLetters } from '#features/signing/server/letters/run-letters.ts'
import type { Context } from '#base/server/context.ts'
import { startLoop, type Loop } from './loop.ts'

/** Progress is shown to users; polling reads one index entry. */
const PAUSE_MS = 500

/** Generates letters while the server runs. */
export function startLetterLoop(context: Context): Loop {
  return startLoop(
    (stopping) => runLetters(context, stopping),
    PAUSE_MS,
    (error) => context.log.error({ err: error }, 'letters could not be generated'),
  )
}
