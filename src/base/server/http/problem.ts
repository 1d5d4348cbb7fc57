import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemBody, ProblemCode } from '#base/rules/api/problem.ts'
import { isConnectionError } from '#base/server/db/is-connection-error.ts'
import { recordErrorOnActiveSpan } from '#base/server/tracing/span.ts'
import { EncryptionKeyError } from '#base/server/encryption/keyring.ts'
import { DomainError, notFound, type DomainErrorKind } from '#base/server/domain-error.ts'
import { siteOrigin } from './site-origin.ts'
import { answerUnknownRoutes } from './unknown-routes.ts'

/** Where the errors are explained, each at its own fragment: the `type` of a response. */
export const ERRORS_PATH = '/api/errors'

/** What an error is called there: its code, or its kind where it has none. */
export type ProblemType = ProblemCode | DomainErrorKind | 'unexpected'

interface HttpMeaning {
  status: number
  title: string
}

/** Statuses and titles of the kinds. */
export const meanings = {
  invalid: { status: 400, title: 'Please check your entries' },
  'signed-out': { status: 401, title: 'Please sign in' },
  forbidden: { status: 403, title: 'Not permitted' },
  'not-found': { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'Not possible right now' },
  'wrong-method': { status: 405, title: 'Not possible here' },
  gone: { status: 410, title: 'No longer stored' },
  stale: { status: 412, title: 'Changed since you loaded it' },
  'too-large': { status: 413, title: 'Too large' },
  'wrong-type': { status: 415, title: 'Unsupported content type' },
  incomplete: { status: 422, title: 'Incomplete' },
  locked: { status: 422, title: 'Password required' },
  'key-reused': { status: 422, title: 'Different request' },
  throttled: { status: 429, title: 'Too many attempts' },
  unavailable: { status: 503, title: 'Not available right now' },
} as const satisfies Record<DomainErrorKind, HttpMeaning>

/** Errors of Fastify itself, with our texts. Errors that are not listed are faults. */
const fastifyErrors: Readonly<Record<string, DomainError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new DomainError(
    'too-large',
    'The request is too large. Please send less at once.',
  ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new DomainError('wrong-type', 'Please send JSON (application/json).'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new DomainError(
    'invalid',
    'The request body doesn’t match its declared length. Please try again.',
  ),
  FST_ERR_BAD_URL: new DomainError('invalid', 'That address isn’t valid. Please check it.'),
  FST_ERR_MAX_PARAM_LENGTH: notFound(),
}

/** The server without the key is not ready, so load balancers will avoid it. */
const keyMissing = new DomainError(
  'unavailable',
  'We can’t open your data on this server right now. Nothing is lost. Please try again in a moment.',
  { retryAfterSeconds: 5 },
)

const unreadable = new DomainError('invalid', 'The request can’t be read. Please check it and send it again.')

/** Further errors of Fastify and its plugins, by status. A forbidden path looks like a missing one. */
const errorsByStatus: Readonly<Record<number, DomainError>> = {
  400: unreadable,
  403: notFound(),
  404: notFound(),
}

/** PostgreSQL has no NUL in texts and in JSON: SQLSTATE of such parameters. */
const UNSTORABLE = new Set(['22021', '22P05'])

const unstorable = new DomainError(
  'invalid',
  'The request contains a character that can’t be stored. Please remove it and send it again.',
)

/** Restarting PostgreSQL or a failover takes seconds. */
const databaseUnavailable = new DomainError(
  'unavailable',
  'Part of our system isn’t responding right now. Please try again in a moment.',
  { retryAfterSeconds: 5 },
)

/** Wrong input is reported up to here, however much of it there is. */
const MAX_ERRORS = 20
const MAX_PATH_LENGTH = 200

/** Lists of what is missing (409, 422) are about our own fields, and complete. */
function reportedErrors({ kind, errors = [] }: DomainError): ProblemBody['errors'] {
  if (kind !== 'invalid') return errors
  return errors
    .slice(0, MAX_ERRORS)
    .map((error) => ({ ...error, path: error.path.slice(0, MAX_PATH_LENGTH) }))
}

function bodyOf(expected: DomainError): Omit<ProblemBody, 'type'> {
  const { status, title } = meanings[expected.kind]
  return {
    title,
    status,
    detail: expected.message,
    ...(expected.code && { code: expected.code }),
    ...(expected.errors && { errors: reportedErrors(expected) }),
    ...(expected.current && { current: expected.current }),
    ...(expected.existing && { existing: expected.existing }),
  }
}

async function sendProblem(
  reply: FastifyReply,
  name: ProblemType,
  body: Omit<ProblemBody, 'type'>,
): Promise<void> {
  const type = `${siteOrigin(reply.request)}${ERRORS_PATH}#${name}`
  await reply
    .code(body.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ type, ...body } satisfies ProblemBody))
}

async function sendExpected(reply: FastifyReply, expected: DomainError): Promise<void> {
  if (expected.retryAfterSeconds !== undefined) reply.header('retry-after', expected.retryAfterSeconds)
  await sendProblem(reply, expected.code ?? expected.kind, bodyOf(expected))
}

/** Converts an error to an expected one of ours or of Fastify's; null for a fault. */
function asExpectedError(error: Error | FastifyError): DomainError | null {
  if (error instanceof DomainError) return error
  if (isUnstorable(error)) return unstorable
  if (!('code' in error) || !error.code.startsWith('FST_')) return null
  return fastifyErrors[error.code] ?? errorsByStatus[error.statusCode ?? 500] ?? null
}

function isUnstorable(error: Error): boolean {
  const failed = error.cause instanceof Error ? error.cause : error
  return 'severity' in failed && 'code' in failed && UNSTORABLE.has(String(failed.code))
}

/** Whether the client disconnected before the request was complete: no one waits for an answer. */
function hasBrokenOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

/** Adds the error to log and trace only. */
function noteFailure({ log }: FastifyRequest, error: unknown, message: string): void {
  log.error({ err: error }, message)
  recordErrorOnActiveSpan(error)
}

/** Sends an error as problem JSON (RFC 9457); for a fault, details are only logged. */
export async function answerError(
  error: Error | FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (hasBrokenOff(request)) {
    request.log.debug('a request was aborted')
    return sendExpected(reply, unreadable)
  }
  const expected = asExpectedError(error)
  if (expected !== null) {
    if (expected.cause !== undefined) noteFailure(request, expected.cause, expected.message)
    return sendExpected(reply, expected)
  }
  noteFailure(request, error, 'a request failed')
  if (isConnectionError(error)) return sendExpected(reply, databaseUnavailable)
  if (error instanceof EncryptionKeyError) return sendExpected(reply, keyMissing)
  return sendProblem(reply, 'unexpected', {
    title: 'Something went wrong',
    status: 500,
    detail: `Something went wrong on our side. Please try again. If it happens again, please give us this number: ${request.id}`,
  })
}

/** Sends all errors as problem JSON, including unknown routes. */
export function answerWithProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  answerUnknownRoutes(app, sendExpected)
}
