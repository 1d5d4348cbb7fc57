import { readSync } from 'node:fs'

const STANDARD_INPUT = 0

/** Reads a file of so many bytes from the server. There is nothing else to do meanwhile, so it waits for each part. */
export function receive(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let filled = 0; filled < length;) {
    const read = readSync(STANDARD_INPUT, bytes, { offset: filled })
    if (read === 0) process.exit()
    filled += read
  }
  return bytes
}

/** Tells the server that this process is ready, and ends with it and with nothing else. */
export function serveUntilLeft(): void {
  // Whoever stops the server by a signal to its whole group still gets answers for the files in hand.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.send?.('ready')
}
