import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { tooMuchAtOnce } from '#base/server/concurrency/fair-share.ts'
import { createOwnerQueues } from '#base/server/concurrency/owner-queues.ts'
import { createWorkQueue } from '#base/server/concurrency/work-queue.ts'
import { productFile } from '#base/server/product-file.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { Paper } from './draw-paper.ts'

const PROGRAM = productFile('src/base/server/pdf/layout-worker.ts')
/** A summary with a hundred documents takes 0.5 s. */
const TIME_LIMIT_MS = 30_000
/** An idle thread is stopped to free memory. */
const IDLE_MS = 60_000
const HEAP_LIMIT_MB = 256

/** One at a time per user, so that a user with many archives delays others by one document at most. */
const perOwner = createOwnerQueues({ width: 1, maxWaiting: 50, whenFull: tooMuchAtOnce })
const queue = createWorkQueue({
  width: 1,
  maxWaiting: 200,
  whenFull: () =>
    new DomainError('unavailable', 'We’re creating a lot of PDFs right now. Please try again in a moment.', {
      retryAfterSeconds: 10,
    }),
})

let current: Worker | null = null
let idle: NodeJS.Timeout | undefined

/**
 * Lays out a PDF in a worker thread.
 *
 * @param owner the user: their documents are laid out one after another
 * @throws DomainError unavailable (503) or throttled (429) if many wait; Error if the layout fails or takes too long
 */
export function layOut(owner: string, paper: Paper): Promise<Buffer> {
  return perOwner.run(owner, () => queue.run(() => inWorker(paper)))
}

async function inWorker(paper: Paper): Promise<Buffer> {
  clearTimeout(idle)
  const worker = (current ??= startWorker())
  worker.ref()
  try {
    worker.postMessage(paper)
    const signal = AbortSignal.timeout(TIME_LIMIT_MS)
    const [{ buffer, byteOffset, byteLength }] = (await once(worker, 'message', { signal })) as [
      Uint8Array<ArrayBuffer>,
    ]
    worker.unref()
    idle = setTimeout(() => stop(worker), IDLE_MS).unref()
    return Buffer.from(buffer, byteOffset, byteLength)
  } catch (error) {
    stop(worker)
    throw error
  }
}

function startWorker(): Worker {
  const worker = new Worker(PROGRAM, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
  })
  // Without a listener, an error of an idle thread would end the server.
  worker.on('error', () => stop(worker))
  return worker
}

function stop(worker: Worker): void {
  if (current === worker) current = null
  void worker.terminate()
}
