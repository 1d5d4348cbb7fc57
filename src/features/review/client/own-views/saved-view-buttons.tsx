import { BookmarkMinus, BookmarkPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OwnView, OwnViews } from '#features/review/api/own-views.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import type { Workspace } from '../workspaces.ts'
import type { ListView } from '../list/queues.ts'
import { addressToSave, type CurrentTab } from './addresses.ts'
import { asSaved, SaveViewDialog } from './save-view-dialog.tsx'
import { useSaveViews } from './use-saved-views.ts'

type SavedViewButtonsProps = {
  role: Workspace['role']
  looked: ListView
  views: OwnViews
} & CurrentTab

/** A button beside the tabs that saves the current list as a view, or deletes the current saved view. */
export function SavedViewButtons({ role, looked, views, tab, isSaved }: SavedViewButtonsProps) {
  const [isSaving, setSaving] = useState(false)
  const current = views.own.find(({ id }) => typeof tab === 'object' && tab?.id === id)
  const [ref, use] = useFocusOnTab(isSaving, `${isSaved} ${current?.id}`)
  return (
    <div ref={ref} className="flex shrink-0 items-center">
      {isSaved ? null : (
        <Button
          tone="quiet"
          size="small"
          icon={<BookmarkPlus aria-hidden="true" className="size-5" />}
          className="max-sm:px-3"
          onClick={() => {
            use()
            setSaving(true)
          }}
        >
          <span className="max-sm:sr-only">Save this view</span>
        </Button>
      )}
      {isSaved && current !== undefined ? (
        <DeleteButton key={current.id} views={views} view={current} onUse={use} />
      ) : null}
      {isSaving ? (
        <SaveViewDialog
          views={views}
          address={addressToSave(role, looked)}
          isSearched={looked.search !== ''}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </div>
  )
}

/** Deletes at once: the list stays as it is, so that it can be saved again. */
function DeleteButton({ views, view, onUse }: { views: OwnViews; view: OwnView; onUse: () => void }) {
  const save = useSaveViews(() => toast({ title: 'View deleted', description: view.name }))
  const remove = () => {
    onUse()
    save.mutate(
      { seen: views.version, views: views.own.filter(({ id }) => id !== view.id).map(asSaved) },
      {
        onError: (error) =>
          toast({ variant: 'destructive', title: 'Not deleted', description: detailOf(error) }),
      },
    )
  }
  return (
    <Button
      tone="quiet"
      size="small"
      icon={<BookmarkMinus aria-hidden="true" className="size-5" />}
      className="max-sm:px-3"
      pending={save.isPending}
      pendingLabel="Deleting..."
      onClick={remove}
    >
      <span className="max-sm:sr-only">Delete this view</span>
    </Button>
  )
}

/**
 * If an action removed the button that started it, focuses the current tab, or the first.
 *
 * @param isOpen whether a dialog is open
 * @param button which button is shown
 * @returns the element around the buttons, and what each calls when it is pressed
 */
function useFocusOnTab(isOpen: boolean, button: string) {
  const ref = useRef<HTMLDivElement>(null)
  const wasUsed = useRef(false)
  useEffect(() => {
    if (isOpen || !wasUsed.current || document.activeElement !== document.body) return
    wasUsed.current = false
    const tabs = ref.current?.parentElement
    const tab = tabs?.querySelector('a[aria-current]') ?? tabs?.querySelector('a')
    if (tab instanceof HTMLElement) tab.focus()
  }, [isOpen, button])
  const use = () => {
    wasUsed.current = true
  }
  return [ref, use] as const
}
