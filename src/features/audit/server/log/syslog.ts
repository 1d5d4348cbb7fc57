import { createSocket } from 'node:dgram'
import { connect as connectTcp, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'

/** Facility 13, "log audit", at severity 5, "notice" (RFC 5424, section 6.2.1). */
const PRIORITY = 13 * 8 + 5
const NAME = 'client-onboarding'
const MESSAGE_ID = 'audit-anchor'
/** RFC 6587, RFC 5425, RFC 5426. */
const PORTS: Readonly<Record<string, string>> = {
  'syslog+udp:': '514',
  'syslog+tcp:': '601',
  'syslog+tls:': '6514',
}
const TIMEOUT_MS = 10_000

/**
 * Sends lines to a syslog server: `syslog+udp://`, `syslog+tcp://` or `syslog+tls://host:port`. Syslog has no
 * acknowledgement.
 *
 * @throws Error where it cannot be reached
 */
export async function sendToSyslog(lines: readonly string[], address: URL): Promise<void> {
  const messages = lines.map((line) => messageOf(line))
  const host = address.hostname.replace(/^\[(.+)\]$/u, '$1')
  const port = Number(address.port || PORTS[address.protocol])
  if (address.protocol === 'syslog+udp:') return sendDatagrams(messages, host, port)
  const socket =
    address.protocol === 'syslog+tls:'
      ? connectTls({ host, port, servername: host })
      : connectTcp({ host, port })
  return sendStream(messages, socket, address.protocol === 'syslog+tls:' ? 'secureConnect' : 'connect')
}

/** A message in the format of RFC 5424. */
function messageOf(text: string): string {
  return `<${PRIORITY}>1 ${new Date().toISOString()} ${hostname()} ${NAME} ${process.pid} ${MESSAGE_ID} - ${text}`
}

async function sendDatagrams(messages: readonly string[], host: string, port: number): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  try {
    for (const message of messages) {
      await new Promise<void>((resolve, reject) => {
        socket.send(message, port, host, (error) => (error === null ? resolve() : reject(error)))
      })
    }
  } finally {
    socket.close()
  }
}

/** Sends each message prefixed by its length (octet counting). */
function sendStream(
  messages: readonly string[],
  socket: Socket,
  ready: 'connect' | 'secureConnect',
): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The syslog server does not answer.')))
    socket.once('error', reject)
    socket.once('close', () => resolve())
    socket.resume()
    socket.once(ready, () => {
      socket.end(messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join(''))
    })
  })
}
