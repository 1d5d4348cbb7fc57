import { useEffect, useRef, useState, type ComponentProps } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type { Application } from '#domain/api/application.ts'
import type { AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { warningsFor, type Warning } from '#domain/applications/warnings.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import { memoizeLast } from '#client/shared/lib/memoize-last.ts'
import { afterPaint } from '#client/ui/after-paint.ts'
import { errorItems, type ErrorItem } from '#client/ui/error-items.ts'
import { watchPointer, whenReleased } from '#client/ui/pointer-release.ts'
import { withTyped } from '../saving/step-draft.ts'
import { inOrder, problemsOf, stepResolver, withPatch, type ScreenProblem } from './step-problems.ts'
import type { StepActions, StepProps } from './step-props.ts'

export interface StepFormOptions<Values extends FieldValues> {
  step: StepId
  props: StepProps
  /** The answers as the screen holds them. */
  toValues: (application: Application) => Values
  /** What the screen holds, half-typed or complete, as the API takes it. */
  toPatch: (values: Values) => AnswersPatch
  /** What on the screen cannot be read at all, by the form's names: the domain's rules judge what can. */
  unread?: (values: Values) => ScreenProblem[]
  /** Whether a problem at a path is this screen's business; all of the step's are, where it is left out. */
  concerns?: (path: string) => boolean
  /** The form's field that a problem is shown at, where it is called otherwise than the answer. */
  fieldOf?: Readonly<Record<string, string>>
}

/** The answers on a screen, with their problems and warnings. */
export interface Look {
  answers: Application
  problems: ScreenProblem[]
  warnings: Warning[]
}

export interface StepForm<Values extends FieldValues> {
  step: StepId
  form: UseFormReturn<Values>
  /** For the error summary. */
  errors: ErrorItem[]
  attempt: number
  /** Spread on the form element. */
  formProps: Pick<ComponentProps<'form'>, 'noValidate' | 'onSubmit' | 'onBlur'>
  saveAndReview: () => void
  /** The application with the answers on the screen, and their problems and warnings. */
  look: () => Look
  /** Says what is wrong beside the fields, and leads to the first. */
  point: (problems: readonly ScreenProblem[]) => void
  /** The error of a field, and its warning once it was left. */
  notes: (path: FieldPath<Values>) => { error: string | undefined; warning: string | undefined }
  /** A registered input with its notes: everything that a field of the kit takes, but its label. */
  input: (path: FieldPath<Values>) => ReturnType<UseFormReturn<Values>['register']> & {
    error: string | undefined
    warning: string | undefined
  }
}

/**
 * The form of a step: filled from the application and what was typed before, judged by the domain's rules on Next,
 * kept in the step's draft at every change.
 */
export function useStepForm<Values extends FieldValues>({
  step,
  props,
  toValues,
  toPatch,
  unread = () => [],
  concerns = () => true,
  fieldOf,
}: StepFormOptions<Values>): StepForm<Values> {
  const { application, draft, registerScreen, autosave } = props
  const find = (values: Values) =>
    inOrder([
      ...unread(values),
      ...problemsOf(step, application, toPatch(values), new Date()).filter(({ path }) => concerns(path)),
    ])
  const [defaultValues] = useState(() => withTyped(toValues(application), draft.read()))
  const form = useForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: stepResolver(find, fieldOf),
    shouldFocusError: false,
  })
  const { getValues, subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.write(values) }),
    [subscribe, draft],
  )
  const point = usePointing(form)
  // A copy: the form mutates the values it returned, and the shell compares an earlier reading with the present one.
  useEffect(
    () => registerScreen(() => ({ ...structuredClone(toPatch(getValues())) })),
    [registerScreen, toPatch, getValues],
  )

  const answersNow = () => withPatch(application, toPatch(getValues()))
  const [warnings, setWarnings] = useState(() => warningsFor(answersNow()))
  // Every section of a page looks, and several times as it is drawn.
  const [lastLook] = useState(memoizeLast<Look>)
  const look = () => {
    const values = getValues()
    return lastLook([application, JSON.stringify(values)], () => {
      const answers = answersNow()
      return { answers, problems: find(values), warnings: warningsFor(answers) }
    })
  }
  useEffect(watchPointer, [])

  const notes = (path: FieldPath<Values>) => ({
    error: form.getFieldState(path, form.formState).error?.message,
    warning: warnings.find((warning) => warning.path === path)?.message,
  })
  // The form is done when it was judged: waiting for the save, it would be drawn once more just as the next step comes.
  const submit = (save: StepActions['saveAndContinue']) =>
    form.handleSubmit((values) => void saveAll(save, toPatch(values)))
  const saveAll = async (save: StepActions['saveAndContinue'], patch: AnswersPatch) => {
    // What was typed during the save is judged and saved like the rest.
    if ((await save(patch)) === 'typed-on') void submit(save)()
  }
  return {
    step,
    form,
    errors: errorItems(form.formState.errors),
    attempt: form.formState.submitCount,
    formProps: {
      noValidate: true,
      onSubmit: (event) => void submit(props.saveAndContinue)(event),
      onBlur: () =>
        whenReleased(() => {
          setWarnings(warningsFor(answersNow()))
          autosave()
        }),
    },
    saveAndReview: () => void submit(props.saveAndReview)(),
    look,
    point: (problems) =>
      point(problems.map(({ path, message }) => ({ path: fieldOf?.[path] ?? path, message }))),
    notes,
    input: (path) => ({ ...form.register(path), ...notes(path) }),
  }
}

/**
 * Says what is wrong before Next was pressed. Until then nothing is judged again while it is typed: what was pointed at is taken
 * back when its field changes.
 */
function usePointing<Values extends FieldValues>({
  subscribe,
  setError,
  clearErrors,
}: UseFormReturn<Values>): StepForm<Values>['point'] {
  const pointedAt = useRef(new Set<string>())
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name !== undefined && pointedAt.current.delete(name)) clearErrors(name as FieldPath<Values>)
        },
      }),
    [subscribe, clearErrors],
  )
  return (problems) => {
    for (const { path, message } of problems) {
      pointedAt.current.add(path)
      setError(path as FieldPath<Values>, { type: 'rule', message })
    }
    afterPaint(() => focusField(problems[0]?.path))
  }
}

/** Leads to a field by the name that the form knows. */
function focusField(field: string | undefined): void {
  const control = document.getElementById(field ?? '')
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
