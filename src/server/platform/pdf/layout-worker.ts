import { parentPort } from 'node:worker_threads'
import { drawPaper, type Paper } from './draw-paper.ts'

/* The thread that lays PDFs out. An error ends it, and reaches `lay-out.ts` as the thread's own. */
parentPort?.on('message', async (paper: Paper) => {
  const pdf = await drawPaper(paper)
  parentPort?.postMessage(pdf)
})
