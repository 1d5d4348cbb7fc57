import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  contract,
  type AnswerOf,
  type Contract,
  type ContractKey,
  type KeyedKey,
  type ParsedInput,
} from '#domain/api/contract.ts'
import type { Endpoint } from '#domain/api/endpoint.ts'
import { etagOf, type Versioned } from '#domain/api/etag.ts'
import { decide } from '#domain/authorisation/decide.ts'
import type { Action } from '#domain/authorisation/permissions.ts'
import { readInput } from '#domain/input/read-input.ts'
import type { Actor } from '#server/shared/actor.ts'
import type { Context } from '#server/shared/context.ts'
import {
  respondOnce,
  hashOf,
  storerOf,
  StoredResponse,
  type StoreResponse,
  type KeyedRequest,
} from '#server/shared/idempotency/stored-responses.ts'
import { requirePermission } from '#server/shared/permission.ts'
import { DomainError, signedOut } from '#server/platform/domain-error.ts'
import type { CommandContext } from '#server/shared/command-context.ts'
import { createCapacity, type Capacity } from '#server/platform/concurrency/capacity.ts'
import { createFairShare, type FairShare } from '#server/platform/concurrency/fair-share.ts'
import { createCurrentReaders, type CurrentReaders } from './current-readers.ts'
import { requireExpectedUser } from './expected-user.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { readSessionToken } from './session-cookie.ts'

/** Who is sure to be signed in where a handler runs. */
type ActorOf<Key extends ContractKey> = Contract[Key]['access'] extends 'anyone' ? Actor | null : Actor

/** What a handler has to work with: parsed, and from a caller who may be here. */
export interface Call<Key extends ContractKey> extends ParsedInput<Key>, CommandContext<ActorOf<Key>> {
  request: FastifyRequest
  reply: FastifyReply
  /** Keeps the answer of a call that is done once: the only way to what its handler returns. */
  keep: StoreResponse<AnswerOf<Key>>
}

/** What a handler returns: the answer of the contract; a handler of files answers through `reply` itself. */
type Answer<Key extends ContractKey> = Key extends KeyedKey
  ? StoredResponse<AnswerOf<Key>>
  : Contract[Key]['answer'] extends z.ZodType
    ? AnswerOf<Key>
    : undefined | FastifyReply

type Handle<Key extends ContractKey> = (call: Call<Key>) => Promise<Answer<Key>>

/** Somebody at the door: who they are, and what answers them once they are let in. */
interface Arrival<Key extends ContractKey> {
  actor: Actor | null
  handle: Handle<Key>
}

/** A handler of which a part runs together with the search for the session (`withSession`). */
interface SessionHandler<Key extends ContractKey> {
  arrive: (context: Context, token: string | undefined, now: Date) => Promise<Arrival<Key>>
}

/** What answers an endpoint. */
export type Handler<Key extends ContractKey> = Handle<Key> | SessionHandler<Key>

/** The answer to every endpoint of some part of the contract: none can be forgotten. */
export type Handlers<Keys extends ContractKey> = { [Key in Keys]: Handler<Key> }

/**
 * A handler that takes what it needs from the statement that finds the session: one round trip to the database
 * instead of two (docs/decisions/0008). The statement reads nothing but what is the session's user's own; whether the
 * handler then runs is decided as for every other.
 */
export function withSession<Key extends ContractKey, Found>(
  find: (context: Context, token: string, now: Date) => Promise<{ actor: Actor; found: Found } | null>,
  handle: (call: Call<Key>, found: Found) => Promise<Answer<Key>>,
): SessionHandler<Key> {
  return {
    async arrive(context, token, now) {
      const arrived = token === undefined ? null : await find(context, token, now)
      if (arrived === null) return { actor: null, handle: () => Promise.reject(signedOut()) }
      return { actor: arrived.actor, handle: (call) => handle(call, arrived.found) }
    },
  }
}

/** Finds who a session's token belongs to; null for nobody. Handed over by those who know sessions (`auth/`). */
export type FindActor = (context: Context, token: string, now: Date) => Promise<Actor | null>

/** What every route works with. */
interface Served {
  context: Context
  findActor: FindActor
}

/** What bounds how much is under way: of all, and of each who is signed in. */
interface Bounds {
  capacity: Capacity
  share: FairShare
  readers: CurrentReaders
}

