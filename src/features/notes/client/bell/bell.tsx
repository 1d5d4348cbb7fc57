import { Bell as BellSign } from 'lucide-react'
import { useId, useRef, useState, type ToggleEvent } from 'react'
import type { Role } from '#features/access/rules/roles.ts'
import { countText } from '#features/notes/rules/notifications/kinds.ts'
import { positionBelow } from '#base/client/ui/collapsible-menu.tsx'
import { NotificationList } from './notification-list.tsx'
import { useUnread } from './use-notifications.ts'

/** Notifications behind a bell that shows the number of unread ones. */
export function Bell({ role }: { role: Role }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const unread = useUnread() ?? 0
  const positionPanel = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'open') positionBelow(currentTarget, opener.current?.closest('header'))
    setOpen(newState === 'open')
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        title="Notifications"
        className="relative flex size-[44px] shrink-0 items-center justify-center rounded-md hover:bg-sunken"
      >
        <BellSign aria-hidden="true" className="size-5" />
        <span className="sr-only">{`Notifications${unread === 0 ? '' : ': '}`}</span>
        {unread === 0 ? null : (
          <>
            <span className="absolute top-0.5 right-0 min-w-5 rounded-full bg-primary px-1 text-center text-xs leading-5 font-semibold text-on-primary">
              {countText(unread)}
            </span>
            <span className="sr-only"> unread</span>
          </>
        )}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        onBeforeToggle={positionPanel}
        className="inset-auto top-(--fold-top) right-2 max-h-[calc(100dvh-var(--fold-top)-0.5rem)] w-[min(26rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-hairline bg-surface p-4 text-ink shadow-float sm:right-8"
      >
        {open ? <NotificationList role={role} onLeave={() => panel.current?.hidePopover()} /> : null}
      </div>
    </>
  )
}
