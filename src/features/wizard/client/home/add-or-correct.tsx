import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import {
  assetLabels,
  fieldLabels,
  labelOf,
  liabilityLabels,
} from '#features/applications/rules/wizard/labels.ts'
import { isAnswerPath, isPutTo } from '#features/applications/rules/round/subjects.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { applicationQuery } from '../saving/use-application.ts'

type Subject = BodyOf<'POST /api/application/corrections'>['subject']
type Kind = Subject['kind']

const paths = [
  ...Object.keys(fieldLabels),
  ...Object.keys(assetLabels).map((name) => `assets.${name}`),
  ...Object.keys(liabilityLabels).map((name) => `liabilities.${name}`),
].filter(isAnswerPath)

/** Adds a document or corrects an answer after submission, also after approval. */
export function AddOrCorrect({ application }: { application: Application }) {
  const [kind, setKind] = useState<Kind | null>(null)
  return (
    <Section
      title="Something to add or correct?"
      className="mt-8"
      description={
        application.status === 'approved' || application.status === 'onboarded'
          ? 'Your wealth manager checks what you send. Everything else stays as it is.'
          : 'We look at it together with your application. Everything else stays as you sent it.'
      }
    >
      <div className="flex flex-wrap gap-3">
        <Button
          tone="secondary"
          size="small"
          className="grow sm:grow-0"
          onClick={() => setKind('additional')}
        >
          Add a document
        </Button>
        <Button tone="secondary" size="small" className="grow sm:grow-0" onClick={() => setKind('answer')}>
          Correct an answer
        </Button>
      </div>
      {kind === null ? null : <OpeningDialog {...{ application, kind }} onClose={() => setKind(null)} />}
    </Section>
  )
}

const texts = {
  additional: { title: 'Add a document', missing: 'Please name the document' },
  answer: { title: 'Correct an answer', missing: 'Please choose the answer' },
} as const

type OpeningProps = { application: Application; kind: Kind; onClose: () => void }

function OpeningDialog({ application, kind, onClose }: OpeningProps) {
  const client = useQueryClient()
  const [named, setNamed] = useState('')
  const [attempted, setAttempted] = useState(false)
  const opening = useMutation({
    mutationFn: (subject: Subject) =>
      callIdempotent('POST /api/application/corrections', { body: { subject } }),
    onSuccess: (opened) => {
      client.setQueryData(applicationQuery.queryKey, opened)
      scrollTo({ top: 0 })
    },
  })
  const { title, missing } = texts[kind]
  const error = attempted && named.trim() === '' ? missing : undefined
  return (
    <FormDialog
      title={title}
      submitLabel="Continue"
      pending={opening.isPending}
      onCancel={onClose}
      onSubmit={() => {
        setAttempted(true)
        if (named.trim() === '') return
        opening.mutate(kind === 'answer' ? { kind, path: named } : { kind, title: named.trim() })
      }}
    >
      {kind === 'answer' ? (
        <Select
          label="Which answer?"
          name="path"
          error={error}
          value={named}
          options={paths
            .filter((path) => isPutTo(application, path))
            .map((path) => ({ value: path, label: labelOf(path) }))}
          onChange={({ target }) => setNamed(target.value)}
        />
      ) : (
        <TextInput
          label="What is it?"
          name="title"
          hint="For example “Payslip of October” or “Marriage certificate”"
          maxLength={100}
          error={error}
          value={named}
          onChange={({ target }) => setNamed(target.value)}
        />
      )}
      {opening.error ? (
        <Notice tone="danger" live="alert">
          {detailOf(opening.error)}
        </Notice>
      ) : null}
    </FormDialog>
  )
}
