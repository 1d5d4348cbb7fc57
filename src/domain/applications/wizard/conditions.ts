import type { Answers } from './answers.ts'

/** The questions that are asked only depending on another answer (specification sections 2 and 4). */
export const asked = {
  marriageType: (answers: Pick<Answers, 'maritalStatus'>) => answers.maritalStatus === 'married',
  children: (answers: Pick<Answers, 'hasChildren'>) => answers.hasChildren,
  professionalMemberCode: (answers: Pick<Answers, 'highestEducation'>) =>
    answers.highestEducation === 'professional',
  willInstitution: (answers: Pick<Answers, 'hasWill'>) => answers.hasWill === true,
  otherInvestmentsTypes: (assets: Pick<Answers['assets'], 'otherInvestments'>) =>
    (assets.otherInvestments ?? 0) > 0,
} as const

/** The answers without those to questions that are not asked: what nobody can see must not be submitted. */
export function withoutUnasked(answers: Answers): Answers {
  const { otherInvestmentsTypes, ...amounts } = answers.assets
  return {
    ...answers,
    marriageType: asked.marriageType(answers) ? answers.marriageType : null,
    childrenDetails: asked.children(answers) ? answers.childrenDetails : [],
    professionalMemberCode: asked.professionalMemberCode(answers) ? answers.professionalMemberCode : null,
    willInstitution: asked.willInstitution(answers) ? answers.willInstitution : null,
    assets:
      asked.otherInvestmentsTypes(amounts) && otherInvestmentsTypes !== undefined
        ? { ...amounts, otherInvestmentsTypes }
        : amounts,
  }
}
