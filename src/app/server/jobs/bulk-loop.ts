import { runBulkActions } from '#features/review/server/bulk/run-bulk-action.ts'
import type { Context } from '#base/server/context.ts'
import { startLoop, type Loop } from './loop.ts'

/** Progress is shown to users; polling reads one index entry. */
const PAUSE_MS = 500

/** Runs bulk actions while the server runs. */
export function startBulkLoop(context: Context): Loop {
  return startLoop(
    (stopping) => runBulkActions(context, stopping),
    PAUSE_MS,
    (error) => context.log.error({ err: error }, 'bulk actions failed'),
  )
}
