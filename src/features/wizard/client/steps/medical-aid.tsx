import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { hasMedicalAid, NO_MEDICAL_AID } from '#features/applications/rules/wizard/medical-aid.ts'
import { YesNo } from '#base/client/ui/radio-group.tsx'
import type { EmploymentForm } from './employment-form.ts'
import { QuestionList } from './question-list.tsx'
import { useFolding } from './use-folding.tsx'
import type { StepForm } from './use-step-form.ts'

const names = ['medicalAidCompany', 'medicalAidPlan'] as const

/** Asks for the medical aid by yes or no; "No" answers the two stored questions and hides them. */
export function MedicalAid({ stepForm }: { stepForm: StepForm<EmploymentForm> }) {
  const { control, setValue } = stepForm.form
  const [medicalAidCompany, medicalAidPlan] = useWatch({ control, name: names })
  const stored = hasMedicalAid({ medicalAidCompany, medicalAidPlan })
  const isNarrow = useFolding()
  // Chosen on this screen. Fields do not disappear while "None" is typed.
  const [chosen, setChosen] = useState(stored)
  const answer = chosen ?? (stored === null ? null : true)
  const before = useRef<Record<(typeof names)[number], string>>(null)
  const choose = (has: boolean) => {
    setChosen(has)
    if (has === answer) return
    const typed = { medicalAidCompany, medicalAidPlan }
    if (!has) before.current = typed
    for (const name of names) {
      setValue(name, has ? (before.current?.[name] ?? '') : NO_MEDICAL_AID, { shouldDirty: true })
    }
  }
  const isWrong = names.some((name) => stepForm.notes(name).error !== undefined)
  // A narrow window asks after "Yes", or once Next missed the answers.
  const isAsked = answer ?? (isWrong || !isNarrow)
  return (
    <>
      <YesNo
        name="hasMedicalAid"
        label="Do you have medical aid?"
        className="sm:max-w-80"
        value={answer}
        onValueChange={choose}
      />
      {isAsked ? <QuestionList {...{ stepForm }} page="employment" section="Medical Aid" /> : null}
    </>
  )
}
