import { connect, type Socket } from 'node:net'

/** A scan result. `unknown` is no result: whatever the reason, the file has not passed. */
export type Verdict = { is: 'clean' } | { is: 'infected'; virus: string } | { is: 'unknown'; why: string }

const DEFAULT_PORT = 3310
/** An answer is one line; more is not from clamd. */
const LONGEST_ANSWER = 1024
const ANSWER = /^stream: (?:OK|(?<virus>[^\0]+) FOUND)\0$/u

/**
 * Scans a file with clamd's INSTREAM command (clamd(8)): pieces with a length of four bytes, and a zero length at the
 * end.
 *
 * @param address tcp://host:port or unix:///path
 * @returns unknown for anything but the two valid answers
 */
export async function askClamd(address: URL, file: Uint8Array, timeLimitMs: number): Promise<Verdict> {
  const socket = connectTo(address)
  const overdue = setTimeout(() => socket.destroy(new Error('It took too long.')), timeLimitMs)
  try {
    socket.write('zINSTREAM\0')
    socket.write(lengthOf(file.length))
    socket.write(file)
    socket.write(lengthOf(0))
    return verdictIn(await readAnswer(socket))
  } catch (error) {
    return { is: 'unknown', why: String(error) }
  } finally {
    clearTimeout(overdue)
    socket.destroy()
  }
}

function connectTo({ protocol, hostname, port, pathname }: URL): Socket {
  if (protocol === 'unix:') return connect({ path: decodeURIComponent(pathname) })
  return connect({ host: hostname.replaceAll(/[[\]]/gu, ''), port: Number(port) || DEFAULT_PORT })
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Reads until clamd closes the connection, as it does after each answer. */
async function readAnswer(socket: AsyncIterable<Buffer>): Promise<string> {
  let answer = ''
  for await (const chunk of socket) {
    answer += chunk.toString('utf8')
    if (answer.length > LONGEST_ANSWER) break
  }
  return answer
}

function verdictIn(answer: string): Verdict {
  const match = ANSWER.exec(answer)
  if (match === null) return { is: 'unknown', why: `It answered ${JSON.stringify(answer.slice(0, 200))}.` }
  const virus = match.groups?.['virus']
  return virus === undefined ? { is: 'clean' } : { is: 'infected', virus }
}
