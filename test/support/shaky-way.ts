import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { postgresAt, through } from './faults/postgres-address.ts'

/**
 * How a way to another server is: open; closed at once to new connections, with a reset to those who are there; swallowing
 * whatever is said; or half open, where what is said arrives and nothing comes back.
 */
export type State = 'open' | 'closed' | 'silent' | 'half-open'

/** A way to another server that can be made to fail. */
export interface ShakyWay {
  /** The other server's address by this way. */
  url: string
  /** Holds from now on, for connections that stand as well. */
  become: (state: State) => void
  /** Falls silent once so many more bytes have come back. */
  fallSilentAfter: (bytes: number) => void
  close: () => Promise<void>
}

/** Opens a way to a server or a database, which forwards everything until a fault is set. */
export async function openShakyWay(address: string): Promise<ShakyWay> {
  const { hostname, port, protocol } = new URL(address)
  const isDatabase = protocol.startsWith('postgres')
  const target = isDatabase ? postgresAt(address) : { host: hostname, port: Number(port) }
  const clients = new Set<Socket>()
  let state: State = 'open'
  let left = Number.POSITIVE_INFINITY
  const arrives = () => state === 'open' || state === 'half-open'
  const comesBack = () => state === 'open'

  const pass = (from: Socket, to: Socket, isOpen: () => boolean, count: (bytes: number) => void) => {
    from.on('error', () => to.destroy())
    from.once('close', () => to.destroy())
    from.on('data', (chunk: Buffer) => {
      if (!isOpen()) return
      to.write(chunk)
      count(chunk.length)
    })
    from.once('end', () => isOpen() && to.end())
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state === 'closed') {
      client.resetAndDestroy()
      return
    }
    clients.add(client)
    client.once('close', () => clients.delete(client))
    const upstream = connect({ ...target, allowHalfOpen: true })
    pass(client, upstream, arrives, () => undefined)
    pass(upstream, client, comesBack, (bytes) => {
      left -= bytes
      if (left <= 0) become('silent')
    })
  })
  const become = (next: State) => {
    state = next
    left = Number.POSITIVE_INFINITY
    if (state === 'closed') for (const client of clients) client.resetAndDestroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The way has no port.')
  return {
    url: isDatabase ? through(address, bound.port) : `http://127.0.0.1:${bound.port}`,
    become,
    fallSilentAfter: (bytes) => {
      left = bytes
    },
    close: async () => {
      become('closed')
      server.close()
      await once(server, 'close')
    },
  }
}
