import { BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import type { OwnView, OwnViews } from '#features/review/api/own-views.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import type { Workspace } from '../workspaces.ts'
import type { ListView } from '../list/queues.ts'
import { addressToSave, type CurrentTab } from './addresses.ts'
import { asSaved, RenameViewDialog, SaveViewDialog } from './save-view-dialog.tsx'
import { useSaveViews } from './use-saved-views.ts'

type SaveViewButtonProps = {
  role: Workspace['role']
  looked: ListView
  views: OwnViews
}

/** Saves the current list as a view; shown while no tab is the same list. */
export function SaveViewButton({ role, looked, views }: SaveViewButtonProps) {
  const [isSaving, setSaving] = useState(false)
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        icon={<BookmarkPlus aria-hidden="true" className="size-5" />}
        className="shrink-0 px-2 text-xs whitespace-nowrap"
        onClick={() => setSaving(true)}
      >
        Save this view
      </Button>
      {isSaving ? (
        <SaveViewDialog
          views={views}
          address={addressToSave(role, looked)}
          isSearched={looked.search !== ''}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </>
  )
}

/** Renames or deletes the own view that the list shows. */
export function OwnViewButtons({ views, tab }: { views: OwnViews } & Pick<CurrentTab, 'tab'>) {
  const [isRenaming, setRenaming] = useState(false)
  const save = useSaveViews(() => undefined)
  const current = views.own.find(({ id }) => typeof tab === 'object' && tab?.id === id)
  if (current === undefined) return null
  return (
    <>
      <Button size="small" tone="secondary" onClick={() => setRenaming(true)}>
        Rename this view
      </Button>
      <Button
        size="small"
        tone="secondary"
        onClick={({ currentTarget }) => {
          // The focus returns to the panel's button, which stays.
          currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
          remove(current)
        }}
      >
        Delete this view
      </Button>
      {isRenaming ? (
        <RenameViewDialog views={views} view={current} onClose={() => setRenaming(false)} />
      ) : null}
    </>
  )

  /** At once: the list stays as it is, so that it can be saved again. */
  function remove(view: OwnView) {
    save.mutate(
      { seen: views.version, views: views.own.filter(({ id }) => id !== view.id).map(asSaved) },
      {
        onSuccess: () => toast({ title: 'View deleted', description: view.name }),
        onError: (error) =>
          toast({ variant: 'destructive', title: 'Not deleted', description: detailOf(error) }),
      },
    )
  }
}
