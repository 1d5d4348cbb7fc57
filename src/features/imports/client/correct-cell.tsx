import { Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import type { ImportRow } from '#features/imports/api/import-shapes.ts'
import { call } from '#base/client/lib/api.ts'
import { controlClasses } from '#base/client/ui/field.tsx'
import { useImportChange } from './import-query.ts'

type Props = { importId: string; row: number; cell: NonNullable<ImportRow['problems'][number]['cell']> }

/** A wrong cell with its text: one press edits it, Enter saves it, Escape leaves it. */
export function CorrectCell({ importId: id, row, cell: { column, text } }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const fieldId = useId()
  const correct = useImportChange(id, (value: string) =>
    call('PUT /api/admin/imports/{id}/rows/{row}/cells/{column}', {
      params: { id, row, column },
      body: { value, before: text },
    }),
  )
  const label = `Correct row ${row}`
  if (typed === null) {
    return (
      <button
        type="button"
        aria-label={text === '' ? `${label}: empty` : `${label}: ${text}`}
        className="mx-1 inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-sm border border-edge bg-surface px-2 align-middle wrap-anywhere hover:border-ink pointer-coarse:min-h-11"
        onClick={() => setTyped(text)}
      >
        <span translate="no">{text === '' ? 'Empty' : text}</span>
        <Pencil aria-hidden="true" className="size-3.5 shrink-0 text-ink-soft" />
      </button>
    )
  }
  return (
    <form
      className="mt-1 flex max-w-md items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        // A cell that is still wrong shows what was saved.
        if (!correct.isPending) correct.mutate(typed, { onSuccess: () => setTyped(null) })
      }}
    >
      <label htmlFor={fieldId} className="sr-only">
        {label}
      </label>
      <input
        id={fieldId}
        // The press that opened it asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        type="text"
        translate="no"
        maxLength={2000}
        value={typed}
        readOnly={correct.isPending}
        className={controlClasses(false, 'min-w-0 grow')}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(null)
        }}
      />
      <button type="submit" className="text-link text-sm">
        Save
      </button>
    </form>
  )
}