/** Registers handlers for endpoints of the contract. Access is decided here, before anything is parsed. */
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
  { context, findActor }: Served,
  { capacity, share, readers }: Bounds,
  key: Key,
  handler: Handler<Key>,
): void {
  const endpoint: Endpoint = contract[key]
  const [method = '', path = ''] = key.split(' ')
  const { arrive } = typeof handler === 'function' ? afterSession(findActor, handler) : handler
  const authorise = async (request: FastifyRequest) => {
    const now = context.now()
    const arrival = await arrive(context, readSessionToken(request, context.https), now)
    requireExpectedUser(arrival.actor, request)
    if (endpoint.access !== 'anyone') admit(arrival.actor, endpoint.access, request)
    return { ...arrival, now }
  }
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const arrived = await authorise(request)
    const input = parseInput(endpoint, request)
    const origin = {
      ip: isIP(request.ip) === 0 ? null : request.ip,
      userAgent: request.headers['user-agent'] ?? null,
    }
    const answerCall = async ({ actor, handle, now }: typeof arrived) => {
      if (actor !== null && method === 'GET') readers.note(request, actor)
      const keyed = keyedRequest(key, input, actor, request)
      const keep = storerOf(context, keyed, now)
      // The one place where the parsed input meets its type: the schema that parsed it is the type's source.
      const call = { ...input, context, actor, origin, now, request, reply, keep } as Call<Key>
      return respondOnce(context, keyed, async () => {
        const made: unknown = await handle(call)
        return made instanceof StoredResponse ? (made.answer as unknown) : made
      })
    }
    // Rights may have been revoked while a request waited for its turn.
    const inTurn = async (waited: boolean) => answerCall(waited ? await authorise(request) : arrived)
    const { actor } = arrived
    const answer = await (actor === null ? answerCall(arrived) : share.run(actor.userId, inTurn))
    return respond(endpoint, answer, reply)
  }
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/gu, ':$1'),
    exposeHeadRoute: false,
    ...(method === 'GET' && { onSend: readers.onSend }),
    handler: (request, reply) => capacity.run(() => serve(request, reply)),
  })
}

/** A request that is done once, however often it is sent; null for every other, and where its caller has sent no key. */
function keyedRequest(
  call: ContractKey,
  input: unknown,
  actor: Actor | null,
  request: FastifyRequest,
): KeyedRequest | null {
  const { access, repeated }: Endpoint = contract[call]
  if (actor === null || access === 'anyone' || repeated !== 'keyed') return null
  const key = readIdempotencyKey(request)
  return key === null
    ? null
    : { userId: actor.userId, actor, access, input, key, call, hash: hashOf(call, input) }
}

/** The usual handler: it runs once the caller is known. */
function afterSession<Key extends ContractKey>(
  findActor: FindActor,
  handle: Handle<Key>,
): SessionHandler<Key> {
  return {
    arrive: async (context, token, now) => ({
      actor: token === undefined ? null : await findActor(context, token, now),
      handle,
    }),
  }
}

/**
 * Lets a caller in who may take an action, for a route that stands beside the contract.
 *
 * @throws DomainError as the contract's routes do
 */
export async function admitCaller(
  { context, findActor }: Served,
  request: FastifyRequest,
  action: Action,
  now: Date,
): Promise<Actor> {
  const token = readSessionToken(request, context.https)
  return admit(token === undefined ? null : await findActor(context, token, now), action, request)
}

/** Who is signed in and asks for what is not theirs to ask is named in the server's log. */
function admit(actor: Actor | null, action: Action, { log, ip }: FastifyRequest): Actor {
  if (actor !== null && decide(actor, action) !== 'yes') {
    log.warn({ userId: actor.userId, role: actor.role, action, ip }, 'a request was rejected')
  }
  return requirePermission(actor, action)
}

/** Made once: making a schema takes longer than most requests. */
const nothing = z.strictObject({})

/**
 * Reads what was sent by the schemas of a call.
 *
 * @throws DomainError invalid (400) at each field that is wrong
 */
export function parseInput(
  endpoint: Endpoint,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): { params: unknown; query: unknown; body: unknown } {
  return {
    params: endpoint.params && parsePart(endpoint.params, request.params),
    query: parsePart(endpoint.query ?? nothing, request.query),
    body: parsePart(endpoint.body ?? nothing, request.body ?? {}),
  }
}

function parsePart(schema: z.ZodType, value: unknown): unknown {
  const input = readInput(schema, value)
  if (input.ok) return input.data
  throw new DomainError('invalid', 'Please check the highlighted fields.', { errors: input.problems })
}

async function respond(endpoint: Endpoint, answer: unknown, reply: FastifyReply): Promise<unknown> {
  if (endpoint.answer === 'file' || reply.sent) return reply
  if (endpoint.answer === 'nothing') return reply.code(204).header('cache-control', 'no-store').send()
  if (isVersioned(answer)) reply.header('etag', etagOf(answer))
  return reply
    .code(endpoint.status ?? 200)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer))
}

/** What has versions is answered with the one that it is, as its ETag. */
function isVersioned(answer: unknown): answer is Versioned {
  if (typeof answer !== 'object' || answer === null || !('version' in answer) || !('id' in answer))
    return false
  return typeof answer.version === 'number' && typeof answer.id === 'string'
}
