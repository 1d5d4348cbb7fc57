import type { Contract, ContractKey } from '#domain/api/contract.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { createListeners } from '#client/ui/listeners.ts'

/** Tells of each 401: whoever was signed in no longer is. */
export const signedOutElsewhere = createListeners<void>()

/** Reports that the server refused a call because someone else is signed in in this browser by now. */
export const anotherUser = createListeners<void>()

/** The user whom this page shows, as far as it is known. */
let shownUser: string | undefined

/** Says whom this page shows: the server refuses calls that come with the session of anyone else. */
export function setShownUser(id: string | undefined): void {
  shownUser = id
}

/** The question who is signed in is meant to be answered whoever it is. */
const WHO = 'GET /api/user'

function headersOf({ method, headers }: RequestInit & { method: string }, path: string): Headers {
  const sent = new Headers(headers)
  if (shownUser !== undefined && `${method} ${path}` !== WHO) sent.set('x-user-id', shownUser)
  return sent
}

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

/** What reads wait for while somebody signs out. */
let untilKnown: Promise<void> | undefined

/**
 * Holds back whatever begins to be read while somebody signs out: it would be refused for being late, which says that the session
 * had expired.
 *
 * @returns what ends that: they stay and are answered after all, or they are gone and nobody wants it any more
 */
export function holdReads(): (stay: boolean) => void {
  let end: (stay: boolean) => void = () => undefined
  const known = new Promise<void>((resolve, reject) => {
    end = (stay) => {
      untilKnown = undefined
      if (stay) resolve()
      else reject(new DOMException('The user has signed out.', 'AbortError'))
    }
  })
  // Where nothing was to be read, nobody hears of it.
  known.catch(() => undefined)
  untilKnown = known
  return end
}

/**
 * Asks this site, with its cookies.
 *
 * @throws ApiError for whatever is no success; NetworkError where no answer came; an AbortError where nobody wants one any more
 */
export async function request(path: string, init: RequestInit & { method: string }): Promise<Response> {
  if (untilKnown !== undefined && init.method === 'GET') await untilKnown
  const response = await orNetworkError(
    fetch(path, { credentials: 'include', ...init, headers: headersOf(init, path) }),
  )
  if (response.ok) {
    if (openCalls[`${init.method} ${path}`] ?? true) sessionUsed.notify()
    return response
  }
  if (response.status === 401) signedOutElsewhere.notify()
  const body = await orNetworkError(response.text())
  const error = new ApiError({ status: response.status, statusText: response.statusText, body })
  if (error.problem?.code === 'another-user') anotherUser.notify()
  throw error
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
