import { useEffect, useRef, useState } from 'react'
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
import { chosen } from './field-options.ts'
import type { PersonalForm } from './personal-form.ts'
import { QuestionField } from './question-field.tsx'
import type { StepForm } from './use-step-form.ts'

const idNumberHints = {
  id: 'The 13 digits on your ID',
  passport: 'Your passport number',
  permit: 'Your permit number',
} as const satisfies Record<keyof typeof idDocumentTypes, string>

type Props = { stepForm: StepForm<PersonalForm> }

/** The questions depend on the document. */
export function IdNumber({ stepForm }: Props) {
  const type = chosen(idDocumentTypes, useWatch({ control: stepForm.form.control, name: 'idDocumentType' }))
  return (
    <QuestionField
      {...{ stepForm }}
      name="idNumber"
      hint={type === null ? undefined : idNumberHints[type]}
      inputMode={type === 'id' ? 'numeric' : 'text'}
    />
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

/**
 * Fills in the answers encoded in a complete ID number. Other answers of the client stay.
 */
export function FilledByIdNumber({ stepForm: { form } }: Props) {
  const { subscribe, getValues, setValue, getFieldState } = form
  const before = useRef(readIdNumber(getValues()))
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const fill = () => {
      const values = getValues()
      const encoded = readIdNumber(values)
      const filled = Object.entries(fillFromId(answersIn(values), encoded, before.current))
      before.current = encoded ?? before.current
      for (const [name, answer] of filled) {
        const path = name as keyof AnswersFromId
        // Clears errors of these answers.
        setValue(path, answer ?? '', { shouldValidate: getFieldState(path).error !== undefined })
      }
      if (filled.length > 0) setAnnouncement(filledText(filled.map(([name]) => labelOf(name))))
    }
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // After all subscribers of this change ran; they must not see the next change first.
        if (name === 'idNumber' || name === 'idDocumentType') queueMicrotask(fill)
      },
    })
  }, [subscribe, getValues, setValue, getFieldState])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
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
