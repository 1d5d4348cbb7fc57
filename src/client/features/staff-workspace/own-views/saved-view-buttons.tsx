import { BookmarkPlus, ListOrdered } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OwnViews } from '#domain/api/own-views.ts'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { Workspace } from '../workspaces.ts'
import type { ListView } from '../list/queues.ts'
import { addressToSave } from './addresses.ts'
import { ArrangeViewsDialog } from './arrange-views-dialog.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'

type SavedViewButtonsProps = {
  role: Workspace['role']
  looked: ListView
  views: OwnViews
  /** Whether a tab shows the same list already. */
  isSaved: boolean
}

/** Buttons beside the tabs that save the current list as a view and arrange saved views. */
export function SavedViewButtons({ role, looked, views, isSaved }: SavedViewButtonsProps) {
  const [open, setOpen] = useState<'save' | 'arrange' | null>(null)
  const canSave = !isSaved
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
        <SaveViewDialog {...shown} address={addressToSave(role, looked)} isSearched={looked.search !== ''} />
      ) : null}
      {open === 'arrange' ? <ArrangeViewsDialog {...shown} /> : null}
    </div>
  )
}

/**
 * If the dialog removed the button that opened it, focuses the current tab, or the first.
 *
 * @param buttons which buttons are shown
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
