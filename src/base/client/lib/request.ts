import type { Contract, ContractKey } from '#base/rules/api/contract.ts'
import { actsUsed, hasActed } from './activity.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { createListeners } from '#base/client/ui/listeners.ts'

/** Notifies of each 401: the session has ended. */
export const signedOutElsewhere = createListeners<void>()

/** Notifies when the server refuses a call because another user is signed in in this browser by now. */
export const anotherUser = createListeners<void>()

/** The user whom this page shows, once known. */
let shownUser: string | undefined

/** Sets the user whom this page shows: the server refuses calls with another user's session. */
export function setShownUser(id: string | undefined): void {
  shownUser = id
}

/** Answered for any user. */
const WHO_AM_I = 'GET /api/user'

function headersOf({ method, headers }: RequestInit & { method: string }, path: string): Headers {
  const sent = new Headers(headers)
  if (shownUser !== undefined && `${method} ${path}` !== WHO_AM_I) sent.set('x-user-id', shownUser)
  // Only what a user does extends a session, not what a page left open reads.
  if (!hasActed()) sent.set('x-background', '1')
  return sent
}

/** Notifies of each success with a session that extended it. */
export const sessionUsed = createListeners<void>()

type OpenKey = {
  [Key in ContractKey]: Contract[Key]['access'] extends 'anyone' ? Key : never
}[ContractKey]

/** Whether a public call leaves the caller signed in. Every other call needs a session. */
const openCalls: Readonly<Record<string, boolean>> = {
  'POST /api/login': true,
  'POST /api/invitation': true,
  'POST /api/register': true,
  'POST /api/logout': false,
  'POST /api/request-password-reset': false,
  'POST /api/keep-address': false,
  'POST /api/phone': false,
  'POST /api/phone/upload': false,
  'PUT /api/phone/file': false,
  'GET /api/branding': false,
  'GET /api/sso/{provider}/start': false,
  'GET /api/sso/{provider}/callback': false,
  'GET /api/sso/pending': false,
  'POST /api/sso/link/options': false,
  'POST /api/sso/link': true,
  'POST /api/passkey/options': false,
  'POST /api/passkey/login': true,
  'POST /api/broken-pages': false,
} satisfies Record<OpenKey, boolean>

/** Whether an error is only an abort. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** The error for a missing response; its text depends on whether the browser is online. */
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

/** Set during sign-out; reads wait for it. */
let signOutPending: Promise<void> | undefined

/**
 * Holds reads during sign-out: they would fail with 401, which shows "session expired".
 *
 * @returns a function that ends it: reads are sent if the user stays, else aborted
 */
export function holdReads(): (stay: boolean) => void {
  let end: (stay: boolean) => void = () => undefined
  const known = new Promise<void>((resolve, reject) => {
    end = (stay) => {
      signOutPending = undefined
      if (stay) resolve()
      else reject(new DOMException('The user has signed out.', 'AbortError'))
    }
  })
  // Prevents an unhandled rejection if no read waits.
  known.catch(() => undefined)
  signOutPending = known
  return end
}

/**
 * Makes a request to this site, with its cookies.
 *
 * @throws as `call`
 */
export async function request(path: string, init: RequestInit & { method: string }): Promise<Response> {
  if (signOutPending !== undefined && init.method === 'GET') await signOutPending
  const headers = headersOf(init, path)
  const response = await orNetworkError(fetch(path, { credentials: 'include', ...init, headers }))
  if (response.ok) {
    if (!headers.has('x-background') && (openCalls[`${init.method} ${path}`] ?? true)) {
      actsUsed()
      sessionUsed.notify()
    }
    return response
  }
  if (response.status === 401) signedOutElsewhere.notify()
  const body = await orNetworkError(response.text())
  const error = new ApiError({ status: response.status, statusText: response.statusText, body })
  if (error.problem?.code === 'another-user') anotherUser.notify()
  throw error
}

/**
 * Reads the JSON of a response.
 *
 * @throws ApiError if it is something else, such as a proxy's page
 */
export async function readJson(response: Response): Promise<unknown> {
  const body = await orNetworkError(response.text())
  try {
    return JSON.parse(body)
  } catch {
    throw new ApiError({ status: response.status, statusText: response.statusText, body })
  }
}

/** Reads a response as a file. */
export function readBlob(response: Response): Promise<Blob> {
  return orNetworkError(response.blob())
}
