import { BookmarkPlus, ListOrdered } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OwnViews } from '#domain/api/own-views.ts'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { Desk } from '../desks.ts'
import type { Looked } from '../list/queues.ts'
import { addressToKeep } from './addresses.ts'
import { ArrangeViewsDialog } from './arrange-views-dialog.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'

type OwnViewButtonsProps = {
  role: Desk['role']
  looked: Looked
  views: OwnViews
  /** Whether a tab leads here already. */
  isKept: boolean
}

/** Beside the tabs: gives the list as it is a name, and arranges those that have one. */
export function OwnViewButtons({ role, looked, views, isKept }: OwnViewButtonsProps) {
  const [open, setOpen] = useState<'save' | 'arrange' | null>(null)
  const canSave = !isKept
  const canArrange = views.own.length > 0
  const ref = useFocusOnTab(open !== null, `${canSave} ${canArrange}`)
  const shown = { views, canShare: role === 'admin', onClose: () => setOpen(null) }
  return (
    <div ref={ref} className="flex shrink-0 items-center">
      {canSave ? (
        <Button
          tone="quiet"
          size="small"
          icon={<BookmarkPlus aria-hidden="true" className="size-5" />}
          className="max-sm:px-3"
          onClick={() => setOpen('save')}
        >
          <span className="max-sm:sr-only">Save this view</span>
        </Button>
      ) : null}
      {canArrange ? (
        <IconButton label="Arrange your views" Icon={ListOrdered} onPress={() => setOpen('arrange')} />
      ) : null}
      {open === 'save' ? (
        <SaveViewDialog {...shown} address={addressToKeep(role, looked)} isSearched={looked.search !== ''} />
      ) : null}
      {open === 'arrange' ? <ArrangeViewsDialog {...shown} /> : null}
    </div>
  )
}

/**
 * Where the button that opened a dialog is gone with what the dialog did, the focus goes to the tab that one is at, or to the first.
 *
 * @param buttons which of them there are
 */
function useFocusOnTab(isOpen: boolean, buttons: string) {
  const ref = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) wasOpen.current = true
    if (isOpen || !wasOpen.current || document.activeElement !== document.body) return
    wasOpen.current = false
    const tabs = ref.current?.parentElement
    const tab = tabs?.querySelector('a[aria-current]') ?? tabs?.querySelector('a')
    if (tab instanceof HTMLElement) tab.focus()
  }, [isOpen, buttons])
  return ref
}
