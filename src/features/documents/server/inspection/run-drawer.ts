import { once } from 'node:events'
import { partOf } from '#base/server/concurrency/servers-here.ts'
import { productFile } from '#base/server/product-file.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { Drawing, Drawn } from './drawing.ts'
import { createProcessPool, ProcessOverrunError } from './process-pool.ts'

/** The second process starts only while the first one is busy, so that a slow file does not block the others. */
const pool = createProcessPool({
  program: productFile('src/features/documents/server/inspection/drawer.ts'),
  width: partOf(2, { atLeast: 1 }),
  maxWaiting: 100,
  whenFull: () =>
    new DomainError(
      'unavailable',
      'We’re preparing a lot of previews right now. Please try again in a moment.',
      {
        retryAfterSeconds: 5,
      },
    ),
  // A scanned page of a phone takes 0.5 s.
  limits: { cpuMs: 1_500, wallMs: 20_000 },
  tasksPerProcess: 30,
})

/** `undrawable`: no thumbnail is possible. `not-now`: the machine was too busy. */
export type DrawnFile = Uint8Array | 'undrawable' | 'not-now'

/**
 * Renders a thumbnail in another process with limits on time and memory.
 *
 * @returns a JPEG, or why there is none
 * @throws DomainError unavailable (503) where many wait; Error where no process can be started
 */
export async function renderThumbnail(file: Buffer, drawing: Drawing): Promise<DrawnFile> {
  try {
    return await pool.run(async ({ child }, over) => {
      child.send({ ...drawing, length: file.length })
      child.stdin?.write(file)
      const [{ thumbnail }] = (await once(child, 'message', { signal: over })) as [Drawn]
      return thumbnail ?? 'undrawable'
    })
  } catch (error) {
    if (!(error instanceof ProcessOverrunError)) throw error
    return error.overrun === 'cpu' || error.overrun === 'memory' ? 'undrawable' : 'not-now'
  }
}
