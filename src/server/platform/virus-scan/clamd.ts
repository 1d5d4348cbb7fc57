import { connect, type Socket } from 'node:net'

/** What a scanner says of a file. `unknown` is no answer: whatever the reason, the file has not passed. */
export type Verdict = { is: 'clean' } | { is: 'infected'; virus: string } | { is: 'unknown'; why: string }

const DEFAULT_PORT = 3310
/** An answer is one line; whoever sends more is not clamd. */
const LONGEST_ANSWER = 1024
const ANSWER = /^stream: (?:OK|(?<virus>[^\0]+) FOUND)\0$/u

/**
 * Has clamd look at a file, by its INSTREAM command (clamd(8)): the length of a piece in four bytes, the piece, and at
 * the end a length of nothing.
 *
 * @param address tcp://host:port or unix:///path
 * @returns unknown for anything but the two answers that mean something
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

/** Reads until clamd hangs up, as it does after each answer. */
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
