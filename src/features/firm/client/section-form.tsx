import { clsx } from 'clsx'
import { useState } from 'react'
import type { FirmSectionState } from '#features/firm/api.ts'
import { fieldsOf, type FirmField as Field } from '#features/brand/rules/sections.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { FirmField } from './firm-field.tsx'
import { SectionConflict } from './section-conflict.tsx'
import { useSectionSave, type FormState } from './use-section-save.ts'

/** Fields that belong together, with a title where there are several groups. */
export interface FieldGroup {
  title?: string
  names: readonly string[]
}

export type SectionFormProps = {
  section: FirmSectionState
  /** Its fields in groups; all of the section by default. */
  groups?: readonly FieldGroup[] | undefined
  onSaved?: (() => void) | undefined
  onState: (state: FormState) => void
}

/** The fields of one section of the firm's settings. Mount it again when the version changes. */
export function SectionForm({ section, groups, onSaved, onState }: SectionFormProps) {
  const { id } = section
  const names = Object.keys(fieldsOf(id)).filter(
    (name) => groups?.some((group) => group.names.includes(name)) ?? true,
  )
  const needsPassword = id === 'signIn'
  const { pending, problem, save, conflict, saveMine, takeTheirs } = useSectionSave(section, {
    onSaved,
    onState,
  })
  const form = useSmallForm({
    names: needsPassword ? [...names, 'password'] : names,
    check: () => ({}),
    send: ({ password, ...changed }) => save(changed, needsPassword ? password : undefined),
  })
  return (
    <form
      {...form.formProps}
      onChange={(event) => {
        form.formProps.onChange(event)
        onState('edited')
      }}
      className={clsx('grid gap-5', groups === undefined ? 'max-w-narrow' : 'gap-x-10 xl:grid-cols-2')}
    >
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      {problem === null ? null : (
        <Notice tone="danger" live="alert">
          {problem}
        </Notice>
      )}
      {conflict === null ? null : (
        <SectionConflict
          {...conflict}
          {...{ pending }}
          before={section}
          onSaveMine={saveMine}
          onTakeTheirs={takeTheirs}
        />
      )}
      {groups === undefined ? (
        <Fields {...{ section, names }} problems={form.problems} />
      ) : (
        groups.map(({ title, names: ofGroup }) => (
          <fieldset key={ofGroup[0]} className="grid content-start gap-5">
            {title === undefined ? null : <legend className="mb-3 text-lg">{title}</legend>}
            <Fields {...{ section }} names={ofGroup} problems={form.problems} />
          </fieldset>
        ))
      )}
      {needsPassword ? (
        <TextInput
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          width="medium"
          hint="To confirm it’s you."
          error={form.problems['password']}
        />
      ) : null}
    </form>
  )
}

type FieldsProps = {
  section: FirmSectionState
  names: readonly string[]
  problems: Readonly<Record<string, string | undefined>>
}

/** Fields: those that are required first, the others under More. */
function Fields({ section: { id, values }, names, problems }: FieldsProps) {
  const fields = Object.entries(fieldsOf(id)).filter(([name]) => names.includes(name))
  const hasRequired = fields.some(([, { required }]) => required === true)
  const isFirst = ({ required, kind }: Field) => (hasRequired ? required === true : kind !== 'closed-days')
  const more = fields.filter(([, field]) => !isFirst(field))
  // Stays open once what was wrong in it is corrected.
  const [isOpen, setOpen] = useState(false)
  if (!isOpen && more.some(([name]) => problems[name] !== undefined)) setOpen(true)
  const draw = ([name, field]: (typeof fields)[number]) => (
    <FirmField
      key={name}
      {...{ name, field }}
      value={values[name] ?? ''}
      error={problems[name]}
      marksOptional={hasRequired}
    />
  )
  return (
    <>
      {fields.filter(([, field]) => isFirst(field)).map(draw)}
      {more.length === 0 ? null : (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="text-link min-h-11 py-2">
            {`More: ${more.map(([, { label }]) => label).join(', ')}`}
          </summary>
          <div className="mt-3 grid gap-5">{more.map(draw)}</div>
        </details>
      )}
    </>
  )
}
