import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { partOf } from '#base/server/concurrency/servers-here.ts'
import type { Settings } from '#base/server/config/settings.ts'
import { addressKey } from './address-key.ts'

/** More than any office needs, while all of them together use little memory. */
export const SLOW_REQUESTS_PER_ADDRESS = partOf(200, { atLeast: 50 })

/** Incomplete requests of one server. */
export interface SlowRequests {
  /** Exempts a request from the limit, since its sender is authenticated. */
  letTakeItsTime: (request: FastifyRequest) => void
}

/**
 * Limits how many connections of one address wait for the rest of a request, or for the next one: one more closes the
 * longest waiting. Genuine requests complete quickly, so only slow ones are closed. Behind trusted proxies, which have
 * their own limits, only bodies are counted, by the forwarded address.
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
    // A response before the end of the body (rate limited, too large) leaves the connection as open as before.
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

/** Waiting connections by address, longest waiting first. */
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
