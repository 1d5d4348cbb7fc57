import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX_TEXT_LENGTH } from '#features/applications/rules/round/subjects.ts'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import type { Noted } from './use-corrections.ts'

type Form = 'additional' | 'question'

type FurtherRequestProps = { onNote: (noted: Noted) => void }

/** Requests something new: a further document or an answer to a question. */
export function FurtherRequest({ onNote }: FurtherRequestProps) {
  const [asking, setAsking] = useState<Form | null>(null)
  const plus = <Plus aria-hidden="true" className="size-4" />
  return (
    <>
      <Button tone="secondary" size="small" icon={plus} onClick={() => setAsking('additional')}>
        Request a document
      </Button>
      <Button tone="secondary" size="small" icon={plus} onClick={() => setAsking('question')}>
        Question
      </Button>
      {asking === null ? null : (
        <MoreDialog
          asking={asking}
          onNote={(noted) => {
            setAsking(null)
            onNote(noted)
          }}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  )
}

const texts = {
  additional: { title: 'Request a document', missing: 'Please name the document' },
  question: { title: 'Ask a question', missing: 'Please write your question' },
} as const satisfies Record<Form, { title: string; missing: string }>

function MoreDialog({
  asking,
  onNote,
  onCancel,
}: FurtherRequestProps & { asking: Form; onCancel: () => void }) {
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const given = text.trim()
  const error = missing && given === '' ? texts[asking].missing : undefined
  const field = {
    value: text,
    error,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
  }
  return (
    <FormDialog
      title={texts[asking].title}
      submitLabel="Add to request"
      onSubmit={() => {
        setMissing(given === '')
        if (given === '') return
        const subject =
          asking === 'additional'
            ? ({ kind: 'additional', title: given } as const)
            : ({ kind: 'question', question: given } as const)
        onNote({ subject })
      }}
      onCancel={onCancel}
    >
      {asking === 'additional' ? (
        <TextInput
          {...field}
          name="title"
          label="What is it called?"
          hint="For example “Proof of address”. It is named in the email to the client."
          maxLength={100}
        />
      ) : (
        <TextArea
          {...field}
          name="question"
          label="Your question"
          hint="The client answers in their own words. The email says only that there is a question."
          maxLength={MAX_TEXT_LENGTH}
        />
      )}
    </FormDialog>
  )
}
