import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { postgresAt, through } from './faults/postgres-address.ts'

/**
 * Modes of a proxy: open; closed (new connections are refused, open ones reset); swallowing all data; or half open,
 * where requests arrive and no responses return.
 */
export type State = 'open' | 'closed' | 'silent' | 'half-open'

/** A proxy to another server that can fail. */
export interface ShakyWay {
  /** The server's address through the proxy. */
  url: string
  /** Applies to new and existing connections. */
  become: (state: State) => void
  /** Stops forwarding after a number of further response bytes. */
  fallSilentAfter: (bytes: number) => void
  close: () => Promise<void>
}

/** Opens a proxy to a server or database, which forwards everything until a fault is set. */
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
