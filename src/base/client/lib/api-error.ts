import type { ProblemBody, ProblemError } from '#base/rules/api/problem.ts'

const OFFLINE = 'You seem to be offline. Please check your connection and try again.'
const UNREACHABLE = 'We can’t be reached right now. Please check your connection and try again.'
const FILE_CHANGED = 'This file has changed or moved since you chose it. Please choose the file again.'
const UNREADABLE = 'Something went wrong on our side. Please try again in a moment.'

/** For responses without a message of their own, such as those of a proxy. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
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

/** An unsuccessful response. */
export interface Failure {
  /** The HTTP status; 0 without a response. */
  status: number
  statusText: string
  /** The raw response body. */
  body: string
}

/** A failed call. The message is "{status}: {body or status text}" (specification section 7); users see `detail`. */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  /** The problem details of the server; null for any other response. */
  readonly problem: ProblemBody | null
  /** The message for users. */
  readonly detail: string

  constructor({ status, statusText, body }: Failure) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.statusText = statusText
    this.problem = parseProblem(body)
    this.detail = this.problem?.detail ?? STATUS_TEXTS[status] ?? UNREADABLE
  }

  /** The error of each field, by its path. */
  get fields(): Record<string, string> {
    return Object.fromEntries(this.problem?.errors?.map(({ path, message }) => [path, message]) ?? [])
  }
}

/** No response: no network or no server. */
export class NetworkError extends ApiError {
  override readonly detail: string
  /** Whether the browser was online. */
  readonly online: boolean

  constructor(online: boolean) {
    const message = online ? UNREACHABLE : OFFLINE
    super({ status: 0, statusText: message, body: '' })
    this.name = 'NetworkError'
    this.message = message
    this.online = online
    this.detail = message
  }
}

/** Nothing was sent: the file has changed or moved since it was chosen. */
export class UnreadableFileError extends ApiError {
  override readonly detail = FILE_CHANGED

  constructor() {
    super({ status: 0, statusText: FILE_CHANGED, body: '' })
    this.name = 'UnreadableFileError'
    this.message = FILE_CHANGED
  }
}

/** The message for users about anything thrown. */
export function detailOf(error: unknown): string {
  return error instanceof ApiError ? error.detail : UNREADABLE
}

/** The message of the server or the network error; without one, the caller's text. */
export function detailOr(error: unknown, otherwise: string): string {
  const hasMessage = error instanceof NetworkError || (error instanceof ApiError && error.problem !== null)
  return hasMessage ? error.detail : otherwise
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isProblemError(value: unknown): value is ProblemError {
  return isObject(value) && typeof value.path === 'string' && typeof value.message === 'string'
}

/**
 * Checked by hand: the schema would add its library to the first page. The code is not validated; callers compare it.
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
