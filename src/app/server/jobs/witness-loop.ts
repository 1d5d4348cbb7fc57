import { anchorChain } from '#features/audit/server/log/anchor-chain.ts'
import type { Context } from '#base/server/context.ts'
import { startLoop, type Loop } from './loop.ts'

const PAUSE_MS = 60_000

/** Maintains this server's own audit log anchors. */
export function startWitnessLoop(context: Context): Loop {
  return startLoop(
    () => anchorChain(context),
    PAUSE_MS,
    (error) => context.log.error({ err: error }, 'checking the end of the audit log failed'),
  )
}
