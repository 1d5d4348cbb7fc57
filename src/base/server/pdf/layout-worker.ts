import { parentPort } from 'node:worker_threads'
import { drawPaper, type Paper } from './draw-paper.ts'

/* The layout thread. An error ends it, and reaches `lay-out.ts` as the thread's error. */
parentPort?.on('message', async (paper: Paper) => {
  const pdf = await drawPaper(paper)
  parentPort?.postMessage(pdf)
})
