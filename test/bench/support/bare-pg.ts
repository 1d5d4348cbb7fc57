import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BareAnswer } from './bare-answer.ts'
import type { RecordedStatement } from './recorded-statements.ts'

/** The statements that each connection repeats. */
export interface BareWork {
  /** In order. */
  reads: RecordedStatement[]
  /** Writes after the reads, used in turn so that each changes something; empty for reads only. */
  writes: RecordedStatement[]
}

/** Input of the bare `pg` process. */
export interface BarePgTask {
  databaseUrl: string
  connections: BareWork[]
  answer: BareAnswer
}

/** Only the driver, with one database connection for each browser connection. */
export interface BarePg {
  /** A `node:http` server that runs connection n's statements for `/n` and then sends fixed bytes. */
  url: string
  stop: () => void
}

/** Starts a process that sends the product's statements through bare `pg`. */
export async function startBarePg(task: BarePgTask): Promise<BarePg> {
  const child = fork(new URL('bare-pg-process.ts', import.meta.url), { serialization: 'advanced' })
  const started = once(child, 'message')
  child.send(task)
  const [port] = (await started) as [number]
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() }
}
