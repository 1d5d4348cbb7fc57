import { useMemo, useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { addressQuestions } from '#features/applications/rules/wizard/address.ts'
import { assetNames, liabilityNames } from '#features/applications/rules/net-worth/names.ts'
import { statementRules } from '#features/applications/rules/net-worth/statements.ts'
import { answersOfStep } from '#features/applications/rules/wizard/answers.ts'
import { INVESTMENT_TYPES } from '#features/applications/rules/wizard/conditions.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { comparedAnswers } from '#features/applications/rules/round/answer-text-at.ts'
import { isOpen, openPaths } from '#features/applications/rules/round/open-paths.ts'
import { isPutTo } from '#features/applications/rules/round/subjects.ts'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import {
  toAssetsForm,
  toAssetsPatch,
  toLiabilitiesForm,
  toLiabilitiesPatch,
  unreadOf,
  withChosen,
  type AmountsForm,
} from '#features/wizard/client/steps/amounts-form.ts'
import { OtherInvestmentsTypes } from '#features/wizard/client/steps/other-investments.tsx'
import { CurrencyField } from '#features/wizard/client/steps/currency-field.tsx'
import {
  toEmploymentForm,
  toEmploymentPatch,
  unreadIncome,
  type EmploymentForm,
} from '#features/wizard/client/steps/employment-form.ts'
import { ChildQuestion, Children, HasChildren } from '#features/wizard/client/steps/children.tsx'
import {
  toPersonalForm,
  toPersonalPatch,
  type PersonalForm,
} from '#features/wizard/client/steps/personal-form.ts'
import { IdNumber } from '#features/wizard/client/steps/id-number.tsx'
import { toFormOf, toPatchOf, type FormOf } from '#features/wizard/client/steps/question-form.ts'
import { QuestionList } from '#features/wizard/client/steps/question-list.tsx'
import { StatementUpload } from '#features/wizard/client/steps/statement-upload.tsx'
import type { StepActions, StepProps } from '#features/wizard/client/steps/step-props.ts'
import {
  useStepForm,
  type StepForm,
  type StepFormOptions,
} from '#features/wizard/client/steps/use-step-form.ts'
import { FinishButton } from './finish-button.tsx'
import { isTypedForm, typedOver, useTaskDraft } from './task-draft.ts'
import type { TaskProps } from './task-props.ts'
import { useFinish } from './use-finish.ts'
import { useReply, ReplyField } from './reply-field.tsx'
import { patchWithin } from './patch-within.ts'

type AnswerTaskProps = TaskProps & { path: string }

/** One question of a step with its dependent questions. */
export function AnswerTask(props: TaskProps) {
  const { subject } = props.item
  if (subject.kind !== 'answer') return null
  const Task = byStep[stepOf(subject.path)]
  return <Task {...props} path={subject.path} />
}

const byStep = {
  personal: (props: AnswerTaskProps) => (
    <TaskForm<PersonalForm>
      {...props}
      options={{
        step: 'personal',
        toValues: toPersonalForm,
        toPatch: toPersonalPatch,
        fieldOf: { childrenDetails: 'childCount' },
      }}
      question={(stepForm) => <PersonalQuestion {...{ stepForm }} {...props} />}
    />
  ),
  address: (props: AnswerTaskProps) => (
    <TaskForm<FormOf<typeof addressQuestions>>
      {...props}
      options={{
        step: 'address',
        toValues: (application) => toFormOf(addressQuestions, application),
        toPatch: (form) => toPatchOf(addressQuestions, form),
      }}
      question={(stepForm) => <QuestionList {...{ stepForm }} page="address" only={opened(props)} />}
    />
  ),
  employment: (props: AnswerTaskProps) => (
    <TaskForm<EmploymentForm>
      {...props}
      options={{
        step: 'employment',
        toValues: toEmploymentForm,
        toPatch: toEmploymentPatch,
        unread: unreadIncome,
      }}
      question={(stepForm) => <QuestionList {...{ stepForm }} page="employment" only={opened(props)} />}
    />
  ),
  assets: (props: AnswerTaskProps) => (
    <TaskForm<AmountsForm>
      {...props}
      options={{
        step: 'assets',
        toValues: (application) => withChosen(toAssetsForm(application), amountIn(props.path)),
        toPatch: toAssetsPatch,
        unread: unreadOf,
      }}
      question={(stepForm) => <AssetQuestion {...{ stepForm }} {...props} />}
    />
  ),
  liabilities: (props: AnswerTaskProps) => (
    <TaskForm<AmountsForm>
      {...props}
      options={{
        step: 'liabilities',
        toValues: (application) => withChosen(toLiabilitiesForm(application), amountIn(props.path)),
        toPatch: toLiabilitiesPatch,
        unread: unreadOf,
      }}
      question={(stepForm) => <AmountQuestion {...{ stepForm }} path={props.path} />}
    />
  ),
} as const

/** The name of an amount in its path, "assets.stocks". */
const amountIn = (path: string) => path.split('.')[1] ?? ''

/** The step of an answer. */
function stepOf(path: string): keyof typeof byStep {
  const [name = ''] = path.split('.')
  const steps = Object.keys(byStep) as (keyof typeof byStep)[]
  return steps.find((step) => answersOfStep[step].some((one) => one === name)) ?? 'personal'
}

/** The questions of this task: the answer and its dependent ones, except those with a task of their own. */
function opened({ path, round }: Pick<AnswerTaskProps, 'path' | 'round'>): string[] {
  const others = round.items.map(({ subject }) =>
    subject.kind === 'answer' && subject.path !== path ? subject.path : null,
  )
  return openPaths([{ kind: 'answer', path }]).filter((one) => others.every((other) => other !== one))
}

function PersonalQuestion({ stepForm, path, round }: AnswerTaskProps & { stepForm: StepForm<PersonalForm> }) {
  const [, index, name] = path.split('.')
  if (name === 'fullName' || name === 'idNumber') {
    return <ChildQuestion {...{ stepForm, name }} index={Number(index)} />
  }
  return (
    <QuestionList
      {...{ stepForm }}
      page="personal"
      only={opened({ path, round })}
      own={{
        hasChildren: <HasChildren {...{ stepForm }} />,
        childrenDetails: <Children {...{ stepForm }} />,
        idNumber: <IdNumber {...{ stepForm }} />,
      }}
    />
  )
}

function AmountQuestion({ stepForm, path }: { stepForm: StepForm<AmountsForm>; path: string }) {
  const name = amountIn(path)
  const known: readonly string[] = [...assetNames, ...liabilityNames]
  if (!known.includes(name)) return <OtherInvestmentsTypes {...{ stepForm }} />
  return <CurrencyField name={`amounts.${name}`} label={labelOf(path)} {...{ stepForm }} />
}

function AssetQuestion({
  stepForm,
  path,
  application,
  round,
}: AnswerTaskProps & { stepForm: StepForm<AmountsForm> }) {
  const rule = statementRules.find(({ amount }) => path === `assets.${amount}`)
  const error = stepForm.errors.find(({ fieldId }) => fieldId === rule?.statements)?.message
  return (
    <>
      <AmountQuestion {...{ stepForm, path }} />
      {rule ? <StatementUpload {...{ rule, application, error }} control={stepForm.form.control} /> : null}
      {path !== INVESTMENT_TYPES && opened({ path, round }).includes(INVESTMENT_TYPES) ? (
        <OtherInvestmentsTypes {...{ stepForm }} />
      ) : null}
    </>
  )
}

const nothing = () => undefined

/** Shell callbacks of a step's form, where there is no shell. */
const alone: Omit<StepProps, 'application' | 'draft' | keyof StepActions> = {
  registerScreen: () => nothing,
  autosave: nothing,
}

type TaskFormProps<Values extends FieldValues> = AnswerTaskProps & {
  options: Omit<StepFormOptions<Values>, 'props' | 'concerns'>
  question: (stepForm: StepForm<Values>) => ReactNode
}

function TaskForm<Values extends FieldValues>({ options, question, ...task }: TaskFormProps<Values>) {
  const { application, item } = task
  const open = opened(task)
  const draft = useFormDraft(task, options.toValues)
  const message = useReply(task)
  const { finish, ...finishing } = useFinish(task)
  const saveAndContinue: StepActions['saveAndContinue'] = (patch) => {
    finish({ patch: patchWithin(patch, open, application), reply: message.reply })
    return Promise.resolve('stayed')
  }
  const props = { ...alone, application, draft, saveAndContinue, saveAndReview: saveAndContinue }
  const stepForm = useStepForm<Values>({
    ...options,
    concerns: (path) => isOpen(path, open),
    props: { ...props, goBack: nothing, editStep: nothing },
  })
  return (
    <form
      {...stepForm.formProps}
      onSubmit={(event) => {
        finishing.attempt()
        stepForm.formProps.onSubmit?.(event)
      }}
      onChange={finishing.onChange}
    >
      <ErrorSummary errors={stepForm.errors} attempt={stepForm.attempt} />
      <DefinitionList className="mb-6" rows={gaveRows(item.before, open)} />
      {isPutTo(application, task.path) ? (
        <div className="grid gap-6">{question(stepForm)}</div>
      ) : (
        <p>You changed another answer, so we no longer need this one.</p>
      )}
      <div className="mt-8 border-t border-hairline pt-6">
        <ReplyField
          {...message}
          label="Add a note"
          hint={task.round.openedByClient ? undefined : 'If your answer is correct, tell us why.'}
          error={finishing.missing}
          optional
        />
      </div>
      <FinishButton {...finishing} />
    </form>
  )
}

/** Where the form stores its draft; the stored answers may include those of other tasks. */
function useFormDraft(
  task: AnswerTaskProps,
  toValues: (application: TaskProps['application']) => unknown,
): StepProps['draft'] {
  const stored = useTaskDraft(task, 'form')
  const [base] = useState(() => toValues(task.application))
  return useMemo(
    () => ({
      read: () => {
        const draft = stored.read()
        return isTypedForm(draft) ? typedOver(base, draft) : undefined
      },
      write: (typed) => stored.write({ base, typed }),
    }),
    [stored, base],
  )
}

/** The previous answer. */
function gaveRows(before: TaskProps['item']['before'], open: readonly string[]) {
  const asked = comparedAnswers(before, before).filter(({ path }) => isOpen(path, open))
  return asked.map(({ label, before: text }) => ({ label: `Your answer: ${label}`, value: text }))
}
