import { lazyPart } from '#base/client/lib/lazy-part.tsx'

/** Shown to roles that may not open a page. */
export const accessDenied = lazyPart(
  async () => (await import('#features/sign-in/client/access-denied-page.tsx')).AccessDeniedPage,
)

/** Bundled with the first script, since its code could not be fetched while the server is unreachable. */
export const sessionProblem = lazyPart(
  async () => (await import('./session-problem-page.tsx')).SessionProblemPage,
)
