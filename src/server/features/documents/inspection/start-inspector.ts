import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { productFile } from '#server/platform/product-file.ts'
import type { Question } from './finding.ts'

const PROGRAM = productFile('src/server/features/documents/inspection/inspector.ts')

/** For objects of JavaScript. A page that is inflated lies outside of it, a decoded picture too. */
const HEAP_LIMIT_MB = 256
/**
 * All memory that can be written to, in kilobytes. Node reserves some 620,000 of it before it reads anything: what
 * remains for a file is about 500 MB.
 */
const MEMORY_LIMIT_KB = 1_150_000
/** Processor time of the whole process, in seconds: it outlives no server for longer, whatever it is busy with. */
const CPU_LIMIT_S = 1200
/** Requests come first. */
const NICENESS = 10
const KEPT_COMPLAINT = 2000

/**
 * The shell sets limits that the kernel keeps, and then becomes Node. No core dumps either, and no file is written:
 * a dump would hold what clients sent.
 */
const LIMITED = `ulimit -c 0; ulimit -f 0; ulimit -t ${CPU_LIMIT_S}; ulimit -d ${MEMORY_LIMIT_KB}; exec "$0" "$@"`

function command(inspector: string): [program: string, args: string[]] {
  const node = [`--max-old-space-size=${HEAP_LIMIT_MB}`, '--v8-pool-size=1', inspector]
  // Elsewhere there are no such limits, or others: the heap's and the time's remain.
  if (process.platform !== 'linux') return [process.execPath, node]
  return ['/bin/sh', ['-c', LIMITED, process.execPath, ...node]]
}

/** A process that looks into files: it is sent one after another, and answers each with a `Finding`. */
export interface Inspector {
  child: ChildProcess
  /** Hands it a file as it lies in memory: a message would copy it first, twice. */
  send: (file: Buffer, question: Question) => void
  /** The processor time that it has used so far, in milliseconds; null where the system does not say. */
  cpuMs: () => number | null
  /** Aborted once the process has ended, whatever ended it. */
  ended: AbortSignal
  /** Keeps the server from ending while there is an answer to come. */
  hold: () => void
  release: () => void
}

/**
 * Starts a process, and waits until it is ready: loading its libraries is not held against the first file. It knows
 * nothing of the server's environment, its secrets above all.
 *
 * @param inspector the program; another one works within the same limits (`signing/sealing/sealer.ts`)
 * @throws Error with what it complained of, where it cannot be started
 */
export async function startInspector(inspector = PROGRAM): Promise<Inspector> {
  const [program, args] = command(inspector)
  const child = spawn(program, args, {
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    // What is kept instead of a file comes back as bytes.
    serialization: 'advanced',
  })
  const ended = new AbortController()
  child.once('exit', () => ended.abort())
  // Whoever waits for an answer hears of it; between two files there is nobody to hear it.
  child.on('error', () => undefined)
  child.stdin?.on('error', () => undefined)
  const complaint = collectText(child.stderr)
  try {
    await once(child, 'message', { signal: ended.signal })
  } catch (error) {
    throw new Error(`The process that looks into files does not start. ${complaint()}`, { cause: error })
  }
  if (child.pid !== undefined) setPriority(child.pid, NICENESS)
  for (const pipe of [child.stdin, child.stderr]) if (pipe instanceof Socket) pipe.unref()
  return {
    child,
    ended: ended.signal,
    send: (file, question) => {
      child.send({ length: file.length, ...question })
      child.stdin?.write(file)
    },
    cpuMs: () => cpuMsOf(child.pid),
    hold: () => {
      child.ref()
      child.channel?.ref()
    },
    release: () => {
      child.unref()
      child.channel?.unref()
    },
  }
}

/** Linux counts in hundredths of a second, whatever its own clock is. */
const MS_PER_TICK = 10

function cpuMsOf(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null
  try {
    const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = afterName.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * MS_PER_TICK
  } catch {
    // It has ended.
    return null
  }
}

/** Reads all there is, and keeps the beginning. */
function collectText(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (more: string) => {
    text = `${text}${more}`.slice(0, KEPT_COMPLAINT)
  })
  return () => text
}
