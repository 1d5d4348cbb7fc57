import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type AnswerOf,
  type Contract,
  type ContractKey,
  type KeyedKey,
  type ParsedInput,
} from '#base/rules/api/contract.ts'
import type { Endpoint } from '#features/access/api/endpoint.ts'
import { decide } from '#features/access/rules/authorisation/decide.ts'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'
import { readInput } from '#base/rules/input/read-input.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import {
  respondOnce,
  hashOf,
  storerOf,
  StoredResponse,
  type StoreResponse,
  type KeyedRequest,
} from '#features/access/server/idempotency/stored-responses.ts'
import { requirePermission } from '#features/access/server/permission.ts'
import { DomainError, signedOut } from '#base/server/domain-error.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { createCapacity, type Capacity } from '#base/server/concurrency/capacity.ts'
import { createFairShare, type FairShare } from '#base/server/concurrency/fair-share.ts'
import { clientAddress } from '#base/server/http/client-address.ts'
import { createCurrentReaders, type CurrentReaders } from './current-readers.ts'
import { requireExpectedUser } from './expected-user.ts'
import { readIdempotencyKey } from '#base/server/http/idempotency-key.ts'
import { methodsOf } from '#base/server/http/head.ts'
import { sendJson } from '#base/server/http/send-json.ts'
import { refuseForeignReads } from '#base/server/http/same-origin.ts'
import { extendsSession, readSessionToken } from '#base/server/http/session-cookie.ts'

/** The actor type of a call: never null where a session is required. */
type ActorOf<Key extends ContractKey> = Contract[Key]['access'] extends 'anyone' ? Actor | null : Actor

/** A handler's input: parsed, with an authorised caller. */
export interface Call<Key extends ContractKey> extends ParsedInput<Key>, CommandContext<ActorOf<Key>> {
  request: FastifyRequest
  reply: FastifyReply
  /** Stores the response of an idempotent call: the only way to a handler's return value. */
  keep: StoreResponse<AnswerOf<Key>>
}

/** A handler's result: the contract's response; file handlers reply themselves. */
type Answer<Key extends ContractKey> = Key extends KeyedKey
  ? StoredResponse<AnswerOf<Key>>
  : Contract[Key]['answer'] extends z.ZodType
    ? AnswerOf<Key>
    : undefined | FastifyReply

type Handle<Key extends ContractKey> = (call: Call<Key>) => Promise<Answer<Key>>

/** When a session token was presented, and whether that extends the session. */
export interface Presented {
  now: Date
  isUse: boolean
}

/** A caller with a session lookup, and the handler to run once admitted. */
interface Arrival<Key extends ContractKey> {
  actor: Actor | null
  handle: Handle<Key>
}

/** A handler that reads in the same statement as the session lookup (`withSession`). */
interface SessionHandler<Key extends ContractKey> {
  arrive: (context: Context, token: string | undefined, at: Presented) => Promise<Arrival<Key>>
}

/** Implementation of an endpoint. */
export type Handler<Key extends ContractKey> = Handle<Key> | SessionHandler<Key>

/** Handlers for all endpoints of some part of the contract: the type requires each. */
export type Handlers<Keys extends ContractKey> = { [Key in Keys]: Handler<Key> }

/**
 * A handler that reads its data in the session lookup's statement: one round trip instead of two (docs/decisions/0008).
 * The statement may only read the session user's own data; authorisation is as for every other handler.
 */
export function withSession<Key extends ContractKey, Found>(
  find: (context: Context, token: string, at: Presented) => Promise<{ actor: Actor; found: Found } | null>,
  handle: (call: Call<Key>, found: Found) => Promise<Answer<Key>>,
): SessionHandler<Key> {
  return {
    async arrive(context, token, at) {
      const arrived = token === undefined ? null : await find(context, token, at)
      if (arrived === null) return { actor: null, handle: () => Promise.reject(signedOut()) }
      return { actor: arrived.actor, handle: (call) => handle(call, arrived.found) }
    },
  }
}

/** Finds the user of a session token; null for none. Provided by the session feature (`auth/`). */
export type FindActor = (context: Context, token: string, at: Presented) => Promise<Actor | null>

/** Dependencies of all routes. */
interface Served {
  context: Context
  /** All calls of the API, collected by src/app. */
  contract: { readonly [Key in ContractKey]: Endpoint }
  findActor: FindActor
}

/** Concurrency limits: overall, and per signed-in user. */
interface Bounds {
  capacity: Capacity
  share: FairShare
  readers: CurrentReaders
}

/** Registers handlers for endpoints of the contract. Access is checked here, before parsing. */
export function registerRoutes<Keys extends ContractKey>(
  app: FastifyInstance,
  served: Served,
  handlers: Handlers<Keys>,
): void {
  const readers = createCurrentReaders(served.context)
  const bounds = { capacity: createCapacity(), share: createFairShare(), readers }
  for (const key of Object.keys(handlers) as Keys[]) register(app, served, bounds, key, handlers[key])
}

