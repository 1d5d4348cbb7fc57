import { readSync } from 'node:fs'

const STANDARD_INPUT = 0

/** Reads so many bytes from the server. Blocking, since there is nothing else to do. */
export function receive(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let filled = 0; filled < length;) {
    const read = readSync(STANDARD_INPUT, bytes, { offset: filled })
    if (read === 0) process.exit()
    filled += read
  }
  return bytes
}

/** Reports that this process is ready, and ends it only with the server. */
export function serveUntilDisconnected(): void {
  // A signal to the whole process group must not interrupt the files in progress.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.send?.('ready')
}
