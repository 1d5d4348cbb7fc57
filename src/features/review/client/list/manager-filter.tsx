import { useState } from 'react'
import { Allowed } from '#features/access/client/use-may.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { HandOverDialog } from '#features/accounts/client/hand-over-dialog.tsx'
import { useManagers } from '#features/accounts/client/manager-select.tsx'
import { UNASSIGNED, withCount } from './lists.ts'

type ManagerFilterProps = {
  /** A wealth manager's id, `unassigned`, or empty for all. */
  value: string
  onChange: (value: string) => void
  /** The number of unassigned clients, if loaded. */
  unassigned: number | undefined
  /** Refetches the list. */
  onHandedOver: () => void
}

/** An unlisted manager is deactivated: the id came from a link, or the clients are old. */
const DEACTIVATED_MANAGER = 'a deactivated wealth manager'

/** The name of the wealth manager that is filtered by; undefined without this filter. */
export function useManagerName(value: string): string | undefined {
  const isManager = value !== '' && value !== UNASSIGNED
  const { managers = [] } = useManagers('admin', isManager)
  if (!isManager) return value === '' ? undefined : 'Unassigned'
  return managers.find(({ id }) => id === value)?.name ?? DEACTIVATED_MANAGER
}

/** Filters by wealth manager or unassigned, and offers to hand over a manager's clients. */
export function ManagerFilter({ value, onChange, unassigned, onHandedOver }: ManagerFilterProps) {
  const { managers = [] } = useManagers('admin')
  const [handingOver, setHandingOver] = useState(false)
  const present = managers.find(({ id }) => id === value)
  const isManager = value !== '' && value !== UNASSIGNED
  const name = present?.name ?? DEACTIVATED_MANAGER
  return (
    <>
      <Select
        label="Wealth Manager"
        name="wealthManager"
        placeholder={null}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={[
          { value: '', label: 'All' },
          { value: UNASSIGNED, label: withCount('Unassigned', unassigned) },
          ...(isManager && present === undefined ? [{ value, label: 'Deactivated' }] : []),
          ...managers.map((manager) => ({ value: manager.id, label: manager.name })),
        ]}
      />
      {isManager ? (
        <Allowed to="clients.hand-over">
          <Button tone="secondary" onClick={() => setHandingOver(true)}>
            Hand Over Clients
          </Button>
        </Allowed>
      ) : null}
      {handingOver ? (
        <HandOverDialog
          from={{ id: value, name }}
          listOf="admin"
          onClose={() => setHandingOver(false)}
          onDone={onHandedOver}
        />
      ) : null}
    </>
  )
}
