import type { Application } from '#features/applications/api/application.ts'
import type { Answers, AnswersPatch } from '#features/applications/rules/wizard/answers.ts'
import type { FieldName } from '#features/applications/rules/wizard/questionnaire.ts'
import { MAX_CHILDREN } from '#features/applications/rules/wizard/choices.ts'
import { personalQuestions } from '#features/applications/rules/wizard/personal.ts'
import { toFormOf, toPatchOf, type FormOf } from './question-form.ts'

const { childrenDetails: _, ...questions } = personalQuestions

interface ChildForm {
  fullName: string
  idNumber: string
}

/** Form values of Personal Details. */
export type PersonalForm = FormOf<typeof questions> & {
  /** '' until a number is selected. */
  childCount: string
  /** The maximum number of children; the first `childCount` show. The others keep their input. */
  childrenDetails: ChildForm[]
  /** Checked default answers. */
  checkedDefaults: FieldName[]
}

function toChildren(children: Answers['childrenDetails']): ChildForm[] {
  return Array.from({ length: MAX_CHILDREN }, (_unused, index) => ({
    fullName: children[index]?.fullName ?? '',
    idNumber: children[index]?.idNumber ?? '',
  }))
}

/** The maximum number of empty entries. */
export function blankChildren(): ChildForm[] {
  return toChildren([])
}

export function toPersonalForm(application: Application): PersonalForm {
  const { childrenDetails, checkedDefaults } = application
  return {
    ...toFormOf(questions, application),
    childCount: childrenDetails.length === 0 ? '' : String(childrenDetails.length),
    childrenDetails: toChildren(childrenDetails),
    checkedDefaults,
  }
}

/** Form values for the API, with the selected number of children. */
export function toPersonalPatch(form: PersonalForm): AnswersPatch {
  return {
    ...toPatchOf(questions, form),
    checkedDefaults: form.checkedDefaults,
    childrenDetails: form.hasChildren ? form.childrenDetails.slice(0, Number(form.childCount)) : [],
  }
}
