import { once } from 'node:events'
import { DomainError } from '#base/server/domain-error.ts'
import { productFile } from '#base/server/product-file.ts'
import { createProcessPool, ProcessOverrunError } from './process-pool.ts'
import type { RedrawnLogo } from './redraw-logo.ts'
import type { LogoAnswer } from './logo-redrawer.ts'

const pool = createProcessPool({
  program: productFile('src/features/documents/server/inspection/logo-redrawer.ts'),
  width: 1,
  maxWaiting: 5,
  whenFull: () =>
    new DomainError('unavailable', 'Another logo is being checked. Please try again in a moment.', {
      retryAfterSeconds: 5,
    }),
  limits: { cpuMs: 5_000, wallMs: 30_000 },
  // A logo is rare: each gets a process of its own.
  tasksPerProcess: 1,
})

/**
 * Redraws a logo in another process with limits on time and memory.
 *
 * @throws DomainError wrong-type (415) for what cannot be redrawn, invalid (400) for a picture that is too small
 */
export async function redrawLogo(file: Buffer): Promise<RedrawnLogo> {
  const logo = await inProcess(file)
  if (logo === 'too-small')
    throw new DomainError('invalid', 'Please use a picture that is at least 40 pixels high.')
  if (logo === null)
    throw new DomainError(
      'wrong-type',
      'We can’t read this file as a logo. Please use a PNG, JPEG, WebP or SVG of at most 4 megapixels.',
    )
  return logo
}

async function inProcess(file: Buffer): Promise<LogoAnswer['logo']> {
  try {
    return await pool.run(async ({ child }, over) => {
      child.send({ length: file.length })
      child.stdin?.write(file)
      const [{ logo }] = (await once(child, 'message', { signal: over })) as [LogoAnswer]
      return logo
    })
  } catch (error) {
    if (error instanceof ProcessOverrunError) return null
    throw error
  }
}
