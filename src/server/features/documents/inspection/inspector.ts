import { readFileSync } from 'node:fs'
import type { Answer, Question } from './finding.ts'
import { lookInside } from './validate-content.ts'
import { receive, serveUntilLeft } from './receive.ts'

/**
 * Kilobytes that were in use at once, Node and its libraries (110,000) included: a HEIC of 24
 * megapixels, as phones make it, takes 420,000. Libraries that find no more memory
 * may go on without what they had no room for: what they say then is not believed.
 */
const MEMORY_PEAK_KB = 480_000
/** From here on a large file would find less room than in a fresh process, and be refused for what came before it. */
const SPENT_KB = 200_000

/** A file of so many bytes follows, with this question about it. */
interface Task extends Question {
  length: number
}

/*
 * The process that opens files, apart from the server's own: what they make of it stays in it. It is told the
 * length of one file after another and what is asked about it, reads each, and ends when nobody is there to tell it.
 */
process.on('message', async ({ length, ...question }: Task) => {
  const finding = await lookInside(receive(length), question)
  const peak = memoryPeak()
  if (peak > MEMORY_PEAK_KB) process.exit(1)
  process.send?.({ finding, spent: peak > SPENT_KB } satisfies Answer)
})

/** In kilobytes. Not `resourceUsage`: its figure begins at that of the process which started this one. */
function memoryPeak(): number {
  if (process.platform !== 'linux') return 0
  return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
}

serveUntilLeft()
