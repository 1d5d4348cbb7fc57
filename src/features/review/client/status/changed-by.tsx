import { useState } from 'react'
import { useSession } from '#features/access/client/use-session.ts'
import { foreignChange, type ChangedStatus } from './foreign-change.ts'

/** Names the other user who changed a row's status since it was first shown. */
export function ChangedBy({ status, statusChangedBy }: ChangedStatus) {
  const { user } = useSession()
  const [first, setFirst] = useState(status)
  const change = foreignChange(first, { status, statusChangedBy }, user?.id)
  if (change === null) {
    if (status !== first) setFirst(status)
    return null
  }
  return <span className="block text-xs leading-4 font-semibold text-brass">{`Changed by ${change.by}`}</span>
}
