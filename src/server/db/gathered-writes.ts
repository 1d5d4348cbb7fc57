import { AsyncLocalStorage } from 'node:async_hooks'
import { makePgArray } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { onOneConnection } from './one-connection.ts'
import { isAboutStatement } from './shared-connections.ts'

/** A statement that is prepared by its name. */
export interface NamedQuery {
  name: string
  text: string
  values: unknown[]
}

/** What became of a statement. */
export interface Written {
  /** How many rows it wrote. */
  rowCount: number
}

/** Sends short statements that write, each of them a change by itself; those of the same moment as one transaction. */
export interface GatheredWrites {
  query: (statement: NamedQuery) => Promise<Written>
}

/** So many transactions are under way: while PostgreSQL waits for the disk for one, it works at the other. */
const AT_ONCE = 2
/** Their rows are locked until all of them are done. */
const MOST_IN_ONE = 16
/** What takes longer waits for something, and those that come after it do not wait for that. */
const PATIENCE_MS = 100
/** Whoever meets a lock for longer waits for it alone. */
const SHORT_LOCKS = {
  name: 'short_locks',
  text: `select set_config('lock_timeout', '50ms', true)`,
  values: [],
}

/** Somebody who waits for what becomes of a statement. */
interface Sender {
  statement: NamedQuery
  tell: PromiseWithResolvers<Written>
}

/**
 * Gathers writes over a pool: what comes while others are under way goes out in one piece, is committed once, and so
 * waits for the disk once. It is all of them or none: where one fails or waits for a lock, each is sent by itself. What takes longer
 * than the database allows is told to all.
 */
export function gatherWrites(pool: pg.Pool): GatheredWrites {
  const outsideOfTraces = AsyncLocalStorage.snapshot()
  const waiting: Sender[] = []
  let underWay = 0
  let isDue = false

  const sendNext = () => {
    isDue = false
    while (underWay < AT_ONCE && waiting.length > 0) {
      const taken = waiting.splice(0, MOST_IN_ONE)
      underWay += 1
      const next = onceOnly(() => {
        underWay -= 1
        sendNext()
      })
      const impatience = setTimeout(next, PATIENCE_MS)
      void sendAll(pool, taken).finally(() => {
        clearTimeout(impatience)
        next()
      })
    }
  }
  return {
    query(statement) {
      const tell = Promise.withResolvers<Written>()
      waiting.push({ statement, tell })
      if (!isDue) {
        isDue = true
        outsideOfTraces(() => setImmediate(sendNext))
      }
      return tell.promise
    },
  }
}

function onceOnly(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}

async function sendAll(pool: pg.Pool, senders: readonly Sender[]): Promise<void> {
  if (senders.length > 1 && (await sendTogether(pool, senders))) return
  await Promise.all(senders.map((sender) => sendAlone(pool, sender)))
}

async function sendAlone(pool: pg.Pool, { statement, tell }: Sender): Promise<void> {
  try {
    const { rowCount } = await pool.query(statement)
    tell.resolve({ rowCount: rowCount ?? 0 })
  } catch (error) {
    tell.reject(error)
  }
}

/** @returns whether all have been told; if not, nothing was done */
async function sendTogether(pool: pg.Pool, senders: readonly Sender[]): Promise<boolean> {
  try {
    const written = await onOneConnection(pool, (client) => {
      const transaction = new OneTransaction(senders.map(({ statement }) => statement))
      client.query(transaction)
      return transaction.done
    })
    senders.forEach(({ tell }, place) => tell.resolve({ rowCount: written[place] ?? 0 }))
    return true
  } catch (error) {
    if (isAboutStatement(error) && !tookTooLong(error)) return false
    for (const { tell } of senders) tell.reject(error)
    return true
  }
}

/** Whether the database's own watch ended it (query_canceled): sent again, it would keep somebody waiting for as long once more. */
function tookTooLong(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57014'
}

/** A change in the notation of the protocol: one transaction from the first statement to the one `sync`. */
class OneTransaction implements pg.Submittable {
  readonly done: Promise<number[]>
  readonly #statements: readonly Sendable[]
  readonly #tell = Promise.withResolvers<number[]>()
  readonly #written: number[] = []

  constructor(statements: readonly NamedQuery[]) {
    this.#statements = [SHORT_LOCKS, ...statements].map(sendable)
    this.done = this.#tell.promise
  }

  /** The driver calls this once the connection is free. */
  submit(connection: pg.Connection): void {
    connection.stream.cork()
    for (const { name, text, values } of this.#statements) {
      if (isNewTo(connection, name)) connection.parse({ name, text, types: [] }, true)
      connection.bind({ statement: name, values }, true)
      connection.execute(null, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  /** What a statement answers besides: nobody asked for it. */
  handleDataRow(): void {
    // nothing
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#written.push(Number(text.split(' ').at(-1)))
  }

  handleError(error: Error): void {
    this.#tell.reject(error)
  }

  /** All is committed. */
  handleReadyForQuery(): void {
    this.#tell.resolve(this.#written.slice(1))
  }
}

interface Sendable {
  name: string
  text: string
  values: (Buffer | string | null)[]
}

/** By a name of its own: what the driver has prepared it keeps to itself. */
function sendable({ name, text, values }: NamedQuery): Sendable {
  return { name: `gathered_${name}`, text, values: values.map(asParameter) }
}

function asParameter(value: unknown): Buffer | string | null {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return makePgArray(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const knownTo = new WeakMap<pg.Connection, Set<string>>()

/** Whether a connection has yet to learn of a statement, which it has from now on. */
function isNewTo(connection: pg.Connection, name: string): boolean {
  const known = knownTo.get(connection) ?? new Set()
  knownTo.set(connection, known)
  return known.size !== known.add(name).size
}
