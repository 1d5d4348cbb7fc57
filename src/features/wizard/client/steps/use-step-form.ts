import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type { Application } from '#features/applications/api/application.ts'
import type { AnswersPatch } from '#features/applications/rules/wizard/answers.ts'
import { warningsFor, type Warning } from '#features/applications/rules/warnings.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { memoizeLast } from '#base/client/lib/memoize-last.ts'
import { errorItems, type ErrorItem } from '#base/client/ui/error-items.ts'
import { watchPointer, whenReleased } from '#base/client/ui/pointer-release.ts'
import { withTyped } from '../saving/step-draft.ts'
import { inOrder, problemsOf, stepResolver, withPatch, type ScreenProblem } from './step-problems.ts'
import type { StepActions, StepProps } from './step-props.ts'

export interface StepFormOptions<Values extends FieldValues> {
  step: StepId
  props: StepProps
  /** Answers as form values. */
  toValues: (application: Application) => Values
  /** Form values for the API, complete or not. */
  toPatch: (values: Values) => AnswersPatch
  /** Unreadable form values by field; the domain's rules validate the others. */
  unread?: (values: Values) => ScreenProblem[]
  /** Called with a complete form before it is saved. */
  complete?: (form: UseFormReturn<Values>) => void
  /** Whether a problem belongs to this screen; default: all of the step. */
  concerns?: (path: string) => boolean
  /** The form field of a problem, if its name differs from the answer's. */
  fieldOf?: Readonly<Record<string, string>>
}

/** A form with its problems and warnings. */
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
  /** The application with the form's answers, and their problems and warnings. */
  look: () => Look
  /** The error of a field; its warning only after blur. */
  notes: (path: FieldPath<Values>) => { error: string | undefined; warning: string | undefined }
  /** A registered input with its messages: all props of a form field except its label. */
  input: (path: FieldPath<Values>) => ReturnType<UseFormReturn<Values>['register']> & {
    error: string | undefined
    warning: string | undefined
  }
}

/**
 * A step's form: initialised from the application and the draft, validated by the domain's rules on Next, and stored in
 * the draft on every change.
 */
export function useStepForm<Values extends FieldValues>({
  step,
  props,
  toValues,
  toPatch,
  unread = () => [],
  complete = () => undefined,
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
  useForgetMended(form, application, () => find(getValues()).map(({ path }) => fieldOf?.[path] ?? path))
  // A copy, because the form mutates its values and the shell compares them with earlier ones.
  useEffect(
    () => registerScreen(() => ({ ...structuredClone(toPatch(getValues())) })),
    [registerScreen, toPatch, getValues],
  )

  const answersNow = () => withPatch(application, toPatch(getValues()))
  const [warnings, setWarnings] = useState(() => warningsFor(answersNow()))
  // Cached, because every section reads it several times per render.
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
  // Resolves after validation: waiting for the save would render the form again just when the next step appears.
  const submit = (save: StepActions['saveAndContinue']) =>
    form.handleSubmit(() => {
      complete(form)
      void saveAll(save, toPatch(getValues()))
    })
  const saveAll = async (save: StepActions['saveAndContinue'], patch: AnswersPatch) => {
    // Input during the save is validated and saved too.
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
    notes,
    input: (path) => ({ ...form.register(path), ...notes(path) }),
  }
}

/**
 * Removes the errors whose cause is gone, also by another answer or an uploaded file. It adds none: a question or file
 * that became required is no error before the next attempt.
 *
 * @param wrong the fields in error now
 */
function useForgetMended<Values extends FieldValues>(
  { formState: { errors }, subscribe, clearErrors }: UseFormReturn<Values>,
  application: Application,
  wrong: () => readonly string[],
) {
  const forget = useEffectEvent(() => {
    const shown = errorItems(errors)
    if (shown.length === 0) return
    const still = new Set(wrong())
    for (const { fieldId } of shown) if (!still.has(fieldId)) clearErrors(fieldId as FieldPath<Values>)
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: () => forget() }), [subscribe])
  useEffect(() => forget(), [application])
}
