import type { OwnSession } from '#features/accounts/api/account.ts'
import { deviceName } from '#features/sign-in/rules/device-name.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { OwnSessionRow } from './own-sessions.ts'

/** A session as shown to its owner. */
export function presentOwnSession(row: OwnSessionRow, actor: Actor): OwnSession {
  return {
    id: row.id,
    current: row.id === actor.sessionId,
    device: deviceName(row.userAgent),
    address: row.ip,
    startedAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }
}
