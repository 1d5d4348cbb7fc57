import { ApiError } from '#base/client/lib/api.ts'

/** Shown if the browser blocks the session cookie. */
export const COOKIES_BLOCKED =
  'Your browser is blocking cookies, and you can’t sign in without them. Please allow cookies for this site in your browser settings, then reload the page.'

/** @throws ApiError if the browser blocks cookies, since the new session would be lost at once */
export function requireCookies(): void {
  if (navigator.cookieEnabled) return
  const problem = { title: 'Cookies are blocked', status: 0, detail: COOKIES_BLOCKED }
  throw new ApiError({ status: 0, statusText: problem.title, body: JSON.stringify(problem) })
}
