import { useState } from 'react'
import type { ApplicationScreening } from '#features/screening/api/screening.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Failed, OwnWords } from './dialog-parts.tsx'
import { useHitActions } from './use-hits.ts'

type Person = Pick<ApplicationScreening['subjects'][number], 'id' | 'former' | 'dropped'>

/** Spellings of before, which stay compared until an admin drops one. */
export function FormerSpellings({ person }: { person: Person }) {
  const { id, former, dropped } = person
  const may = useMay('compliance.work')
  const [dropping, setDropping] = useState<string | null>(null)
  return (
    <>
      {former.map((name) => (
        <span key={name} className="flex flex-wrap items-center gap-x-3 text-sm">
          <span className="min-w-0 wrap-anywhere">{`Former spelling, still compared: ${name}`}</span>
          {may ? (
            <Button size="small" tone="quiet" onClick={() => setDropping(name)}>
              Typing error
            </Button>
          ) : null}
        </span>
      ))}
      {dropped.map(({ name, words, at }) => (
        <span key={`${name} ${at}`} className="block text-sm text-ink-soft">
          {`No longer compared since ${formatDate(new Date(at))}: ${name}. “${words}”`}
        </span>
      ))}
      {dropping === null ? null : (
        <DropDialog {...{ id }} name={dropping} onClose={() => setDropping(null)} />
      )}
    </>
  )
}

function DropDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { dropName } = useHitActions()
  const [words, setWords] = useState('')
  const [submitted, setSubmitted] = useState(false)
  return (
    <FormDialog
      size="normal"
      title="No longer compare this spelling"
      description={`${name} was a typing error. A second person has to confirm it where a match of this person was ever confirmed.`}
      submitLabel="Save"
      pending={dropName.isPending}
      pendingLabel="Saving..."
      onSubmit={() => {
        setSubmitted(true)
        if (words.trim() === '') return
        dropName.mutate({ id, body: { name, words: words.trim() } }, { onSuccess: onClose })
      }}
      onCancel={onClose}
    >
      <Failed error={dropName.error} />
      <OwnWords value={words} onChange={setWords} isChecked={submitted} isFirst />
    </FormDialog>
  )
}
