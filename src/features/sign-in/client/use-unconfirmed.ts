import { pendingRequirement } from '#features/access/rules/authorisation/pending-requirements.ts'
import { useSession } from '#features/access/client/use-session.ts'

/** Whether the client has registered and not confirmed the address yet. */
export function useUnconfirmed(): boolean {
  const { user } = useSession()
  return user !== null && pendingRequirement(user) === 'confirmation'
}
