import { anchorChain } from '#server/features/audit-log/anchor-chain.ts'
import type { Context } from '#server/shared/context.ts'
import { startLoop, type Loop } from './loop.ts'

const PAUSE_MS = 60_000

/** Keeps this server's own evidence of the audit log, from its start on. */
export function startWitnessLoop(context: Context): Loop {
  return startLoop(
    () => anchorChain(context),
    PAUSE_MS,
    (error) => context.log.error({ err: error }, 'checking the end of the audit log failed'),
  )
}
