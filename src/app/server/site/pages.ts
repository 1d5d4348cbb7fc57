import { negotiate } from '@fastify/accept-negotiator'
import compress from '@fastify/compress'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientFolder } from '#base/server/config/client-folder.ts'
import type { Context } from '#base/server/context.ts'
import { contentPolicy } from '#base/server/http/security-headers.ts'
import { readSessionToken } from '#base/server/http/session-cookie.ts'
import { brandingOf } from './branding.ts'
import { ENCODINGS, otherReleaseWith, readTemplates, renderPages, type SitePage } from './built-client.ts'

/** Built files carry their hash in their names. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** It decodes pictures with WebAssembly, which pages may not compile: a worker has the policy of its own response. */
const PDF_WORKER = /\/pdf\.worker\.min\.mjs(?:\.\w+)?$/u

/** Paths of the API and of documents, where a missing object is never a page. */
const NOT_PAGES = /^\/(?:api|brand|objects|fais-documents|assets)(?:\/|$)/u

/** Addresses that show the sign-in page without a session. */
const SIGN_IN_ADDRESSES = ['/', '/auth', '/auth/']

/** Serves the built client. All other addresses are routed by the client, including its not-found page. */
export async function registerPages(app: FastifyInstance, context: Context): Promise<void> {
  const templates = readTemplates()
  if (templates === null) return
  const site = { https: context.https, uploadOrigin: context.store.uploadOrigin }
  const workerPolicy = contentPolicy(site, [], ["'wasm-unsafe-eval'"])
  await app.register(compress, { global: true, encodings: ['br', 'gzip'] })
  await app.register(serveStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.html'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : 'no-cache')
      if (PDF_WORKER.test(path)) reply.header('content-security-policy', workerPolicy)
    },
  })
  let rendered: { of: Context['settings']; pages: ReturnType<typeof renderPages> } | undefined
  /** Rendered again when the firm's settings change. */
  const pages = () => {
    const { settings } = context
    if (rendered?.of !== settings)
      rendered = {
        of: settings,
        pages: renderPages(templates, brandingOf(settings), settings.branding.colours),
      }
    return rendered.pages
  }
  for (const address of SIGN_IN_ADDRESSES) {
    app.get(address, async (request, reply) => {
      const { signIn, other, styles } = await pages()
      reply.header('content-security-policy', contentPolicy(site, styles))
      const mayBeSignedIn = readSessionToken(request, context.https) !== undefined
      return sendPage(request, reply, mayBeSignedIn ? other : signIn, ['cookie'])
    })
  }
  app.get('/*', async (request, reply) => {
    const folder = await otherReleaseWith(request.url)
    if (folder !== undefined) return reply.sendFile(request.url, folder)
    if (NOT_PAGES.test(request.url)) return reply.callNotFound()
    return sendPage(request, reply, (await pages()).other)
  })
}

function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { etag, bodies }: SitePage,
  variesBy: readonly string[] = [],
): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', etag)
  reply.header('vary', [...variesBy, 'accept-encoding'].join(', '))
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const agreed = negotiate(headers['accept-encoding']?.toString() ?? '', [...ENCODINGS])
  const encoding = ENCODINGS.find((name) => name === agreed) ?? 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(bodies[encoding])
}
