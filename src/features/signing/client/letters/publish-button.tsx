import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LettersState } from '#features/signing/api/letters.ts'
import { ApiError, call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { lettersQuery } from './use-letters.ts'

export type PublishProps = {
  /** The number of the version. */
  next: number
  /** The versions of the settings that the page shows. */
  versions: { factsVersion: number; textVersion: number }
  onPublished: (letters: LettersState) => void
}

/** Publishes the saved text and facts as the template of new letters, once it is named who checked them. */
export function PublishButton(props: PublishProps) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setAsks(true)}>
        Publish
      </Button>
      {asks ? <PublishDialog {...props} onClose={() => setAsks(false)} /> : null}
    </>
  )
}

function PublishDialog({ next, versions, onPublished, onClose }: PublishProps & { onClose: () => void }) {
  const client = useQueryClient()
  const [checkedBy, setCheckedBy] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [missing, setMissing] = useState<string | undefined>()
  const publish = async () => {
    setPending(true)
    setProblem(null)
    setMissing(undefined)
    try {
      const body = { checkedBy, ...versions }
      const state = await call('POST /api/firm/letters/publish', { body })
      client.setQueryData(lettersQuery.queryKey, state)
      toast({
        title: `Version ${next} published`,
        description: 'Letters stay as they are until you generate them.',
      })
      onClose()
      onPublished(state)
    } catch (error) {
      setPending(false)
      if (error instanceof ApiError && error.status === 400) setMissing(error.fields['checkedBy'])
      else setProblem(detailOf(error))
    }
  }
  return (
    <FormDialog
      title={`Publish version ${next}?`}
      submitLabel="Publish"
      pendingLabel="Publishing..."
      {...{ pending }}
      onSubmit={() => void publish()}
      onCancel={onClose}
    >
      {problem === null ? null : (
        <Notice tone="danger" live="alert">
          {problem}
        </Notice>
      )}
      <TextInput
        label="Checked by"
        name="checkedBy"
        hint="Who checked this letter against the General Code of Conduct. It is recorded with the version."
        maxLength={120}
        autoComplete="off"
        value={checkedBy}
        onChange={({ target }) => setCheckedBy(target.value)}
        error={missing}
      />
    </FormDialog>
  )
}
