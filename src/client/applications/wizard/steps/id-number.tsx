import { useWatch } from 'react-hook-form'
import { idDocumentTypes } from '#domain/applications/wizard/choices.ts'
import { chosen } from './field-options.ts'
import type { PersonalForm } from './personal-form.ts'
import { QuestionField } from './question-field.tsx'
import type { StepForm } from './use-step-form.ts'

const idNumberHints = {
  id: 'The 13 digits on your ID',
  passport: 'The number of your passport',
  permit: 'The number of your permit',
} as const satisfies Record<keyof typeof idDocumentTypes, string>

/** What is asked for depends on the document. */
export function IdNumber({ stepForm }: { stepForm: StepForm<PersonalForm> }) {
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
