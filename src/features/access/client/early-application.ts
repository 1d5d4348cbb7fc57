import type { Application } from '#features/applications/api/application.ts'
import type { SessionUser } from '#features/access/api/auth.ts'
import { pendingRequirement } from '#features/access/rules/authorisation/pending-requirements.ts'
import { call } from '#base/client/lib/api.ts'
import { plainPath, paths } from '#base/client/paths.ts'

/** The home page loads the client's application first. */
const leadsHome: ReadonlySet<string> = new Set([paths.home, paths.signIn])

let early: { userId: string; answer: Promise<Application> } | undefined

/** Whether a user's next page is a client's home. */
export function isGoingHome(user: SessionUser): boolean {
  return (
    user.role === 'client' && pendingRequirement(user) === null && leadsHome.has(plainPath(location.pathname))
  )
}

/** Requests a client's application with the answer to the sign-in, while the code of the home page may be loading. */
export function requestApplication(user: SessionUser): void {
  if (!isGoingHome(user)) return
  const answer = call('GET /api/application')
  // The query that takes it reports the error.
  answer.catch(() => undefined)
  early = { userId: user.id, answer }
}

/** The user's application requested before, once. */
export function takeApplication(user: SessionUser): Promise<Application> | undefined {
  const taken = early?.userId === user.id ? early.answer : undefined
  early = undefined
  return taken
}
