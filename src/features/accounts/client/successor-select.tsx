import { CHOOSE_SUCCESSOR, clientsText } from './clients-text.ts'
import { ManagerSelect, type Manager } from './manager-select.tsx'
import type { UserRow } from './use-users.ts'

type SuccessorSelectProps = {
  /** The leaving wealth manager. */
  user: UserRow
  value: Manager | undefined
  onChange: (manager: Manager | undefined) => void
  isMissing: boolean
}

/** Asks who gets the clients of a leaving manager. */
export function SuccessorSelect({ user, value, onChange, isMissing }: SuccessorSelectProps) {
  return (
    <ManagerSelect
      listOf="system_administrator"
      label={`Who takes over the ${clientsText(user.clients)}?`}
      placeholder="Select a wealth manager"
      required
      except={user.id}
      value={value?.id ?? ''}
      onChange={(_, manager) => onChange(manager)}
      error={isMissing ? CHOOSE_SUCCESSOR : undefined}
    />
  )
}

/** The choice as the call takes it. */
export function handedTo(manager: Manager | undefined): { clientsTo?: string; withoutLetter?: true } {
  if (manager === undefined) return {}
  return { clientsTo: manager.id, ...(!manager.hasLetter && { withoutLetter: true }) }
}
