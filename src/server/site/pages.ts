import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/refusal.ts'

const built = fileURLToPath(new URL('../../../dist/client', import.meta.url))

/** Built files carry their hash in their names. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Paths that belong to the API and the documents: what is missing there is never a page. */
const NOT_PAGES = /^\/(?:api|objects|fais-documents|assets)(?:\/|$)/u

/** Serves the built client. Every other address is the client's to route, its own not-found page included. */
export async function registerPages(app: FastifyInstance): Promise<void> {
  if (!existsSync(built)) return
  await app.register(compress, { global: true, encodings: ['br', 'gzip'] })
  await app.register(serveStatic, {
    root: built,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : 'no-cache')
    },
  })
  app.get('/*', async (request, reply) => {
    if (NOT_PAGES.test(request.url)) throw notFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { maxAge: 0 })
  })
}
