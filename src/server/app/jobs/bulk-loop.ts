import { runBulkActions } from '#server/features/bulk/run-bulk-action.ts'
import type { Context } from '#server/shared/context.ts'
import { startLoop, type Loop } from './loop.ts'

/** Somebody watches how far it comes; asking whether there is any reads one index entry. */
const PAUSE_MS = 500

/** Does what staff want to do with many applications, for as long as the server runs. */
export function startBulkLoop(context: Context): Loop {
  return startLoop(
    (stopping) => runBulkActions(context, stopping),
    PAUSE_MS,
    (error) => context.log.error({ err: error }, 'bulk actions failed'),
  )
}
