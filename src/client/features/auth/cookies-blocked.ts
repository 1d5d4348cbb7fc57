import { ApiError } from '#client/shared/lib/api.ts'

/** What a user is told whose browser would forget at once that they signed in. */
export const COOKIES_BLOCKED =
  'Your browser is blocking cookies, and you can’t sign in without them. Please allow cookies for this site in your browser settings, then reload the page.'

/** @throws ApiError where the browser blocks cookies: the server would sign in a session that is lost at once */
export function requireCookies(): void {
  if (navigator.cookieEnabled) return
  const problem = { title: 'Cookies are blocked', status: 0, detail: COOKIES_BLOCKED }
  throw new ApiError({ status: 0, statusText: problem.title, body: JSON.stringify(problem) })
}
