import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { productFile } from '#base/server/product-file.ts'
import type { Question } from './finding.ts'

const PROGRAM = productFile('src/features/documents/server/inspection/inspector.ts')

/** JavaScript heap. Inflated pages and decoded pictures are outside of it. */
const HEAP_LIMIT_MB = 256
/**
 * All writable memory, in kilobytes. Node reserves some 620,000 before it reads anything, so about 500 MB remain for a
 * file.
 */
const MEMORY_LIMIT_KB = 1_150_000
/** Processor time of the whole process, in seconds: the longest that it can outlive its server. */
const CPU_LIMIT_S = 1200
/** Requests have priority. */
const NICENESS = 10
const MAX_OUTPUT_LENGTH = 2000

/**
 * The shell sets kernel limits and then becomes Node. Files and core dumps are disabled: a dump would contain clients'
 * files.
 */
const LIMITED = `ulimit -c 0; ulimit -f 0; ulimit -t ${CPU_LIMIT_S}; ulimit -d ${MEMORY_LIMIT_KB}; exec "$0" "$@"`

function command(inspector: string): [program: string, args: string[]] {
  const node = [`--max-old-space-size=${HEAP_LIMIT_MB}`, '--v8-pool-size=1', inspector]
  // Other systems lack these limits; those of the heap and of time remain.
  if (process.platform !== 'linux') return [process.execPath, node]
  return ['/bin/sh', ['-c', LIMITED, process.execPath, ...node]]
}

/** A process that inspects one file after another, and answers each with a `Finding`. */
export interface Inspector {
  child: ChildProcess
  /** Streams a file to the process; a message would copy it twice. */
  send: (file: Buffer, question: Question) => void
  /** Processor time used so far, in milliseconds; null where the system does not report it. */
  cpuMs: () => number | null
  /** Aborted once the process has ended, for any reason. */
  ended: AbortSignal
  /** Keeps the server from exiting while a response is pending. */
  hold: () => void
  release: () => void
}

/**
 * Starts a process and waits until it is ready, so that loading libraries does not count against the first file. It
 * gets no environment variables of the server, in particular no secrets.
 *
 * @param inspector the program; others run with the same limits (`signing/sealing/sealer.ts`)
 * @throws Error with the output of the process, where it cannot be started
 */
export async function startInspector(inspector = PROGRAM): Promise<Inspector> {
  const [program, args] = command(inspector)
  const child = spawn(program, args, {
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    // A converted file comes back as bytes.
    serialization: 'advanced',
  })
  const ended = new AbortController()
  child.once('exit', () => ended.abort())
  // Waiting callers get the error through `ended`; an idle process has no listener otherwise.
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

/** Linux counts in hundredths of a second, whatever its clock frequency. */
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

/** Collects the output, and keeps its beginning. */
function collectText(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (more: string) => {
    text = `${text}${more}`.slice(0, MAX_OUTPUT_LENGTH)
  })
  return () => text
}
