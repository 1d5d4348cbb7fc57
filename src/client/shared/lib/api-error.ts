import type { ProblemBody, ProblemError } from '#domain/api/problem.ts'

const OFFLINE = 'You seem to be offline. Please check your connection and try again.'
const UNREACHABLE = 'We can’t be reached right now. Please check your connection and try again.'
const FILE_CHANGED = 'This file has changed or moved since you chose it. Please choose the file again.'
const UNREADABLE = 'Something went wrong on our side. Please try again in a moment.'

/** For answers that bring no words of their own: those of a proxy, say. */
const plainWords: Readonly<Record<number, string>> = {
  401: 'Please sign in.',
  403: 'You don’t have permission to do this.',
  404: 'We couldn’t find what you’re looking for.',
  408: 'That took too long. Please try again.',
  413: 'That is too large to send.',
  429: 'Too many attempts. Please wait a little and try again.',
  502: 'The service isn’t available right now. Please try again in a moment.',
  503: 'The service isn’t available right now. Please try again in a moment.',
  504: 'The service isn’t available right now. Please try again in a moment.',
}

/** The facts of an answer that is not a success. */
export interface Failure {
  /** The HTTP status; 0 where no answer came. */
  status: number
  statusText: string
  /** The answer's text as it came. */
  body: string
}

/** A call that failed. The message is "{status}: {body or status text}" (specification section 7); people read `detail`. */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  /** The problem that the server described; null where the answer was something else. */
  readonly problem: ProblemBody | null
  /** What to tell people, in plain words. */
  readonly detail: string

  constructor({ status, statusText, body }: Failure) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.statusText = statusText
    this.problem = parseProblem(body)
    this.detail = this.problem?.detail ?? plainWords[status] ?? UNREADABLE
  }

  /** What is wrong with each field, by its path. */
  get fields(): Record<string, string> {
    return Object.fromEntries(this.problem?.errors?.map(({ path, message }) => [path, message]) ?? [])
  }
}

/** No answer came: no network, no server. */
export class NetworkError extends ApiError {
  override readonly detail: string
  /** Whether the browser knew of a network at all. */
  readonly online: boolean

  constructor(online: boolean) {
    const words = online ? UNREACHABLE : OFFLINE
    super({ status: 0, statusText: words, body: '' })
    this.name = 'NetworkError'
    this.message = words
    this.online = online
    this.detail = words
  }
}

/** Nothing was sent: the browser cannot read the file any more, because it changed or moved since it was chosen. */
export class UnreadableFileError extends ApiError {
  override readonly detail = FILE_CHANGED

  constructor() {
    super({ status: 0, statusText: FILE_CHANGED, body: '' })
    this.name = 'UnreadableFileError'
    this.message = FILE_CHANGED
  }
}

/** What to tell people about anything that was thrown. */
export function detailOf(error: unknown): string {
  return error instanceof ApiError ? error.detail : UNREADABLE
}

/** The server's own words or those about the network; where there are none, what the caller would say. */
export function detailOr(error: unknown, otherwise: string): string {
  const hasWords = error instanceof NetworkError || (error instanceof ApiError && error.problem !== null)
  return hasWords ? error.detail : otherwise
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isProblemError(value: unknown): value is ProblemError {
  return isObject(value) && typeof value.path === 'string' && typeof value.message === 'string'
}

/**
 * Checked by hand: the schema would bring its library along to the first page. The code is taken as it is, callers
 * compare it with those they know.
 */
function isProblem(value: unknown): value is ProblemBody {
  return (
    isObject(value) &&
    typeof value.title === 'string' &&
    typeof value.status === 'number' &&
    typeof value.detail === 'string' &&
    (value.errors === undefined || (Array.isArray(value.errors) && value.errors.every(isProblemError)))
  )
}

function parseProblem(body: string): ProblemBody | null {
  try {
    const value: unknown = JSON.parse(body)
    return isProblem(value) ? value : null
  } catch {
    return null
  }
}
