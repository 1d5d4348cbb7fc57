import type { Logger } from 'pino'
import { createLogger } from '#base/server/logging/logger.ts'

/** The server's logger at its most verbose level, and its lines so far. */
export function heardLog(): { log: Logger; heard: () => string } {
  const lines: string[] = []
  const log = createLogger({ level: 'trace' }, { write: (line) => void lines.push(line) })
  return { log, heard: () => lines.join('') }
}
