import { parentPort } from 'node:worker_threads'
import { lookInside } from './look-inside.ts'

parentPort?.on('message', async (bytes: Uint8Array) => {
  parentPort?.postMessage(await lookInside(bytes))
})

parentPort?.postMessage('ready')
