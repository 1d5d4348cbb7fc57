import type { ReactNode } from 'react'
import { Notice } from '#base/client/ui/notice.tsx'
import { useOnline } from '#base/client/ui/use-online.ts'

/** Says that the browser is offline and whether input is saved. */
export function OfflineNotice({
  children = 'You can carry on typing. Please send the form when you’re back online.',
}: {
  children?: ReactNode
}) {
  const online = useOnline()
  return (
    <div role="status">
      {online ? null : (
        <Notice tone="warning" title="You are offline" className="mb-6">
          {children}
        </Notice>
      )}
    </div>
  )
}
