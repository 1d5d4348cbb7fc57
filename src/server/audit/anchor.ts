import { open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const FILE = 'audit-anchor.json'

const anchorSchema = z.object({ eventId: z.number().int(), code: z.string() })

/** The newest link of the chain, kept outside the database: who cuts off the log's tail cannot cut this. */
export interface Anchor {
  eventId: number
  code: Buffer
}

/** Where that is kept. */
export function anchorFileIn(dataDir: string): string {
  return path.join(dataDir, FILE)
}

/** Keeps the newest link, durably. Written once the link is committed: after a crash it may be behind, never ahead. */
export async function writeAnchor(dataDir: string, { eventId, code }: Anchor): Promise<void> {
  const file = anchorFileIn(dataDir)
  const handle = await open(`${file}.new`, 'w', 0o600)
  await handle.writeFile(JSON.stringify({ eventId, code: code.toString('hex') }))
  await handle.sync()
  await handle.close()
  await rename(`${file}.new`, file)
}

/** The newest link that this machine has seen; null where it has seen none. */
export async function readAnchor(dataDir: string): Promise<Anchor | null> {
  const text = await readFile(anchorFileIn(dataDir), 'utf8').catch(() => null)
  if (text === null) return null
  const { eventId, code } = anchorSchema.parse(JSON.parse(text))
  return { eventId, code: Buffer.from(code, 'hex') }
}
