import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAX_LOGO_BYTES } from '#features/brand/rules/sections.ts'
import { paletteCss } from '#features/brand/rules/palette.ts'
import { findActor } from '#features/sign-in/server/sessions.ts'
import { createWorkQueue } from '#base/server/concurrency/work-queue.ts'
import { firmFiles } from '#features/brand/schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { limitBytes, tooLarge } from '#base/server/storage/limit-bytes.ts'
import type { Context } from '#base/server/context.ts'
import { bodyOf, discardRest } from '#base/server/http/raw-body.ts'
import { readIfMatch } from '#base/server/http/etag.ts'
import { admitCaller } from '#features/access/server/http/route.ts'
import { sectionState } from '../queries.ts'
import { saveSection } from '../save-section.ts'
import { redrawLogo } from '#features/documents/server/inspection/run-logo-redrawer.ts'

/** Each body takes 2 MB. */
const uploads = createWorkQueue({
  width: 2,
  maxWaiting: 0,
  whenFull: () =>
    new DomainError('unavailable', 'Another logo is being uploaded. Please try again in a moment.', {
      retryAfterSeconds: 5,
    }),
})
const MAX_RECEIVING_MS = 60_000
const FIELDS = new Set(['light', 'dark'])

/**
 * Registers the upload of a logo, whose raw bytes are outside of the JSON contract. What was sent is redrawn and then
 * dropped; only the new PNG is stored.
 *
 * @param scope a Fastify scope whose bodies are not parsed
 */
export function registerLogoTarget(scope: FastifyInstance, context: Context): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.put<{ Params: { field: string } }>('/api/firm/logo/:field', async (request, reply) => {
    try {
      const { field } = request.params
      const admit = () => admitCaller({ context, findActor }, request, 'firm.configure', context.now())
      await admit()
      if (!FIELDS.has(field)) throw notFound()
      const file = await uploads.run(() => receive(request))
      const logo = await redrawLogo(file)
      const sha256 = createHash('sha256').update(logo.content).digest('hex')
      // Rights may have been revoked meanwhile.
      const actor = await admit()
      const act = { context, actor, origin: originOf(request), now: context.now() }
      const { content, width, height } = logo
      await context.database.db
        .insert(firmFiles)
        .values({ sha256, content: Buffer.from(content), width, height, createdAt: act.now })
        .onConflictDoNothing()
      const values = { [field]: sha256 }
      await saveSection(act, { section: 'logo', values, proof: undefined, isCurrent: readIfMatch(request) })
      return await reply.header('cache-control', 'no-store').send(await sectionState(context, 'logo'))
    } catch (error) {
      discardRest(request.raw)
      throw error
    }
  })
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Serves the firm's pictures by their hash, and style sheets by the two colours in their names; without the prefix for
 * pages of the previous release.
 */
export function registerBrandFiles(app: FastifyInstance, { database }: Pick<Context, 'database'>): void {
  app.get<{ Params: { file: string } }>('/brand/:file', async ({ params }, reply) => {
    const [, primary, accent] = /^(?:colours-)?([0-9a-f]{6})-([0-9a-f]{6})\.css$/u.exec(params.file) ?? []
    if (primary !== undefined && accent !== undefined) {
      const css = paletteCss(`#${primary}`, `#${accent}`)
      return reply.header('cache-control', IMMUTABLE).type('text/css; charset=utf-8').send(css)
    }
    const sha256 = /^([0-9a-f]{64})\.png$/u.exec(params.file)?.[1]
    if (sha256 === undefined) throw notFound()
    const [found] = await database.db
      .select({ content: firmFiles.content })
      .from(firmFiles)
      .where(eq(firmFiles.sha256, sha256))
    if (found === undefined) throw notFound()
    return reply.header('cache-control', IMMUTABLE).type('image/png').send(found.content)
  })
}

async function receive({ raw }: FastifyRequest): Promise<Buffer> {
  if (Number(raw.headers['content-length'] ?? 0) > MAX_LOGO_BYTES) throw tooLarge()
  const timer = setTimeout(() => raw.destroy(), MAX_RECEIVING_MS)
  try {
    return await buffer(limitBytes(bodyOf(raw), { maxBytes: MAX_LOGO_BYTES }))
  } finally {
    clearTimeout(timer)
  }
}

function originOf({ ip, headers }: FastifyRequest) {
  return { ip: isIP(ip) === 0 ? null : ip, userAgent: headers['user-agent'] ?? null }
}
