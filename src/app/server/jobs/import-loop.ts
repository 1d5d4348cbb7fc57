import { runImports } from '#features/imports/server/run-import.ts'
import type { Context } from '#base/server/context.ts'
import { startLoop, type Loop } from './loop.ts'

/** Progress is shown to users; polling reads one index entry. */
const PAUSE_MS = 500

/** Runs and undoes imports while the server runs. */
export function startImportLoop(context: Context): Loop {
  return startLoop(
    (stopping) => runImports(context, stopping),
    PAUSE_MS,
    (error) => context.log.error({ err: error }, 'imports failed'),
  )
}
