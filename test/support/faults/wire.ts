import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createFrameReader, type Frame } from './frames.ts'
import type { Fates } from './fault.ts'
import { postgresAt, through } from './postgres-address.ts'

/** A proxy to PostgreSQL that can be cut. */
export interface Wire {
  /** The database's address through the proxy. */
  url: string
  /** Closes every connection and accepts no new one, as a stopped PostgreSQL. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  close: () => Promise<void>
}

/** Client messages that request work: a simple query, and Sync after an extended one. */
const ASKS = new Set(['Q', 'S'])
/** The server's message that the work is done. */
const DONE = 'Z'

/**
 * Opens a proxy that forwards PostgreSQL's protocol (its documentation, chapter "Frontend/Backend Protocol") and lets
 * the injector cut the connection: before a statement reaches the server, or after the server has executed it and
 * before the client learns of it.
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

/**
 * Forwards both directions. Messages of one statement are forwarded together, so that a cut statement has no effect.
 */
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

/** Parse, Bind, Describe, Execute, Close: only the Sync that follows is counted. */
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
