import type { SessionUser } from '#features/access/api/auth.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import { assuredIdleMs } from './session-limits.ts'

/** The signed-in user, as shown to themselves. */
export function presentSessionUser(
  { settings: { sessionLimits } }: Pick<Context, 'settings'>,
  actor: Actor,
): SessionUser {
  return {
    id: actor.userId,
    username: actor.username,
    role: actor.role,
    compliance: actor.compliance,
    fullName: actor.fullName,
    createdAt: actor.accountCreatedAt.toISOString(),
    mustChangePassword: actor.mustChangePassword,
    mustConfirmAddress: actor.mustConfirmAddress,
    secondFactor: actor.secondFactor,
    idleTimeoutMs: assuredIdleMs(sessionLimits[actor.role]),
    sessionEndsAt: actor.sessionEndsAt.toISOString(),
  }
}
