import { pendingRequirement } from '#domain/authorisation/pending-requirements.ts'
import { useSession } from './use-session.ts'

/** Whether the client has registered and not confirmed the address yet. */
export function useUnconfirmed(): boolean {
  const { user } = useSession()
  return user !== null && pendingRequirement(user) === 'confirmation'
}
