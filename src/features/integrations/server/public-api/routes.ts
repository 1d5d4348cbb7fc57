import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { machineMay, type Machine } from '#features/integrations/rules/scopes.ts'
import {
  publicApi,
  type PublicApi,
  type PublicEndpoint,
  type PublicKey,
} from '#features/integrations/rules/public-api/contract.ts'
import { authenticate, doerOf, recordRejection } from '#features/integrations/server/tokens/authenticate.ts'
import { sendDocument } from '#features/documents/server/send-document.ts'
import type { Context } from '#base/server/context.ts'
import { methodsOf } from '#base/server/http/head.ts'
import { siteOrigin } from '#base/server/http/site-origin.ts'
import { sendJson } from '#base/server/http/send-json.ts'
import { parseInput } from '#features/access/server/http/route.ts'
import { answerWithPage } from '#base/server/lists/answer-with-page.ts'
import { limits } from '#base/server/throttling/limits.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { createCapacity } from '#base/server/concurrency/capacity.ts'
import { createFairShare } from '#base/server/concurrency/fair-share.ts'
import { clientAddress } from '#base/server/http/client-address.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { applicationForProgram, listForProgram } from './applications.ts'
import type { PublicCall } from './call.ts'
import { openForProgram } from './documents.ts'
import { eventsForProgram } from './events.ts'

type PartOf<Key extends PublicKey, Part extends string> =
  PublicApi[Key] extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined

interface HttpCall<Key extends PublicKey> extends PublicCall {
  params: PartOf<Key, 'params'>
  query: PartOf<Key, 'query'>
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<Key extends PublicKey> = PublicApi[Key]['answer'] extends z.ZodType
  ? z.output<PublicApi[Key]['answer']>
  : FastifyReply

type Handlers = { [Key in PublicKey]: (call: HttpCall<Key>) => Promise<Answer<Key>> }

const handlers: Handlers = {
  'GET /api/v1/token': ({ machine: { scopes, clients }, token: { name, expiresAt } }) =>
    Promise.resolve({
      name,
      scopes: [...scopes],
      clients: clients === 'all' ? 'all' : 'manager',
      expiresAt: expiresAt.toISOString(),
    }),

  'GET /api/v1/applications': async (call) => answerWithPage(await listForProgram(call, call.query), call),

  'GET /api/v1/applications/{id}': (call) => applicationForProgram(call, call.params.id),

  'GET /api/v1/documents/{id}/content': async (call) =>
    sendDocument(call.reply, await openForProgram(call, call.params.id), { asked: 'attachment' }),

  'GET /api/v1/events': (call) => eventsForProgram(call, call.query),
}

/**
 * Serves `/api/v1` to programs. It knows bearer tokens alone and ignores cookies, as everything else knows cookies
 * alone.
 */
export function registerPublicApi(app: FastifyInstance, context: Context): void {
  const bounds = { capacity: createCapacity(), share: createFairShare() }
  for (const key of Object.keys(publicApi) as PublicKey[]) register(app, context, bounds, key)
  let document: Promise<string> | undefined
  app.get('/api/v1/openapi.json', { exposeHeadRoute: false }, async (request, reply) => {
    document ??= describe(context, siteOrigin(request))
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(await document)
  })
}

/** Generated on the first request, as the description of the whole API. */
async function describe({ settings }: Context, origin: string): Promise<string> {
  const { describePublicApi } = await import('./openapi.ts')
  return JSON.stringify(describePublicApi({ firmName: settings.branding.firmName, origin }))
}

/** draft-ietf-httpapi-ratelimit-headers. */
const RATE_LIMIT_POLICY = `"token";q=${limits.apiToken.points};w=${limits.apiToken.window}`

/** Counts a call of a token, and says how many are left. @throws DomainError throttled (429) */
async function countCall(context: Context, tokenId: string, reply: FastifyReply): Promise<void> {
  const setRemaining = (left: number, seconds: number) =>
    reply.header('ratelimit', `"token";r=${left};t=${Math.ceil(seconds)}`)
  try {
    const { left, secondsLeft } = await countWithin(context, [
      'apiToken',
      tokenId,
      'This token makes too many requests.',
    ])
    setRemaining(left, secondsLeft)
  } catch (error) {
    if (error instanceof DomainError) setRemaining(0, error.retryAfterSeconds ?? 0)
    throw error
  }
}

interface Bounds {
  capacity: ReturnType<typeof createCapacity>
  share: ReturnType<typeof createFairShare>
}

function register(app: FastifyInstance, context: Context, { capacity, share }: Bounds, key: PublicKey): void {
  const endpoint: PublicEndpoint = publicApi[key]
  const [, path = ''] = key.split(' ')
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const arrived = await admit(context, endpoint, request, reply, { counted: true })
    const { tokenId } = arrived.machine
    const input = parseInput(endpoint, request)
    const answer: unknown = await share.run(tokenId, async (waited) => {
      // The token may have been revoked while the request was queued.
      const admitted = waited ? await admit(context, endpoint, request, reply, { counted: false }) : arrived
      const call = { ...input, ...admitted, context, request, reply }
      // Each handler accepts the input of its own schemas.
      return (handlers[key] as (given: typeof call) => Promise<unknown>)(call)
    })
    if (endpoint.answer === 'file' || reply.sent) return reply
    return sendJson(request, reply, answer)
  }
  app.route({
    method: methodsOf('GET'),
    url: path.replaceAll(/\{(\w+)\}/gu, ':$1'),
    exposeHeadRoute: false,
    handler: (request, reply) => {
      reply.header('ratelimit-policy', RATE_LIMIT_POLICY)
      return capacity.run(() => serve(request, reply))
    },
  })
}

/**
 * Admits a program whose token has the scope that the call needs.
 *
 * @throws DomainError invalid (400) for a token in the address, signed-out (401), forbidden (403, `insufficient-scope`)
 */
async function admit(
  context: Context,
  endpoint: PublicEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { counted }: { counted: boolean },
) {
  refuseTokenInAddress(request)
  const ip = clientAddress(request)
  const [at, origin] = [context.now(), { ip, userAgent: request.headers['user-agent'] ?? null }]
  const presented = /^Bearer ([\w-]+)$/iu.exec(request.headers.authorization ?? '')?.[1] ?? null
  const admitted = await authenticate(context, presented, { ip, now: at }).catch((error: unknown) => {
    if (error instanceof DomainError) reply.header('www-authenticate', 'Bearer error="invalid_token"')
    throw error
  })
  if (counted) await countCall(context, admitted.machine.tokenId, reply)
  const scope = missingScope(endpoint, request, admitted.machine)
  if (scope === null) return { ...admitted, origin, now: at }
  await recordRejection(context, { actor: doerOf(admitted.machine), origin, now: at }, 'scope')
  reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
  throw new DomainError('forbidden', `This token lacks the scope ${scope}.`, { code: 'insufficient-scope' })
}

/** The first scope that a call needs and a token lacks. */
function missingScope({ scope, expand }: PublicEndpoint, { query }: FastifyRequest, machine: Machine) {
  const expands = expand !== undefined && 'expand' in (query as object)
  const needed = [scope, ...(expands ? [expand] : [])]
  return needed.find((one) => !machineMay(machine, one)) ?? null
}

/** Addresses end up in logs and histories. */
function refuseTokenInAddress({ url, query }: FastifyRequest): void {
  const names = Object.keys(query as object)
  if (!/obt_[\w-]{10}/u.test(url) && !names.some((name) => /^(?:access_token|api_key|token)$/iu.test(name)))
    return
  throw new DomainError('invalid', 'Please send the token in the Authorization header, never in the address.')
}
