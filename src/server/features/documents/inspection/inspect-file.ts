import { once } from 'node:events'
import { WIDEST_LIMIT_BYTES } from '#domain/documents/kinds.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import type { Answer, Finding, Question } from './finding.ts'
import { createProcessPool, ProcessOverrunError, type Overrun, type ProcessLimits } from './process-pool.ts'

/** One file after another: a crowd of uploads needs no crowd of processes. Callers queue before they read a file. */
const pool = createProcessPool({
  width: 1,
  maxWaiting: 200,
  whenFull: () =>
    new DomainError('unavailable', 'Many files are being checked. Please try again in a moment.', {
      retryAfterSeconds: 10,
    }),
  // A statement of 65,000 objects takes 4 s; one that a password opens is read three times, and written.
  limits: { cpuMs: 20_000, wallMs: 120_000 },
  tasksPerProcess: 50,
})

/** What each end of the process says of the file. */
const findings = {
  cpu: { is: 'too-much', of: 'time' },
  memory: { is: 'too-much', of: 'memory' },
  wall: { is: 'not-in-time' },
  killed: { is: 'not-in-time' },
} as const satisfies Record<Overrun, Finding>

/**
 * Finds out what a file is, in another process and within limits of time and memory: a file that was made to keep a
 * reader busy stops that process alone.
 *
 * @param question how large what is kept may be, what opens it, and how much it may ask of the machine
 * @throws Error where no process can be started
 */
export async function inspectFile(
  file: Buffer,
  { maxBytes = WIDEST_LIMIT_BYTES, password, limits }: Partial<Question> & { limits?: ProcessLimits } = {},
): Promise<Finding> {
  try {
    return await pool.run(async ({ child, send }, over) => {
      send(file, { maxBytes, password })
      const [{ finding, spent }] = (await once(child, 'message', { signal: over })) as [Answer]
      if (spent) child.kill('SIGKILL')
      return finding
    }, limits)
  } catch (error) {
    if (error instanceof ProcessOverrunError) return findings[error.overrun]
    throw error
  }
}

/** Starts the process while a file is still on its way, so that the first one does not wait for it. */
export function prepareInspection(): Promise<void> {
  return pool.prepare()
}
