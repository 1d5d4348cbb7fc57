import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Context } from '#base/server/context.ts'
import type { Settings } from '#base/server/config/settings.ts'
import { anchorFileIn, anchorIn, readFrom, sentFileIn, sizeOf } from './anchors.ts'
import { sendToSyslog } from './syslog.ts'

/** Number of lines sent together. */
const LINES_AT_ONCE = 500

/** Space for a line, and for an incomplete one before it. */
const ONE_LINE_BYTES = 4096
const AT = /"at":"([^"]+)"/u

/** Sends lines of the anchors' file to a place outside the control of this machine's administrators. */
type Send = (lines: readonly string[], address: URL, settings: Settings) => Promise<void>

/** By the scheme of AUDIT_ANCHOR_URL. */
const ways: Readonly<Record<string, Send>> = {
  's3:': async (...given) => (await import('./put-anchors.ts')).sendToBucket(...given),
  'syslog+udp:': sendToSyslog,
  'syslog+tcp:': sendToSyslog,
  'syslog+tls:': sendToSyslog,
}

/** Sends new anchors to AUDIT_ANCHOR_URL; failed ones are sent with the next. */
export async function sendAnchors({ settings, log }: Pick<Context, 'settings' | 'log'>): Promise<void> {
  const { auditAnchorUrl, dataDir } = settings
  if (auditAnchorUrl === undefined) return
  try {
    const sent = await sentUpTo(dataDir)
    if ((await sizeOf(anchorFileIn(dataDir))) <= sent) return
    const text = await readFrom(anchorFileIn(dataDir), sent)
    const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
    await sendInTurn(lines.slice(0, -1), sent, settings, auditAnchorUrl)
  } catch (error) {
    log.warn({ err: error }, 'sending audit log anchors failed')
  }
}

async function sendInTurn(
  lines: readonly string[],
  sent: number,
  settings: Settings,
  address: URL,
): Promise<void> {
  let position = sent
  for (let first = 0; first < lines.length; first += LINES_AT_ONCE) {
    const some = lines.slice(first, first + LINES_AT_ONCE)
    await ways[address.protocol]?.(
      some.filter((line) => anchorIn(line) !== null),
      address,
      settings,
    )
    position += some.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0)
    await keepSentUpTo(settings.dataDir, position)
  }
}

/** Bytes of anchors that wait to be sent; 0 without an address. */
export async function unsentBytes({ auditAnchorUrl, dataDir }: Settings): Promise<number> {
  if (auditAnchorUrl === undefined) return 0
  return Math.max(0, (await sizeOf(anchorFileIn(dataDir))) - (await sentUpTo(dataDir)))
}

/** The time of the oldest anchor that waits to be sent; null without one. */
export async function unsentSince(settings: Settings): Promise<Date | null> {
  if ((await unsentBytes(settings)) === 0) return null
  const { dataDir } = settings
  const text = await readFrom(anchorFileIn(dataDir), await sentUpTo(dataDir), ONE_LINE_BYTES)
  const at = AT.exec(text)?.[1]
  return at === undefined ? null : new Date(at)
}

async function sentUpTo(dataDir: string): Promise<number> {
  const text = await readFile(sentFileIn(dataDir), 'utf8').catch(() => '0')
  return Number.parseInt(text, 10) || 0
}

async function keepSentUpTo(dataDir: string, position: number): Promise<void> {
  const file = sentFileIn(dataDir)
  await writeFile(`${file}.new`, String(position), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
