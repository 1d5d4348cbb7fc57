import { lazyPart } from '#client/shared/shell/lazy-part.tsx'

/** For roles that may not see a page. */
export const accessDenied = lazyPart(
  async () => (await import('#client/features/auth/access-denied-page.tsx')).AccessDeniedPage,
)

/** For the time when the server cannot be reached, and its code could not be fetched any more. */
export const sessionProblem = lazyPart(
  async () => (await import('./session-problem-page.tsx')).SessionProblemPage,
)
