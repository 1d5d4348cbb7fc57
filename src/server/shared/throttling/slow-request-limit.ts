import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { partOf } from '#server/platform/concurrency/servers-here.ts'
import type { Settings } from '#server/platform/config/settings.ts'
import { addressKey } from './address-key.ts'

/** No office keeps as many connections waiting, and all of them together weigh little. */
export const SLOW_REQUESTS_PER_ADDRESS = partOf(200, { atLeast: 50 })

/** Requests that have not come whole, of one server. */
export interface SlowRequests {
  /** Lets a request go on coming for as long as it takes: somebody vouches for it. */
  letTakeItsTime: (request: FastifyRequest) => void
}

/**
 * Bounds how many connections of one address wait for the rest of a request, or for the next one: with one more, the one
 * that waits longest is closed. Requests that mean something come whole within moments, so those that are held open are
 * the ones that go.
 *
 * Where proxies are trusted their own limits hold for connections, since all come from their addresses; what is counted
 * here then are bodies, by the address that the proxy names.
 */
export function limitSlowRequests(
  app: FastifyInstance,
  { trustProxy }: Pick<Settings, 'trustProxy'>,
): SlowRequests {
  const waiting = createWaitingConnections()
  const countsConnections = trustProxy === false
  const awaitRequest = (socket: Socket) => {
    if (countsConnections) waiting.add(addressKey(socket.remoteAddress ?? null), socket)
  }
  app.server.on('connection', (socket: Socket) => {
    awaitRequest(socket)
    socket.once('close', () => waiting.remove(socket))
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, ip } = request
    waiting.remove(raw.socket)
    if (announcesBody(request)) {
      waiting.add(addressKey(ip), raw.socket)
      raw.once('end', () => {
        waiting.remove(raw.socket)
        if (reply.raw.writableFinished) awaitRequest(raw.socket)
      })
    }
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // What is answered before it came whole (too often, too large) is as open as before.
    if (raw.complete) {
      waiting.remove(raw.socket)
      if (!raw.socket.destroyed) awaitRequest(raw.socket)
    }
    done()
  })
  return { letTakeItsTime: ({ raw }) => waiting.remove(raw.socket) }
}

function announcesBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Connections that wait, by address, the longest waiting first. */
function createWaitingConnections() {
  const ofAddress = new Map<string, Set<Socket>>()
  const addressOf = new Map<Socket, string>()
  const remove = (socket: Socket) => {
    const address = addressOf.get(socket)
    if (address === undefined) return
    addressOf.delete(socket)
    const sockets = ofAddress.get(address)
    sockets?.delete(socket)
    if (sockets?.size === 0) ofAddress.delete(address)
  }
  return {
    remove,
    add(address: string, socket: Socket) {
      const sockets = ofAddress.get(address) ?? new Set()
      ofAddress.set(address, sockets)
      sockets.add(socket)
      addressOf.set(socket, address)
      if (sockets.size <= SLOW_REQUESTS_PER_ADDRESS) return
      const [longest] = sockets
      if (longest === undefined) return
      remove(longest)
      longest.destroy()
    },
  }
}
