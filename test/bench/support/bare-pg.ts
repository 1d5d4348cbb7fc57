import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BareAnswer } from './bare-http.ts'
import type { RecordedStatement } from './recorded-statements.ts'

/** A write that needs the revision that the last of the reads told, in place of one of its values. */
export interface BareWrite {
  statement: RecordedStatement
  revisionAt: number
}

/** What each connection sends, over and over. */
export interface BareWork {
  /** One after the other. */
  reads: RecordedStatement[]
  /** What follows, one after the other in turn, so that each changes something; none where it is only read. */
  writes: BareWrite[]
}

/** Everything that the process of a bare `pg` needs. */
export interface BarePgTask {
  databaseUrl: string
  connections: BareWork[]
  answer: BareAnswer
}

/** The driver and nothing else, with a connection to the database for each connection of a browser. */
export interface BarePg {
  /** A `node:http` server that sends connection n's statements for `/n`, and then answers the same bytes always. */
  url: string
  /** Sends the statements without any HTTP. @returns how often a second */
  loop: (seconds: number) => Promise<number>
  stop: () => void
}

/** Starts a process that sends the product's statements through bare `pg`. */
export async function startBarePg(task: BarePgTask): Promise<BarePg> {
  const child = fork(new URL('bare-pg-process.ts', import.meta.url), { serialization: 'advanced' })
  const ask = async (message: BarePgTask | number): Promise<number> => {
    const answer = once(child, 'message')
    child.send(message)
    const [value] = (await answer) as [number]
    return value
  }
  const port = await ask(task)
  return { url: `http://127.0.0.1:${port}`, loop: ask, stop: () => child.disconnect() }
}
