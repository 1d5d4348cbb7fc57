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
import { useKeepViews } from './use-own-views.ts'

type ArrangeViewsDialogProps = {
  views: OwnViews
  canShare: boolean
  onClose: () => void
}

/** Renames, moves, shares and deletes views of one's own; nothing happens until they are saved. */
export function ArrangeViewsDialog({ views, canShare, onClose }: ArrangeViewsDialogProps) {
  // What the dialog began with: what another window does meanwhile is not overwritten.
  const [seen] = useState(views.version)
  const [arranged, setArranged] = useState<readonly Arranged[]>(() =>
    views.own.map(({ id, name, address, shared }) => ({ id, name, address, shared: canShare && shared })),
  )
  const [isTried, setTried] = useState(false)
  const { ref, focusNext } = useFocusOnRow(arranged)
  const keep = useKeepViews(() => {
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
    const place = arranged.findIndex((view) => view.id === id)
    const left = arranged.filter((view) => view.id !== id)
    focusNext(left[Math.min(place, left.length - 1)]?.id ?? '', 'delete')
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
        {arranged.map((view, place) => (
          <ArrangedRow
            key={view.id}
            {...{ view, place, canShare }}
            isLast={place === arranged.length - 1}
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
  place: number
  isLast: boolean
  canShare: boolean
  /** Whether somebody tried to save: then what is missing is said. */
  isTried: boolean
  onChange: (patch: Partial<Arranged>) => void
  onMove: (by: -1 | 1) => void
  onDelete: () => void
}

function ArrangedRow({ view, place, isLast, canShare, isTried, ...on }: ArrangedRowProps) {
  const { id, name, shared } = view
  return (
    <li data-view={id} className="border-b border-hairline pb-3 last:border-b-0 last:pb-0">
      <TextInput
        label={`Name of tab ${place + 1}`}
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
              disabled={place === 0}
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

/** Keeps the focus on what was pressed while its row moves; where the row is gone, on the one in its place, or on the list. */
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
