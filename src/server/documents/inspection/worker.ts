import { parentPort } from 'node:worker_threads'
import { lookInside } from './look-inside.ts'

/** The bytes are not copied between the threads: they come, and go back with what was found. */
parentPort?.on('message', async (bytes: Uint8Array<ArrayBuffer>) => {
  const finding = await lookInside(bytes)
  parentPort?.postMessage({ finding, bytes }, [bytes.buffer])
})

parentPort?.postMessage('ready')
