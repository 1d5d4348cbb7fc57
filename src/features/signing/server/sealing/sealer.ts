import { readSync } from 'node:fs'
import { addTimestamp } from './add-timestamp.ts'
import type { Outcome, Task, Wish } from './task.ts'
import { sealBytes } from './seal-bytes.ts'
import { verifySeal } from './verify-seal.ts'

const STANDARD_INPUT = 0

/** Resolves the pending request to the server; there is one at a time. */
let granted: ((answer: Uint8Array | null) => void) | null = null

/*
 * The process that seals documents and checks seals, with the limits of the inspection process. It has no key: it
 * requests each signature from the server.
 */
process.on('message', (message: Task | { granted: Uint8Array | null }) => {
  if ('granted' in message) {
    granted?.(message.granted)
    return
  }
  void work(message)
})

async function work(task: Task): Promise<void> {
  const bytes = receive(task.length)
  process.send?.(await outcomeOf(task, bytes))
}

async function outcomeOf(task: Task, bytes: Uint8Array): Promise<Outcome> {
  if (task.do === 'verify') return { finding: await verifySeal(bytes, task.certificates) }
  try {
    return await (task.do === 'stamp' ? addTimestamp(bytes, task) : sealBytes(bytes, task, signatureOf))
  } catch (error) {
    return { undone: error instanceof Error ? error.message : 'It cannot be read.' }
  }
}

async function signatureOf(data: Uint8Array): Promise<Uint8Array> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | null>()
  granted = resolve
  process.send?.({ wish: 'signature', data } satisfies Wish)
  const signature = await promise
  if (signature === null) throw new Error('There is no signature.')
  return signature
}

/** Reads a file. Blocking, since there is nothing else to do. */
function receive(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let filled = 0; filled < length;) {
    const read = readSync(STANDARD_INPUT, bytes, { offset: filled })
    if (read === 0) process.exit()
    filled += read
  }
  return bytes
}

// A signal to the whole process group must not interrupt the documents in progress.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())

process.send?.('ready')
