import { Socket } from 'node:net'
import pg from 'pg'

/** A few connections that everybody uses at the same time. */
export interface SharedConnections {
  /** Lets work send statements over one of them. */
  use: <Result>(work: (client: pg.Client) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/**
 * Holds back what is sent until everything that arrived together has been dealt with: requests of the same moment
 * reach the database in one piece, and so do their answers come back. Writing is what costs most of a short statement.
 */
function gather({ connection: { stream } }: pg.Client): void {
  if (!(stream instanceof Socket) || stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

/**
 * Opens connections on which statements are sent without waiting for the answers to those before (pipelining). Each
 * statement is on its own: one that fails leaves the others alone. They are answered in order, so they must be short
 * ones that keep nobody waiting: no transactions, and no lock that outlives its statement. A connection that breaks is
 * replaced when it is next needed.
 *
 * @param watch gets each connection before anything is sent over it
 */
export function openSharedConnections(
  count: number,
  config: pg.ClientConfig,
  watch: (client: pg.Client) => void = () => undefined,
): SharedConnections {
  const lanes = Array.from({ length: count }, () => createLane(config, watch))
  const nextLane = takeTurns(count)
  return {
    async use(work) {
      const lane = lanes[nextLane()]
      if (lane === undefined) throw new Error('There are no shared connections.')
      return lane.use(work)
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()))
    },
  }
}

/** Whose turn it is: of the same one for all that arrive together, so that they are sent in one piece. */
function takeTurns(count: number): () => number {
  let turn = 0
  let isTaken = false
  return () => {
    if (isTaken) return turn
    isTaken = true
    turn = (turn + 1) % count
    setImmediate(() => {
      isTaken = false
    })
    return turn
  }
}

function createLane(config: pg.ClientConfig, watch: (client: pg.Client) => void): SharedConnections {
  let current: Promise<pg.Client> | undefined
  const forget = () => {
    current = undefined
  }
  const open = async () => {
    const client = new pg.Client({ ...config, pipeline: true })
    client.once('error', forget).once('end', forget)
    // further errors of a connection that is given up already
    client.on('error', () => undefined)
    await client.connect()
    watch(client)
    return client
  }
  return {
    async use(work) {
      const taken = (current ??= open())
      try {
        const client = await taken
        gather(client)
        return await work(client)
      } catch (error) {
        // Nobody who comes after this gets a connection that may be broken; what is under way on it goes on.
        if (current === taken && !isAboutStatement(error)) {
          forget()
          void taken.then((client) => client.end()).catch(() => undefined)
        }
        throw error
      }
    },
    async close() {
      const client = await current?.catch(() => undefined)
      await client?.end()
    },
  }
}

/** Whether PostgreSQL said no to a statement, and the connection is as good as before. */
export function isAboutStatement(error: unknown): boolean {
  const told = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return told instanceof pg.DatabaseError && told.severity === 'ERROR'
}
