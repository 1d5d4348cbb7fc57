import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { useLocation } from 'wouter'
import type { Application } from '#features/applications/api/application.ts'
import type { Pack, PackTask } from '#features/due-diligence/api/due-diligence.ts'
import type { DraftOf } from '#features/due-diligence/rules/drafts.ts'
import { tasks, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import { ApiError } from '#base/client/lib/api.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { paths } from '#base/client/paths.ts'
import type { ErrorItem } from '#base/client/ui/error-items.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { pruned } from './pruned.ts'
import { useDraftSaving, type Draft, type DraftSaver, type SaveState } from './use-draft-saving.ts'
import { isKnown, typedForm, withKnown } from './typed-form.ts'
import { forgetTyped, typedInput, type TypedInput } from './typed-input.ts'
import { errorItemsOf, useFieldErrors } from './use-field-errors.ts'
import { packQuery } from './use-pack.ts'

/** A task with the draft of its kind. */
export type ItemOf<Task extends TaskName> = PackTask & { task: Task; content: DraftOf<Task> | null }

/** What each task's form is given. */
export interface TaskProps<Task extends TaskName> {
  item: ItemOf<Task>
  pack: Pack
  application: Application
  /** Called when another window has changed the task. */
  onConflict: () => void
}

export interface TaskForm<Values extends FieldValues = FieldValues> {
  form: UseFormReturn<Values>
  errors: readonly ErrorItem[]
  /** Incremented with each attempt to hand in. */
  attempt: number
  formProps: Pick<ComponentProps<'form'>, 'noValidate' | 'onSubmit' | 'onBlur' | 'onChange'>
  saving: SaveState
  statement: { ticked: boolean; onTick: (ticked: boolean) => void }
  handingIn: boolean
  leave: () => void
  /** The error and warning at a path. */
  notes: (path: string) => { error: string | undefined; warning: string | undefined }
  /** A registered input with its notes. */
  input: (
    path: FieldPath<Values>,
  ) => ReturnType<UseFormReturn<Values>['register']> & ReturnType<TaskForm['notes']>
  /** Sets a value that is not typed, and saves. */
  choose: <Path extends FieldPath<Values>>(path: Path, value: FieldPathValue<Values, Path>) => void
  /** Saves after rows were added or removed. */
  changed: () => void
  /** The stored input of a part of the page outside the form. */
  typed: (part: string) => TypedInput
}

/** The id of the statement to confirm. */
export const STATEMENT_ID = 'accurate'

type FormOptions<Values extends FieldValues> = Pick<TaskProps<TaskName>, 'item' | 'onConflict'> & {
  start: Values
  /** Choices that decide what is asked: a change forgets all errors, since some may be about other questions. */
  decisive?: readonly FieldPath<Values>[]
  /** The values as the API takes them; by default as they are. */
  toDraft?: (values: Values) => Draft
}

/**
 * The form of a task. It is saved whenever a choice is made or a field is left; the server names what is missing when the
 * task is handed in.
 */
export function useTaskForm<Values extends FieldValues>({
  item,
  onConflict,
  start,
  decisive = [],
  toDraft = (values) => values,
}: FormOptions<Values>): TaskForm<Values> {
  const [, navigate] = useLocation()
  const { form, typed, onSend, isOwn, forget } = useTypedForm(item, start)
  const { errors, attempt, attempted, setErrors, clear, report } = useFieldErrors(() => {
    forget()
    onConflict()
  })
  const [ticked, setTicked] = useState(false)
  const { save, state } = useDraftSaving(item.task, {
    read: () => pruned(toDraft(structuredClone(form.getValues()))) as Draft,
    onSend,
    isOwn,
  })
  const saveQuietly = () => {
    save().catch((error: unknown) => {
      const isConflict = error instanceof ApiError && error.status === 412
      if (isConflict || errorItemsOf(error).length > 0) report(error)
    })
  }
  const clearAfter = (path: string) => (decisive.some((one) => one === path) ? setErrors([]) : clear(path))
  const handIn = useHandIn(item, save, { onError: report, onSettled: attempted, forget })
  const notes = (path: string) => ({
    error: errors.find(({ fieldId }) => fieldId === path)?.message,
    warning: item.warnings.find((warning) => warning.path === path)?.message,
  })
  return {
    form,
    errors,
    attempt,
    saving: state,
    statement: {
      ticked,
      onTick: (tick) => {
        clear(STATEMENT_ID)
        setTicked(tick)
      },
    },
    handingIn: handIn.isPending,
    leave: () => void save().then(() => navigate(paths.pack), report),
    formProps: {
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        if (!handIn.isPending) handIn.mutate(ticked)
      },
      onBlur: saveQuietly,
      onChange: ({ target }) => {
        if (!isField(target)) return
        clearAfter(target.name)
        if (!isTyped(target)) saveQuietly()
      },
    },
    notes,
    input: (path) => ({ ...form.register(path), ...notes(path) }),
    choose: (path, value) => {
      form.setValue(path, value)
      clearAfter(path)
      saveQuietly()
    },
    changed: saveQuietly,
    typed,
  }
}

/** A form that begins with what was typed in this tab, where there is some, and stores what is typed. */
function useTypedForm<Values extends FieldValues>(item: PackTask, start: Values) {
  const client = useQueryClient()
  const applicationId = client.getQueryData(packQuery.queryKey)?.applicationId ?? ''
  const typed = (part: string) => typedInput(applicationId, item.task, part)
  const [{ known, values }] = useState(
    () => typedForm<Values>(typed('form'), item) ?? { known: [pruned(item.content)], values: start },
  )
  const form = useForm<Values>({ defaultValues: values as DefaultValues<Values>, shouldFocusError: false })
  const drafts = useRef<readonly unknown[] | null>(known)
  const write = useEffectEvent((now: Values) => {
    if (drafts.current !== null) typed('form').write({ known: drafts.current, values: now })
  })
  const { subscribe, getValues } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values: now }) => write(now) }),
    [subscribe],
  )
  return {
    form,
    typed,
    /** Notes a draft that is about to be sent. */
    onSend: (draft: Draft) => {
      if (drafts.current === null) return
      drafts.current = withKnown(drafts.current, draft)
      typed('form').write({ known: drafts.current, values: getValues() })
    },
    /** Whether this tab sent a draft, perhaps before a reload. */
    isOwn: (stored: unknown) =>
      isKnown(drafts.current ?? [], { task: item.task, content: stored as PackTask['content'] }),
    /** Deletes the input; nothing is stored from now on. */
    forget: () => {
      drafts.current = null
      forgetTyped(applicationId, item.task)
    },
  }
}

/** Saves the draft and hands it in; then the list shows the task's state. */
function useHandIn(
  { task, content }: PackTask,
  save: DraftSaver['save'],
  { forget, ...then }: { onError: (error: unknown) => void; onSettled: () => void; forget: () => void },
) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: async (accurate: boolean): Promise<Pack> => {
      await save({ always: content === null })
      return callIdempotent('POST /api/application/pack/{task}/hand-in', {
        params: { task },
        body: { accurate },
      })
    },
    onSuccess: (pack) => {
      client.setQueryData(packQuery.queryKey, pack)
      forget()
      toast({ title: 'Sent', description: `${tasks[task].label}: we are looking at it.` })
      navigate(paths.pack)
    },
    ...then,
  })
}

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isField(target: EventTarget): target is FormField {
  return 'name' in target && 'type' in target
}

const CHOICES = new Set(['radio', 'checkbox', 'select-one'])

/** Whether a field is typed in: it is saved when it is left. */
function isTyped({ type }: FormField): boolean {
  return !CHOICES.has(type)
}
