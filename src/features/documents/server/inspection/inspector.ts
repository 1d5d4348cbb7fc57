import { readFileSync } from 'node:fs'
import type { Answer, Question } from './finding.ts'
import { validateContent } from './validate-content.ts'
import { receive, serveUntilDisconnected } from './receive.ts'

/**
 * Peak memory in kilobytes, including Node and its libraries (110,000). A HEIC of 24 megapixels, as phones take, needs
 * 420,000. Above the limit libraries may have skipped parts, so their findings are discarded.
 */
const MEMORY_PEAK_KB = 480_000
/** Above this, a large file would fail for lack of memory that earlier files used. */
const SPENT_KB = 200_000

/** Announces a file of so many bytes, and what to check. */
interface Task extends Question {
  length: number
}

/*
 * The process that opens untrusted files. It receives the length and question of each file by message and the bytes on
 * standard input.
 */
process.on('message', async ({ length, ...question }: Task) => {
  const finding = await validateContent(receive(length), question)
  const peak = memoryPeak()
  if (peak > MEMORY_PEAK_KB) process.exit(1)
  process.send?.({ finding, spent: peak > SPENT_KB } satisfies Answer)
})

/** In kilobytes. `resourceUsage` would include the peak of the parent process. */
function memoryPeak(): number {
  if (process.platform !== 'linux') return 0
  return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
}

serveUntilDisconnected()
