import { use, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  countriesOfIssue,
  idDocumentTypes,
  nationalities,
} from '#features/applications/rules/wizard/choices.ts'
import { isBirthDate } from '#base/rules/time/date-of-birth.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import {
  fillFromId,
  answersFromId,
  type AnswersFromId,
} from '#features/applications/rules/wizard/answers-from-id.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { answerText } from '#features/applications/rules/wizard/answer-text.ts'
import { afterPaint } from '#base/client/ui/after-paint.ts'
import { CheckIcon } from '#base/client/ui/icons.tsx'
import { chosen } from './field-options.ts'
import { ChangeButton } from './fold-section.tsx'
import type { PersonalForm } from './personal-form.ts'
import { QuestionField } from './question-field.tsx'
import { StepStatus } from './step-props.ts'
import { useFolding } from './use-folding.tsx'
import type { StepForm } from './use-step-form.ts'

const idNumberHints = {
  id: 'The 13 digits on your ID',
  passport: 'Your passport number',
  permit: 'Your permit number',
} as const satisfies Record<keyof typeof idDocumentTypes, string>

const ID_DIGITS = 13

const ANY_NUMBER = '13 digits, or a passport or permit number'

type Props = { stepForm: StepForm<PersonalForm> }

/** The questions depend on the document. */
export function IdNumber({ stepForm, announcement }: Props & { announcement?: string }) {
  const type = chosen(idDocumentTypes, useWatch({ control: stepForm.form.control, name: 'idDocumentType' }))
  return (
    <>
      <QuestionField
        {...{ stepForm }}
        name="idNumber"
        hint={type === null ? ANY_NUMBER : idNumberHints[type]}
        inputMode={type === 'id' ? 'numeric' : 'text'}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

/** A question that a South African ID number answers: shows the source of the answer, or a mismatch. */
export function FromIdNumber({ stepForm, name }: Props & { name: keyof AnswersFromId }) {
  const { control } = stepForm.form
  const [idDocumentType, idNumber, answer] = useWatch({ control, name: ['idDocumentType', 'idNumber', name] })
  const encoded = readIdNumber({ idDocumentType, idNumber })?.[name]
  const hint = encoded ? hintOf(name, encoded, answer) : {}
  return <QuestionField {...{ stepForm, name }} {...hint} />
}

/** Whether an answer matches the number. Only for the date of birth is the number more reliable than the client. */
function hintOf(
  name: keyof AnswersFromId,
  encoded: string,
  answer: string,
): { hint?: string; warning?: string } {
  if (answer === encoded) return { hint: 'From your ID number' }
  if (name !== 'dateOfBirth' || !isBirthDate(answer)) return {}
  return { warning: `According to your ID number, it’s ${formatDay(encoded)}. Please check both.` }
}

/** What a South African ID number says, in one line: shown instead of the questions that it answers. */
export function FoldedFacts({ stepForm, onChange }: Props & { onChange: () => void }) {
  const values = useWatch({ control: stepForm.form.control, name: derived })
  const facts = derived.map((name, index) => answerText(name, values[index] ?? null))
  return (
    <div className="flex items-start gap-2">
      <CheckIcon className="mt-px size-6 text-success" />
      <p className="min-w-0 grow">
        <span className="text-ink-soft">From your ID number: </span>
        <span>{[idDocumentTypes.id, ...facts].join(' · ')}</span>
      </p>
      <ChangeButton what="what your ID number says" onPress={onChange} />
    </div>
  )
}

const derived = ['dateOfBirth', 'nationality', 'issuingCountry'] as const satisfies (keyof AnswersFromId)[]

/**
 * Chooses the document and fills in the answers that a complete South African ID number contains; other answers of the
 * client stay. Where all of them match, a narrow window folds them: only when the number changes, so that no question
 * disappears while it is answered.
 */
export function useFromIdNumber({ form, notes }: StepForm<PersonalForm>) {
  const { subscribe, getValues, setValue, getFieldState } = form
  const isNarrow = useFolding()
  const { editingFromReview } = use(StepStatus)
  const before = useRef(readIdNumber(getValues()))
  const [announcement, setAnnouncement] = useState('')
  const [matches, setMatches] = useState(() => !editingFromReview && isFromIdNumber(getValues()))
  useEffect(() => {
    const fill = () => {
      const typed = getValues()
      const choosesType =
        typed.idDocumentType === '' && readIdNumber({ ...typed, idDocumentType: 'id' }) !== null
      const values: PersonalForm = choosesType ? { ...typed, idDocumentType: 'id' } : typed
      const encoded = readIdNumber(values)
      const filled = Object.entries({
        ...(choosesType && { idDocumentType: 'id' }),
        ...fillFromId(answersIn(values), encoded, before.current),
      })
      before.current = encoded ?? before.current
      for (const [name, answer] of filled) {
        const path = name as keyof AnswersFromId | 'idDocumentType'
        // Clears errors of these answers.
        setValue(path, answer ?? '', { shouldValidate: getFieldState(path).error !== undefined })
      }
      if (filled.length > 0) setAnnouncement(filledText(filled.map(([name]) => labelOf(name))))
      setMatches(isFromIdNumber(getValues()))
    }
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // After all subscribers of this change ran; they must not see the next change first.
        if (name === 'idNumber' || name === 'idDocumentType') queueMicrotask(fill)
      },
    })
  }, [subscribe, getValues, setValue, getFieldState])
  const values = useWatch({ control: form.control, name: [...derived, 'idNumber', 'idDocumentType'] })
  const isAhead = mayStillAnswer(values) && derived.every((name) => notes(name).error === undefined)
  const state = matches ? 'folded' : isAhead ? 'ahead' : 'asked'
  return {
    /** `ahead`: the number, which is not complete yet, may answer the other questions. */
    state: isNarrow ? state : 'asked',
    unfold: () => {
      setMatches(false)
      afterPaint(() => document.getElementById('idDocumentType')?.focus())
    },
    announcement,
  }
}

/** Whether the number is still to be typed, and nothing that it may contain is answered. */
function mayStillAnswer([...values]: readonly string[]): boolean {
  const [type = '', number = ''] = [values.pop(), values.pop()]
  const isShort = number.replaceAll(/\D/gu, '').length < ID_DIGITS
  return isShort && type !== 'passport' && type !== 'permit' && values.every((answer) => answer === '')
}

/** Whether every answer that the number contains is the one that it contains. */
function isFromIdNumber(values: PersonalForm): boolean {
  const encoded = readIdNumber(values)
  return encoded !== null && derived.every((name) => encoded[name] !== null && values[name] === encoded[name])
}

function filledText(labels: readonly string[]): string {
  return `Filled in from your ID number: ${labels.join(', ')}. Please check.`
}

type IdAnswers = Pick<PersonalForm, 'idDocumentType' | 'idNumber'>

function readIdNumber({ idDocumentType, idNumber }: IdAnswers): AnswersFromId | null {
  return answersFromId({ idDocumentType: chosen(idDocumentTypes, idDocumentType), idNumber }, new Date())
}

/** Form values that a number can fill in; an incomplete date counts as empty. */
function answersIn({ dateOfBirth, nationality, issuingCountry }: PersonalForm): AnswersFromId {
  return {
    dateOfBirth: isBirthDate(dateOfBirth) ? dateOfBirth : null,
    nationality: chosen(nationalities, nationality),
    issuingCountry: chosen(countriesOfIssue, issuingCountry),
  }
}
