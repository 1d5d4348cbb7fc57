import { CHOOSE_SUCCESSOR, clientsText } from './clients-text.ts'
import { ManagerSelect, type Manager } from './manager-select.tsx'
import type { UserRow } from './use-users.ts'

type SuccessorSelectProps = {
  /** The wealth manager who goes. */
  user: UserRow
  value: Manager | undefined
  onChange: (manager: Manager | undefined) => void
  isMissing: boolean
}

/** Asks a system administrator who gets the clients of a manager who goes. */
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

/** What is sent of the choice. */
export function handedTo(manager: Manager | undefined): { clientsTo?: string; withoutLetter?: true } {
  if (manager === undefined) return {}
  return { clientsTo: manager.id, ...(!manager.hasLetter && { withoutLetter: true }) }
}
