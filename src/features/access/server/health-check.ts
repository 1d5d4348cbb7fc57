import type { SystemCheck } from '#base/rules/health-checks.ts'
import { worstOf } from '#base/rules/health.ts'
import type { Context } from '#base/server/context.ts'

/** The result of a check: state and measurements. */
export type Finding = Omit<SystemCheck, 'name' | 'title' | 'isAbsent'> & {
  /** Whether the part does not exist here, and protects nothing: it is never healthy then, except in a demonstration. */
  isAbsent?: boolean
}

/** A check of one part of the system. */
export interface Check {
  name: string
  title: string
  /** Whether this deployment has that part; by default all have. */
  isUsed?: (context: Context) => boolean
  run: (context: Context) => Promise<Finding>
}

/** Timeout of each check, in milliseconds, so that a part that hangs does not block the others. */
const CHECK_MS = 2000

/** Runs a check for at most {@link CHECK_MS}. A part that fails or does not answer is failing. */
export async function runCheck(context: Context, { name, title, run }: Check): Promise<SystemCheck> {
  const late = AbortSignal.timeout(CHECK_MS)
  const expired = new Promise<Finding>((resolve) => {
    late.addEventListener('abort', () => resolve(failing(`No answer within ${CHECK_MS / 1000} seconds`)))
  })
  const found = run(context).catch((error: unknown) => {
    context.log.warn({ err: error, check: name }, 'a health check does not answer')
    return failing('Not responding')
  })
  const { isAbsent = false, ...finding } = await Promise.race([found, expired])
  const health = isAbsent && !context.settings.demo ? worstOf([finding.health, 'degraded']) : finding.health
  return { name, title, ...finding, isAbsent, health }
}

function failing(summary: string): Finding {
  return { health: 'failing', summary, percent: null, figures: [] }
}

/** Runs work; returns its result and duration in milliseconds. */
export async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; tookMs: number }> {
  const began = performance.now()
  const result = await work()
  return { result, tookMs: performance.now() - began }
}
