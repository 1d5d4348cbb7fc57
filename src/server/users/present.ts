import type { ListedUser } from '#domain/api/users.ts'
import type { ListedUserRow } from './queries.ts'

/** What leaves the server of somebody in a list. */
export function presentListedUser({ id, username, role, fullName }: ListedUserRow): ListedUser {
  return { id, username, role, fullName }
}