function register<Key extends ContractKey>(
  app: FastifyInstance,
  { context, contract, findActor }: Served,
  { capacity, share, readers }: Bounds,
  key: Key,
  handler: Handler<Key>,
): void {
  const endpoint: Endpoint = contract[key]
  const [method = '', path = ''] = key.split(' ')
  const { arrive } = typeof handler === 'function' ? afterSession(findActor, handler) : handler
  const authorise = async (request: FastifyRequest) => {
    const now = context.now()
    const at = { now, isUse: extendsSession(request) }
    const arrival = await arrive(context, readSessionToken(request, context.https), at)
    requireExpectedUser(arrival.actor, request)
    if (endpoint.access !== 'anyone') admit(arrival.actor, endpoint.access, request)
    return { ...arrival, now }
  }
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeignReads(endpoint, request)
    const arrived = await authorise(request)
    const input = parseInput(endpoint, request)
    const origin = {
      ip: clientAddress(request),
      userAgent: request.headers['user-agent'] ?? null,
    }
    const answerCall = async ({ actor, handle, now }: typeof arrived) => {
      if (actor !== null && method === 'GET') readers.note(request, actor)
      const keyed = keyedRequest(key, endpoint, input, actor, request)
      const keep = storerOf(context, keyed, now)
      // The type is derived from the schema that parsed the input.
      const call = { ...input, context, actor, origin, now, request, reply, keep } as Call<Key>
      return respondOnce(context, keyed, async () => {
        const made: unknown = await handle(call)
        return made instanceof StoredResponse ? (made.answer as unknown) : made
      })
    }
    // Rights may have been revoked while a request was queued.
    const inTurn = async (waited: boolean) => answerCall(waited ? await authorise(request) : arrived)
    const { actor } = arrived
    const answer = await (actor === null ? answerCall(arrived) : share.run(actor.userId, inTurn))
    return respond(endpoint, answer, request, reply)
  }
  app.route({
    // Following a redirect of a sign-in uses it up.
    method: endpoint.answer === 'redirect' ? method : methodsOf(method),
    url: path.replaceAll(/\{(\w+)\}/gu, ':$1'),
    exposeHeadRoute: false,
    ...(method === 'GET' && { onSend: readers.onSend }),
    handler: (request, reply) => capacity.run(() => serve(request, reply)),
  })
}

/** The idempotent form of a request; null for other calls, and without a key. */
function keyedRequest(
  call: ContractKey,
  { access, repeated }: Endpoint,
  input: unknown,
  actor: Actor | null,
  request: FastifyRequest,
): KeyedRequest | null {
  if (actor === null || access === 'anyone' || repeated !== 'keyed') return null
  const key = readIdempotencyKey(request)
  return key === null
    ? null
    : { userId: actor.userId, actor, access, input, key, call, hash: hashOf(call, input) }
}

/** The usual handler: runs once the caller is known. */
function afterSession<Key extends ContractKey>(
  findActor: FindActor,
  handle: Handle<Key>,
): SessionHandler<Key> {
  return {
    arrive: async (context, token, at) => ({
      actor: token === undefined ? null : await findActor(context, token, at),
      handle,
    }),
  }
}

/**
 * Authorises a caller for a route outside the contract.
 *
 * @throws DomainError as the contract's routes do
 */
export async function admitCaller(
  { context, findActor }: Omit<Served, 'contract'>,
  request: FastifyRequest,
  action: Action,
  now: Date,
): Promise<Actor> {
  const token = readSessionToken(request, context.https)
  const at = { now, isUse: extendsSession(request) }
  return admit(token === undefined ? null : await findActor(context, token, at), action, request)
}

/** Logs signed-in users whose request is denied. */
function admit(actor: Actor | null, action: Action, { log, ip }: FastifyRequest): Actor {
  if (actor !== null && decide(actor, action) !== 'yes') {
    log.warn({ userId: actor.userId, role: actor.role, action, ip }, 'a request was rejected')
  }
  return requirePermission(actor, action)
}

/** Created once: creating a schema is slower than most requests. */
const nothing = z.strictObject({})

/** Unknown parameters are named up to here in a message. */
const MAX_NAMED = 5
const MAX_NAME_LENGTH = 60

/**
 * Parses the input by the schemas of a call.
 *
 * @throws DomainError invalid (400) with each wrong field
 */
export function parseInput(
  endpoint: Pick<Endpoint, 'params' | 'query' | 'body'>,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): { params: unknown; query: unknown; body: unknown } {
  return {
    params: endpoint.params && parsePart(endpoint.params, request.params),
    query: parseQuery(endpoint.query ?? nothing, request.query),
    body: parsePart(endpoint.body ?? nothing, request.body ?? {}),
  }
}

/** A parameter that a call does not have is named, with those that it has. */
function parseQuery(schema: z.ZodObject, value: unknown): unknown {
  const known = Object.keys(schema.shape)
  const unknown = Object.keys(value as object).filter((name) => !known.includes(name))
  // Providers of single sign-on may add parameters of their own.
  const takesOthers = schema.def.catchall instanceof z.ZodUnknown
  if (takesOthers || unknown.length === 0) return parsePart(schema, value)
  const has = known.length === 0 ? 'It has none.' : `It has: ${known.join(', ')}.`
  const errors = unknown.map((path) => ({ path, message: `This call has no parameter of this name. ${has}` }))
  const names = unknown.slice(0, MAX_NAMED).map((name) => `“${name.slice(0, MAX_NAME_LENGTH)}”`)
  const message = `This call has no parameter ${names.join(', ')}. ${has}`
  throw new DomainError('invalid', message, { errors })
}

function parsePart(schema: z.ZodType, value: unknown): unknown {
  const input = readInput(schema, value)
  if (input.ok) return input.data
  throw new DomainError('invalid', 'Please check the highlighted fields.', { errors: input.problems })
}

async function respond(
  endpoint: Endpoint,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (endpoint.answer === 'file' || endpoint.answer === 'redirect' || reply.sent) return reply
  if (endpoint.answer === 'nothing') return reply.code(204).header('cache-control', 'no-store').send()
  return sendJson(request, reply, answer, endpoint.status)
}
