import { once } from 'node:events'
import { WIDEST_LIMIT_BYTES } from '#features/applications/rules/documents/kinds.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { Answer, Finding, Question } from './finding.ts'
import { createProcessPool, ProcessOverrunError, type Overrun, type ProcessLimits } from './process-pool.ts'

/** One file at a time; callers queue before they read a file. */
const pool = createProcessPool({
  width: 1,
  maxWaiting: 200,
  whenFull: () =>
    new DomainError('unavailable', 'We’re checking a lot of files right now. Please try again in a moment.', {
      retryAfterSeconds: 10,
    }),
  // A statement of 65,000 objects takes 4 s; one with a password is read three times, and written.
  limits: { cpuMs: 20_000, wallMs: 120_000 },
  tasksPerProcess: 50,
})

/** The finding for each way the process can end. */
const findings = {
  cpu: { is: 'too-much', of: 'time' },
  memory: { is: 'too-much', of: 'memory' },
  wall: { is: 'not-in-time' },
  killed: { is: 'not-in-time' },
} as const satisfies Record<Overrun, Finding>

/**
 * Detects and validates a file in another process with limits on time and memory, so that a malicious file stops only
 * that process.
 *
 * @param question the size limit, the password, and the resource limits
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

/** Starts the process during the upload, so that the first file does not wait for it. */
export function prepareInspection(): Promise<void> {
  return pool.prepare()
}
