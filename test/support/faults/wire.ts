import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createFrameReader, type Frame } from './frames.ts'
import type { Fates } from './fault.ts'
import { postgresAt, through } from './postgres-address.ts'

/** A way to a PostgreSQL that can be cut. */
export interface Wire {
  /** The database's address by this way. */
  url: string
  /** Ends every connection and takes no new one, as a PostgreSQL that is stopped. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  close: () => Promise<void>
}

/** With these a client asks for work to be done: a plain query, and the end of what belongs to a prepared one. */
const ASKS = new Set(['Q', 'S'])
/** With this the server says that it has done what was asked. */
const DONE = 'Z'

/**
 * Opens a way to a database that passes on what both sides say (PostgreSQL's documentation, chapter "Frontend/Backend
 * Protocol") and lets the injector cut the connection: before a statement reaches the server, or after the server has
 * carried it out and before its client hears of it.
 */
export async function openWire(databaseUrl: string, injector: Fates): Promise<Wire> {
  const sockets = new Set<Socket>()
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const server = createServer((client) => {
    if (injector.isCrashed()) {
      client.destroy()
      return
    }
    const database = connect(postgresAt(databaseUrl))
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    join(client, database, injector)
  })
  const port = await listen(server, 0)
  return {
    url: through(databaseUrl, port),
    cut,
    async mend() {
      await listen(server, port)
    },
    async close() {
      if (server.listening) await cut()
    },
  }
}

/** Passes on what both sides say. What belongs to one statement goes together, so that one that is cut has no effect. */
function join(client: Socket, database: Socket, injector: Fates): void {
  let asked: Buffer[] = []
  let isDoomed = false
  const cut = () => {
    client.destroy()
    database.destroy()
  }
  const fromClient = createFrameReader({ beginsWithoutType: true })
  client.on('data', (chunk: Buffer) => {
    for (const frame of fromClient(chunk)) {
      asked.push(frame.bytes)
      if (belongsToMore(frame)) continue
      const fate = ASKS.has(frame.type) ? injector.fateOfNext(Buffer.concat(asked)) : 'works'
      if (fate === 'fails without effect') {
        cut()
        return
      }
      isDoomed ||= fate === 'fails with effect'
      database.write(Buffer.concat(asked))
      asked = []
    }
  })
  const fromDatabase = createFrameReader({ beginsWithoutType: false })
  database.on('data', (chunk: Buffer) => {
    for (const { type, bytes } of fromDatabase(chunk)) {
      if (isDoomed && type === DONE) cut()
      if (!isDoomed) client.write(bytes)
    }
  })
}

/** Parse, Bind, Describe, Execute, Close: the Sync that follows is what is counted. */
function belongsToMore({ type }: Frame): boolean {
  return 'PBDEC'.includes(type) && type !== ''
}

async function listen(server: Server, port: number): Promise<number> {
  const listening = once(server, 'listening')
  server.listen({ host: '127.0.0.1', port })
  await listening
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The wire has no port.')
  return address.port
}
