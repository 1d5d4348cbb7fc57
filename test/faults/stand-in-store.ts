import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** State of the store: working, down, ten seconds per call, or 500 for each call. */
export type StoreState = 'open' | 'dead' | 'slow' | 'failing'

/** A bucket that can fail. It checks no signatures; those are tested on a real S3 server (`npm test -- --only s3`). */
export interface StandInStore {
  /** Settings of the server. */
  environment: Readonly<Record<string, string>>
  become: (state: StoreState) => void
  keys: () => string[]
  close: () => Promise<void>
}

const SLOW_MS = 10_000
const BUCKET = 'files'

/** Starts with an empty bucket. */
export async function openStandInStore(): Promise<StandInStore> {
  const objects = new Map<string, Buffer>()
  let state: StoreState = 'open'
  const server = createServer((request, response) => {
    if (state === 'dead') request.socket.resetAndDestroy()
    else if (state === 'failing') response.writeHead(500).end()
    else if (state === 'slow') setTimeout(() => void answer(objects, request, response), SLOW_MS).unref()
    else void answer(objects, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The store has no port.')
  return {
    environment: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${address.port}`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    },
    become(next) {
      state = next
    },
    keys: () => [...objects.keys()],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const key = new URL(request.url ?? '', 'http://store').pathname.slice(`/${BUCKET}/`.length)
  if (request.method === 'PUT') {
    const body = await buffer(request).catch(() => null)
    // An interrupted upload creates no object.
    if (body === null || !request.complete) return
    objects.set(key, body)
    response.writeHead(200, { etag: '"1"' }).end()
  } else if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (request.method === 'GET' && key !== '') {
    const found = objects.get(key)
    if (found === undefined) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    else response.writeHead(200, { 'content-length': found.length }).end(found)
  } else {
    // The bucket exists, and its CORS rules allow every origin.
    response.writeHead(200, ALLOWED).end()
  }
}

const ALLOWED = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'PUT',
  'access-control-allow-headers': 'content-type',
}
