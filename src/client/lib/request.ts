import type { Contract, ContractKey } from '#domain/api/contract.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { createListeners } from '#client/ui/listeners.ts'

/** Tells of each 401: whoever was signed in no longer is. */
export const signedOutElsewhere = createListeners<void>()

/** Tells of each success that came with the session, which thereby goes on. */
export const sessionUsed = createListeners<void>()

type OpenKey = {
  [Key in ContractKey]: Contract[Key]['access'] extends 'anyone' ? Key : never
}[ContractKey]

/** Whether a call that anyone may make leaves the caller signed in. Every other call needs a session, and prolongs it. */
const openCalls: Readonly<Record<string, boolean>> = {
  'POST /api/login': true,
  'POST /api/register': true,
  'POST /api/logout': false,
  'POST /api/request-password-reset': false,
  'POST /api/keep-address': false,
  'GET /api/branding': false,
  'POST /api/broken-pages': false,
} satisfies Record<OpenKey, boolean>

/** Whether this error only means that the caller no longer wanted an answer. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** No answer came; the words depend on whether the browser knows of a network at all. */
export function networkError(): NetworkError {
  return new NetworkError(navigator.onLine)
}

async function orNetworkError<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    throw isAbort(error) ? error : networkError()
  }
}

/**
 * Asks this site, with its cookies.
 *
 * @throws ApiError for whatever is no success; NetworkError where no answer came
 */
export async function request(path: string, init: RequestInit & { method: string }): Promise<Response> {
  const response = await orNetworkError(fetch(path, { credentials: 'include', ...init }))
  if (response.ok) {
    if (openCalls[`${init.method} ${path}`] ?? true) sessionUsed.tell()
    return response
  }
  if (response.status === 401) signedOutElsewhere.tell()
  const body = await orNetworkError(response.text())
  throw new ApiError({ status: response.status, statusText: response.statusText, body })
}

/**
 * Reads the JSON of an answer.
 *
 * @throws ApiError where it is something else, the page of a proxy say
 */
export async function readJson(response: Response): Promise<unknown> {
  const body = await orNetworkError(response.text())
  try {
    return JSON.parse(body)
  } catch {
    throw new ApiError({ status: response.status, statusText: response.statusText, body })
  }
}

/** Reads an answer as a file. */
export function readBlob(response: Response): Promise<Blob> {
  return orNetworkError(response.blob())
}
