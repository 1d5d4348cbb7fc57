import { once } from 'node:events'
import { createWorkQueue } from '#server/concurrency/work-queue.ts'
import { productFile } from '#server/product-file.ts'
import type { Drawing, Drawn } from './drawing.ts'
import { startInspector, type Inspector } from './start-inspector.ts'

const PROGRAM = productFile('src/server/documents/inspection/drawer.ts')
/** By the clock: a page that takes longer has no picture, and its name is enough. */
const TIME_LIMIT_MS = 8_000
/** A process that has nothing to do gives its memory back. */
const IDLE_MS = 60_000
/** What a page took of the memory is not all given back. */
const FILES_PER_PROCESS = 30

const turns = createWorkQueue(1)
let current: Inspector | null = null
let files = 0
let idle: NodeJS.Timeout | undefined

/**
 * Draws a small picture of a file in another process and within limits of time and memory.
 *
 * @returns a JPEG; null where the file is one that cannot be drawn, or not within the limits
 * @throws Error where no process can be started
 */
export function drawSmall(file: Buffer, drawing: Drawing): Promise<Uint8Array | null> {
  return turns.run(async () => {
    const drawer = await runningDrawer()
    const over = AbortSignal.any([drawer.ended, AbortSignal.timeout(TIME_LIMIT_MS)])
    try {
      drawer.hold()
      files += 1
      drawer.child.send({ ...drawing, length: file.length })
      drawer.child.stdin?.write(file)
      const [{ thumbnail }] = (await once(drawer.child, 'message', { signal: over })) as [Drawn]
      rest(drawer)
      return thumbnail
    } catch (error) {
      stop(drawer)
      if (over.aborted) return null
      throw error
    }
  })
}

async function runningDrawer(): Promise<Inspector> {
  clearTimeout(idle)
  if (current === null || current.ended.aborted || files >= FILES_PER_PROCESS) {
    if (current !== null) stop(current)
    current = await startInspector(PROGRAM)
    files = 0
  }
  return current
}

/** Nothing waits for an idle process: it keeps the server from ending as little as it outlives it. */
function rest(drawer: Inspector): void {
  drawer.release()
  clearTimeout(idle)
  idle = setTimeout(() => stop(drawer), IDLE_MS).unref()
}

function stop(drawer: Inspector): void {
  if (current === drawer) current = null
  drawer.child.kill('SIGKILL')
}
