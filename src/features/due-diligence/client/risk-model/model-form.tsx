import { useState } from 'react'
import type { RiskModels } from '#features/due-diligence/api/risk-rating.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { errorItemsOf } from '#features/due-diligence/client/pack/use-field-errors.ts'
import { Button } from '#base/client/ui/button.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { DryRunNotice } from './dry-run-notice.tsx'
import { contentOf, modelFields, textsOf, type ModelField } from './model-texts.ts'
import { useDryRun, usePropose } from './use-models.ts'

/** The editor of a model: try it, then propose it as the next version. */
export function ModelForm({ inForce }: { inForce: RiskModels['models'][number] }) {
  const [texts, setTexts] = useState(() => textsOf(inForce.content))
  const [attempt, setAttempt] = useState(0)
  const dryRun = useDryRun()
  const propose = usePropose(inForce.version)
  const error = propose.error ?? dryRun.error
  const items = errorItemsOf(error).map(({ fieldId, message }) => ({
    fieldId: fieldAt(fieldId.replace(/^content\./u, '')),
    message,
  }))
  const change = (path: string, text: string) => {
    setTexts({ ...texts, [path]: text })
    dryRun.reset()
    propose.reset()
  }
  const groups = Map.groupBy(modelFields, ({ group }) => group)
  return (
    <form
      noValidate
      className="grid gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        setAttempt(attempt + 1)
        dryRun.mutate(contentOf(texts))
      }}
    >
      <ErrorSummary errors={items} attempt={error === null ? 0 : attempt} />
      {error === null || items.length > 0 ? null : (
        <Notice tone="danger" live="alert">
          {detailOf(error)}
        </Notice>
      )}
      {[...groups].map(([group, fields]) => (
        <fieldset key={group}>
          <legend className="mb-3 font-serif text-lg">{group}</legend>
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {fields.map((field) => (
              <FieldOfModel
                key={field.path}
                field={field}
                text={texts[field.path] ?? ''}
                error={items.find(({ fieldId }) => fieldId === field.path)?.message}
                onChange={(text) => change(field.path, text)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {dryRun.data === undefined ? null : <DryRunNotice dryRun={dryRun.data} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="secondary" pending={dryRun.isPending} pendingLabel="Trying...">
          Try without changing anything
        </Button>
        {dryRun.data === undefined ? null : (
          <Button
            pending={propose.isPending}
            pendingLabel="Proposing..."
            onClick={() => {
              setAttempt(attempt + 1)
              propose.mutate(contentOf(texts))
            }}
          >
            Propose as the next version
          </Button>
        )}
      </div>
    </form>
  )
}

/** The field that an error is about: a list for one of its entries. */
function fieldAt(path: string): string {
  const found = modelFields.find((field) => field.path === path || path.startsWith(`${field.path}.`))
  return found?.path ?? modelFields.find((field) => field.path.startsWith(`${path}.`))?.path ?? path
}

type FieldOfModelProps = {
  field: ModelField
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

function FieldOfModel({ field: { path, label, lines, hint }, text, error, onChange }: FieldOfModelProps) {
  if (lines === true) {
    return (
      <TextArea
        label={label}
        name={path}
        rows={5}
        hint={hint}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        error={error}
      />
    )
  }
  return (
    <TextInput
      label={label}
      name={path}
      width="short"
      inputMode="numeric"
      value={text}
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  )
}
