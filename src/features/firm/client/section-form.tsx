import { useState } from 'react'
import { etagOf } from '#base/rules/api/etag.ts'
import type { FirmSectionState } from '#features/firm/api.ts'
import { isLetterSection } from '#features/brand/rules/letter/sections.ts'
import { fieldsOf } from '#features/brand/rules/sections.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { ApiError, call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { FirmField } from './firm-field.tsx'
import { ContrastWarning } from './contrast-warning.tsx'
import { SectionConflict, type Conflict } from './section-conflict.tsx'
import { useSaved } from './use-firm.ts'

export type SectionFormProps = {
  section: FirmSectionState
  submitLabel?: string
  onSaved?: () => void
  /** Something was typed. */
  onEdit: () => void
  /** What was typed is saved, or given up. */
  onSettle: () => void
}

/** The fields of one section of the firm's settings. Mount it again when the version changes. */
export function SectionForm({ section, submitLabel = 'Save', onSaved, onEdit, onSettle }: SectionFormProps) {
  const { id, values } = section
  const fields = fieldsOf(id)
  const names = Object.keys(fields)
  const [typed, setTyped] = useState(values)
  const needsPassword = id === 'signIn'
  const { pending, problem, save, conflict, saveMine, takeTheirs } = useSectionSave(section, {
    onSaved,
    onSettle,
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
        const { target } = event
        form.formProps.onChange(event)
        onEdit()
        if (target instanceof HTMLInputElement) setTyped({ ...typed, [target.name]: target.value })
      }}
      className="grid max-w-narrow gap-6"
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
      {Object.entries(fields).map(([name, field]) => (
        <div key={name}>
          <FirmField
            {...{ name, field }}
            value={values[name] ?? ''}
            error={form.problems[name]}
            marksOptional={!isLetterSection(id)}
          />
          {field.kind === 'colour' ? <ContrastWarning colour={typed[name] ?? ''} /> : null}
        </div>
      ))}
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
      <div>
        <Button type="submit" pending={pending} pendingLabel="Saving...">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** Saves a section. Problems of fields are left to the form. */
function useSectionSave(
  section: FirmSectionState,
  { onSaved, onSettle }: Pick<SectionFormProps, 'onSaved' | 'onSettle'>,
) {
  const { id } = section
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const putInCache = useSaved()
  const saved = (state: FirmSectionState) => {
    onSettle()
    return putInCache(state)
  }
  const send = async (changed: Record<string, string>, password: string | undefined, version: number) => {
    const proof = password === undefined ? {} : { proof: { by: 'password' as const, password } }
    const body = { values: changed, ...proof }
    const ifMatch = etagOf({ id, version })
    await saved(await call('PUT /api/firm/settings/{section}', { params: { section: id }, body, ifMatch }))
    toast({ title: 'Saved', description: 'The change applies everywhere within two seconds.' })
    onSaved?.()
  }
  const save = async (changed: Record<string, string>, password?: string, version = section.version) => {
    setPending(true)
    setProblem(null)
    try {
      await send(changed, password, version)
    } catch (error) {
      const { status } = error instanceof ApiError ? error : { status: 0 }
      const found = status === 412 ? await conflictWith(section, changed, password).catch(() => null) : null
      setConflict(found)
      if (status !== 400 && found === null) setProblem(detailOf(error))
      throw error
    } finally {
      setPending(false)
    }
  }
  const saveMine = () => {
    if (conflict === null) return
    const { mine, password, theirs } = conflict
    save(mine, password, theirs.version).catch((error: unknown) => setProblem(detailOf(error)))
  }
  const takeTheirs = () => conflict && void saved(conflict.theirs)
  return { pending, problem, save, conflict, saveMine, takeTheirs }
}

/** What someone else saved meanwhile, and the fields that were changed here. */
async function conflictWith(
  { id, values }: FirmSectionState,
  changed: Record<string, string>,
  password: string | undefined,
): Promise<Conflict | null> {
  const { sections } = await call('GET /api/firm/settings')
  const theirs = sections.find((one) => one.id === id)
  const mine = Object.fromEntries(Object.entries(changed).filter(([name, text]) => text !== values[name]))
  return theirs === undefined ? null : { theirs, mine, password }
}
