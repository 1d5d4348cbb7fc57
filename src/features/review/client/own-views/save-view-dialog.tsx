import { useState } from 'react'
import type { OwnView, OwnViews } from '#features/review/api/own-views.ts'
import { MAX_VIEW_NAME_LENGTH, MAX_OWN_VIEWS } from '#features/review/rules/views.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { useSaveViews } from './use-saved-views.ts'

type SaveViewDialogProps = {
  views: OwnViews
  address: string
  /** Whether the list is searched too; the search is not saved. */
  isSearched: boolean
  onClose: () => void
}

/** Saves the list's filter and order under a name. */
export function SaveViewDialog({ views, address, isSearched, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState('')
  const [isUnnamed, setUnnamed] = useState(false)
  const keep = useSaveViews(() => {
    toast({ title: 'View saved', description: name.trim() })
    onClose()
  })
  const isFull = views.own.length >= MAX_OWN_VIEWS
  const submit = () => {
    setUnnamed(name.trim() === '')
    if (name.trim() === '' || isFull) return
    keep.mutate({ seen: views.version, views: [...views.own.map(asSaved), { name, address }] })
  }
  return (
    <FormDialog
      title="Save this view"
      description={`A tab for this list as it is filtered and sorted now${isSearched ? ', without your search' : ''}.`}
      submitLabel="Save View"
      pendingLabel="Saving..."
      pending={keep.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        name="viewName"
        value={name}
        maxLength={MAX_VIEW_NAME_LENGTH}
        onChange={({ target }) => setName(target.value)}
        error={isUnnamed && name.trim() === '' ? 'Please name the view' : undefined}
        autoComplete="off"
        data-autofocus=""
      />
      {isFull ? (
        <Notice tone="warning">{`You have ${MAX_OWN_VIEWS} views, the maximum. Please delete one first.`}</Notice>
      ) : null}
      {keep.error ? (
        <Notice tone="danger" live="alert" title="Not saved">
          {detailOf(keep.error)}
        </Notice>
      ) : null}
    </FormDialog>
  )
}

/** A view as the call takes it. */
export function asSaved({ id, name, address }: OwnView) {
  return { id, name, address }
}
