import type { Application } from '#domain/api/application.ts'
import type { Answers, AnswersPatch } from '#domain/applications/wizard/answers.ts'
import type { FieldName } from '#domain/applications/wizard/questionnaire.ts'
import { MAX_CHILDREN } from '#domain/applications/wizard/choices.ts'
import { personalQuestions } from '#domain/applications/wizard/personal.ts'
import { toFormOf, toPatchOf, type FormOf } from './question-form.ts'

const { childrenDetails: _, ...questions } = personalQuestions

interface ChildForm {
  fullName: string
  idNumber: string
}

/** Personal Details as the screen holds them. */
export type PersonalForm = FormOf<typeof questions> & {
  /** '' until a number is chosen. */
  childCount: string
  /** As many as can be listed; the first `childCount` show. The others keep what was typed into them. */
  childrenDetails: ChildForm[]
  /** The answers given beforehand that were looked at. */
  checkedDefaults: FieldName[]
}

function toChildren(children: Answers['childrenDetails']): ChildForm[] {
  return Array.from({ length: MAX_CHILDREN }, (_unused, index) => ({
    fullName: children[index]?.fullName ?? '',
    idNumber: children[index]?.idNumber ?? '',
  }))
}

/** As many entries as can be listed, with nothing in them. */
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

/** What the screen holds as the API takes it: as many children as were said. */
export function toPersonalPatch(form: PersonalForm): AnswersPatch {
  return {
    ...toPatchOf(questions, form),
    checkedDefaults: form.checkedDefaults,
    childrenDetails: form.hasChildren ? form.childrenDetails.slice(0, Number(form.childCount)) : [],
  }
}
