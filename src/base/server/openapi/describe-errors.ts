import type { ProblemCode } from '#base/rules/api/problem.ts'
import type { Json } from './describe-schemas.ts'

const header = (description: string, schema: Json): Json => ({ description, schema })
const text = { type: 'string' }

/** Headers of responses, as components. */
export const responseHeaders = {
  ETag: header(
    'Names what was sent. A read with it in If-None-Match is answered with 304 while nothing changed.',
    text,
  ),
  Link: header(
    'RFC 8288: absolute addresses of the first page (rel="first") and of the next (rel="next").',
    text,
  ),
  'X-Total-Count': header('The number of rows on all pages, where it was counted.', { type: 'integer' }),
  'Retry-After': header('Seconds after which to try again.', { type: 'integer' }),
  'WWW-Authenticate': header('RFC 6750: why the token was refused, and the scope that the call needs.', text),
  RateLimit: header(
    'Calls that the token has left, and the seconds until all are back: "token";r=599;t=300',
    text,
  ),
  'RateLimit-Policy': header('Calls of a token in a window of seconds: "token";q=600;w=300', text),
  Allow: header('The methods of this path.', text),
} as const

type HeaderName = keyof typeof responseHeaders

export const refsToHeaders = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const errors = {
  400: ['The request is not valid: errors names each field or parameter'],
  401: ['The session or token is missing, unknown or has ended'],
  403: ['Not permitted'],
  404: ['Missing, or outside the caller’s scope'],
  405: ['The path does not have this method', 'Allow'],
  409: ['Not possible now: code says why, where it has one'],
  410: ['No longer stored'],
  412: ['Changed since the version in If-Match'],
  413: ['The body is too large'],
  415: ['The body is not JSON'],
  422: ['Incomplete: errors names what is missing; or another request with the same Idempotency-Key'],
  429: ['Too many requests', 'Retry-After'],
  503: ['Busy, restarting or not available for now', 'Retry-After'],
} as const satisfies Record<number, readonly [string, ...HeaderName[]]>

export type ErrorStatus = keyof typeof errors

/** The statuses of a call, and the codes of each. */
export type ErrorCodes = Partial<Record<ErrorStatus, readonly ProblemCode[]>>

interface ErrorOptions {
  /** Headers of every error. */
  headers?: readonly HeaderName[]
  /** Further headers of some. */
  headersOf?: Partial<Record<ErrorStatus, readonly HeaderName[]>>
}

/** Codes that every signed-in call has. */
export const signedInCodes = {
  401: ['signed-out'],
  403: [
    'password-change-required',
    'address-confirmation-required',
    'second-factor-required',
    'second-factor-set-up-required',
  ],
  409: ['another-user'],
  429: ['throttled'],
} as const satisfies ErrorCodes

const PROBLEM = { $ref: '#/components/schemas/Problem' }

function contentOf(schema: Json): Json {
  return { 'application/problem+json': { schema } }
}

/** The error responses of a call, by reference where they are those of every call. */
export function describeErrors(codes: ErrorCodes, options: ErrorOptions = {}): Json {
  const described = Object.keys(codes).map((key) => {
    const status = Number(key) as ErrorStatus
    const own = codes[status] ?? []
    const isShared = options.headers === undefined && own.join(' ') === sharedCodes(status).join(' ')
    return [
      status,
      isShared ? { $ref: `#/components/responses/Error${status}` } : describeError(status, own, options),
    ]
  })
  return {
    ...(Object.fromEntries(described) as Json),
    default: { description: 'Another error', content: contentOf(PROBLEM) },
  }
}

function sharedCodes(status: ErrorStatus): readonly ProblemCode[] {
  return (signedInCodes as ErrorCodes)[status] ?? []
}

function describeError(
  status: ErrorStatus,
  codes: readonly ProblemCode[],
  { headers = [], headersOf = {} }: ErrorOptions = {},
): Json {
  const [description, ...own] = errors[status]
  const names = [...own, ...headers, ...(headersOf[status] ?? [])]
  return {
    description: codes.length === 0 ? description : `${description}. Codes: ${codes.join(', ')}`,
    ...(names.length > 0 && { headers: refsToHeaders(names) }),
    content: contentOf(codes.length === 0 ? PROBLEM : withCodes(codes)),
  }
}

function withCodes(codes: readonly ProblemCode[]): Json {
  const code = {
    type: 'string',
    enum: codes,
    description: 'Values may be added: expect ones that you do not know.',
  }
  return { allOf: [PROBLEM, { type: 'object', properties: { code } }] }
}

/** Error responses that calls share, as components. */
export const sharedErrors: Json = Object.fromEntries(
  Object.keys(errors).map((key) => {
    const status = Number(key) as ErrorStatus
    return [`Error${status}`, describeError(status, sharedCodes(status))]
  }),
)

export const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of what you have. While nothing changed: 304.',
  schema: { type: 'string' },
}
