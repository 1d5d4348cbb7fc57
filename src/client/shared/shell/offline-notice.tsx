import type { ReactNode } from 'react'
import { Notice } from '#client/ui/notice.tsx'
import { useOnline } from '#client/ui/use-online.ts'

/** Says that nothing can be sent just now, for as long as that is so, and what becomes of what is typed. */
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
