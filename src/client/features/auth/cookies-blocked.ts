import { ApiError } from '#client/shared/lib/api.ts'

/** What a user is told whose browser would forget at once that they signed in. */
export const COOKIES_BLOCKED =
  'Your browser blocks cookies for this site, and signing in needs one. Please allow cookies for this site in the settings of your browser, then load the page again.'

/** @throws ApiError where the browser blocks cookies: the server would sign in a session that is lost at once */
export function requireCookies(): void {
  if (navigator.cookieEnabled) return
  const problem = { title: 'Cookies are blocked', status: 0, detail: COOKIES_BLOCKED }
  throw new ApiError({ status: 0, statusText: problem.title, body: JSON.stringify(problem) })
}
