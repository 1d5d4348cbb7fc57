import { useState } from 'react'
import type { OwnView, OwnViews } from '#features/review/api/own-views.ts'
import { MAX_VIEW_NAME_LENGTH, MAX_OWN_VIEWS } from '#features/review/rules/views.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { useSaveViews } from './use-saved-views.ts'

type DialogProps = { views: OwnViews; onClose: () => void }

type SaveViewDialogProps = DialogProps & {
  address: string
  /** Whether the list is searched too; the search is not saved. */
  isSearched: boolean
}

/** Saves the list's filter and order under a name. */
export function SaveViewDialog({ views, address, isSearched, onClose }: SaveViewDialogProps) {
  const isFull = views.own.length >= MAX_OWN_VIEWS
  return (
    <NameDialog
      title="Save this view"
      description={`A tab for this list as it is filtered and sorted now${isSearched ? ', without your search' : ''}.`}
      saved="View saved"
      problem={isFull ? `You have ${MAX_OWN_VIEWS} views, the maximum. Please delete one first.` : undefined}
      viewsNamed={(name) => [...views.own.map(asSaved), { name, address }]}
      {...{ views, onClose }}
    />
  )
}

/** Gives an own view another name. */
export function RenameViewDialog({ views, view, onClose }: DialogProps & { view: OwnView }) {
  return (
    <NameDialog
      title="Rename this view"
      first={view.name}
      saved="View renamed"
      viewsNamed={(name) =>
        views.own.map((one) => ({ ...asSaved(one), ...(one.id === view.id && { name }) }))
      }
      {...{ views, onClose }}
    />
  )
}

type NameDialogProps = DialogProps & {
  title: string
  description?: string
  first?: string
  /** The title of the notification. */
  saved: string
  /** Why nothing can be saved, if so. */
  problem?: string | undefined
  viewsNamed: (name: string) => Parameters<ReturnType<typeof useSaveViews>['mutate']>[0]['views']
}

function NameDialog({
  views,
  title,
  description,
  first = '',
  saved,
  problem,
  viewsNamed,
  onClose,
}: NameDialogProps) {
  const [name, setName] = useState(first)
  const [isUnnamed, setUnnamed] = useState(false)
  const save = useSaveViews(() => {
    toast({ title: saved, description: name.trim() })
    onClose()
  })
  const submit = () => {
    setUnnamed(name.trim() === '')
    if (name.trim() === '' || problem !== undefined) return
    save.mutate({ seen: views.version, views: viewsNamed(name) })
  }
  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel="Save View"
      pendingLabel="Saving..."
      pending={save.isPending}
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
      {problem === undefined ? null : <Notice tone="warning">{problem}</Notice>}
      {save.error ? (
        <Notice tone="danger" live="alert" title="Not saved">
          {detailOf(save.error)}
        </Notice>
      ) : null}
    </FormDialog>
  )
}

/** A view as the call takes it. */
export function asSaved({ id, name, address }: OwnView) {
  return { id, name, address }
}
