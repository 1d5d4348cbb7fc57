import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/select.tsx'
import { HandOverDialog } from '#client/features/users/hand-over-dialog.tsx'
import { useManagers } from '#client/features/users/manager-select.tsx'
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

/** Filters by wealth manager or unassigned, and offers to hand over a manager's clients. */
export function ManagerFilter({ value, onChange, unassigned, onHandedOver }: ManagerFilterProps) {
  const { managers = [] } = useManagers('admin')
  const [handingOver, setHandingOver] = useState(false)
  const present = managers.find(({ id }) => id === value)
  const isManager = value !== '' && value !== UNASSIGNED
  // An unlisted manager is deactivated: the id came from a link, or the clients are old.
  const name = present?.name ?? 'a deactivated wealth manager'
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
        <Button tone="secondary" onClick={() => setHandingOver(true)}>
          Hand Over Clients
        </Button>
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

type UnassignedNoticeProps = { count: number; onShow: () => void }

/** Warns that some applications have no wealth manager. */
export function UnassignedNotice({ count, onShow }: UnassignedNoticeProps) {
  if (count === 0) return null
  const one = count === 1
  return (
    <Notice
      tone="warning"
      live="status"
      className="mb-4"
      title={`Unassigned: ${count.toLocaleString('en-ZA')} ${one ? 'application' : 'applications'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-64">
          {one
            ? 'This client has no wealth manager, so no one will review the application and there is no letter to sign.'
            : 'These clients have no wealth manager, so no one will review their applications and they have no letter to sign.'}
        </p>
        <Button size="small" tone="secondary" onClick={onShow}>
          {one ? 'Show client' : 'Show clients'}
        </Button>
      </div>
    </Notice>
  )
}
