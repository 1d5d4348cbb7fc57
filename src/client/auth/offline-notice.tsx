import { Notice } from '#client/ui/notice.tsx'
import { useOnline } from './use-online.ts'

/** Says that nothing can be sent just now, for as long as that is so. */
export function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="status">
      {online ? null : (
        <Notice tone="warning" title="You are offline" className="mb-6">
          You can go on typing. Please send the form when you are connected again.
        </Notice>
      )}
    </div>
  )
}
