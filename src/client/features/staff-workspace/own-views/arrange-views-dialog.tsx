import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { OwnViews } from '#domain/api/own-views.ts'
import { MAX_VIEW_NAME_LENGTH } from '#domain/applications/review/views.ts'
import { detailOf } from '#client/shared/lib/api.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { movedBy, type Arranged } from './arranged.ts'
import { useSaveViews } from './use-saved-views.ts'

type ArrangeViewsDialogProps = {
  views: OwnViews
  canShare: boolean
  onClose: () => void
}

/** Renames, reorders, shares and deletes the user's saved views; changes are stored on Save. */
export function ArrangeViewsDialog({ views, canShare, onClose }: ArrangeViewsDialogProps) {
  // The initial state: changes of another window are not overwritten.
  const [seen] = useState(views.version)
  const [arranged, setArranged] = useState<readonly Arranged[]>(() =>
    views.own.map(({ id, name, address, shared }) => ({ id, name, address, shared: canShare && shared })),
  )
  const [isTried, setTried] = useState(false)
  const { ref, focusNext } = useFocusOnRow(arranged)
  const keep = useSaveViews(() => {
    toast({ title: 'Views saved', description: `${tabsText(arranged.length)} next to the queues` })
    onClose()
  })
  const change = (id: string, patch: Partial<Arranged>) =>
    setArranged(arranged.map((view) => (view.id === id ? { ...view, ...patch } : view)))
  const move = (id: string, by: -1 | 1) => {
    focusNext(id, by === -1 ? 'up' : 'down')
    setArranged(movedBy(arranged, id, by))
  }
  const remove = (id: string) => {
    const index = arranged.findIndex((view) => view.id === id)
    const left = arranged.filter((view) => view.id !== id)
    focusNext(left[Math.min(index, left.length - 1)]?.id ?? '', 'delete')
    setArranged(left)
  }
  const submit = () => {
    setTried(true)
    if (arranged.every(({ name }) => name.trim() !== '')) keep.mutate({ seen, views: [...arranged] })
  }
  return (
    <FormDialog
      title="Your views"
      description="Rename, move or delete your saved tabs. Nothing changes until you save."
      size="normal"
      submitLabel="Save Views"
      pendingLabel="Saving..."
      pending={keep.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <ol ref={ref} tabIndex={-1} aria-label="Your views" className="grid gap-4">
        {arranged.map((view, index) => (
          <ArrangedRow
            key={view.id}
            {...{ view, index, canShare }}
            isLast={index === arranged.length - 1}
            isTried={isTried}
            onChange={(patch) => change(view.id, patch)}
            onMove={(by) => move(view.id, by)}
            onDelete={() => remove(view.id)}
          />
        ))}
      </ol>
      {arranged.length === 0 ? <p role="status">All of your views will be deleted when you save.</p> : null}
      {keep.error ? (
        <Notice tone="danger" live="alert" title="Not saved">
          {detailOf(keep.error)}
        </Notice>
      ) : null}
    </FormDialog>
  )
}

type ArrangedRowProps = {
  view: Arranged
  /** Counted from 0. */
  index: number
  isLast: boolean
  canShare: boolean
  /** Whether saving was tried: then missing names are reported. */
  isTried: boolean
  onChange: (patch: Partial<Arranged>) => void
  onMove: (by: -1 | 1) => void
  onDelete: () => void
}

function ArrangedRow({ view, index, isLast, canShare, isTried, ...on }: ArrangedRowProps) {
  const { id, name, shared } = view
  return (
    <li data-view={id} className="border-b border-hairline pb-3 last:border-b-0 last:pb-0">
      <TextInput
        label={`Name of tab ${index + 1}`}
        name={`name-${id}`}
        value={name}
        maxLength={MAX_VIEW_NAME_LENGTH}
        onChange={({ target }) => on.onChange({ name: target.value })}
        error={isTried && name.trim() === '' ? 'Please name the view' : undefined}
        autoComplete="off"
      />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        {canShare ? (
          <Checkbox
            label="Shared with the firm"
            name={`shared-${id}`}
            checked={shared}
            onChange={({ target }) => on.onChange({ shared: target.checked })}
          />
        ) : null}
        <div className="ml-auto flex">
          <span data-act="up">
            <IconButton
              label={`Move ${name} up`}
              Icon={ArrowUp}
              disabled={index === 0}
              onPress={() => on.onMove(-1)}
            />
          </span>
          <span data-act="down">
            <IconButton
              label={`Move ${name} down`}
              Icon={ArrowDown}
              disabled={isLast}
              onPress={() => on.onMove(1)}
            />
          </span>
          <span data-act="delete">
            <IconButton label={`Delete ${name}`} Icon={Trash2} onPress={on.onDelete} />
          </span>
        </div>
      </div>
    </li>
  )
}

function tabsText(count: number): string {
  return count === 1 ? '1 tab' : `${count} tabs`
}

/** Keeps the focus on the pressed button while its row moves; if the row is deleted, on the next row or the list. */
function useFocusOnRow(arranged: readonly Arranged[]) {
  const ref = useRef<HTMLOListElement>(null)
  const next = useRef<{ id: string; act: 'up' | 'down' | 'delete' } | null>(null)
  useLayoutEffect(() => {
    if (next.current === null) return
    const { id, act } = next.current
    next.current = null
    const row = ref.current?.querySelector(`[data-view="${CSS.escape(id)}"] [data-act="${act}"] button`)
    if (row instanceof HTMLElement) row.focus()
    else ref.current?.focus()
  }, [arranged])
  return {
    ref,
    focusNext: (id: string, act: 'up' | 'down' | 'delete') => {
      next.current = { id, act }
    },
  }
}
