import type { Application } from '#domain/api/application.ts'
import type { Answers, AnswersPatch } from '#domain/applications/wizard/answers.ts'
import {
  countriesOfIssue,
  educationLevels,
  idDocumentTypes,
  maritalStatuses,
  marriageTypes,
  MAX_CHILDREN,
  nationalities,
  salutations,
} from '#domain/applications/wizard/choices.ts'
import { asked } from '#domain/applications/wizard/conditions.ts'
import { isBirthDate } from '#domain/applications/wizard/date-of-birth.ts'
import { chosen } from './field-options.ts'

interface ChildForm {
  fullName: string
  idNumber: string
}

/** Personal Details as the screen holds them: text, '' where nothing is given. */
export interface PersonalForm {
  salutation: string
  fullName: string
  dateOfBirth: string
  highestEducation: string
  professionalMemberCode: string
  smoker: boolean
  maritalStatus: string
  marriageType: string
  hasChildren: boolean
  /** '' until a number is chosen. */
  childCount: string
  /** As many as can be listed; the first `childCount` show. The others keep what was typed into them. */
  childrenDetails: ChildForm[]
  nationality: string
  idDocumentType: string
  idNumber: string
  issuingCountry: string
  mobileNumber: string
  emailAddress: string
}

function toChildren(children: Answers['childrenDetails']): ChildForm[] {
  return Array.from({ length: MAX_CHILDREN }, (_, index) => ({
    fullName: children[index]?.fullName ?? '',
    idNumber: children[index]?.idNumber ?? '',
  }))
}

export function toPersonalForm(application: Application): PersonalForm {
  return {
    salutation: application.salutation ?? '',
    fullName: application.fullName ?? '',
    dateOfBirth: application.dateOfBirth ?? '',
    highestEducation: application.highestEducation,
    professionalMemberCode: application.professionalMemberCode ?? '',
    smoker: application.smoker,
    maritalStatus: application.maritalStatus,
    marriageType: application.marriageType ?? '',
    hasChildren: application.hasChildren,
    childCount: application.childrenDetails.length === 0 ? '' : String(application.childrenDetails.length),
    childrenDetails: toChildren(application.childrenDetails),
    nationality: application.nationality ?? '',
    idDocumentType: application.idDocumentType ?? '',
    idNumber: application.idNumber ?? '',
    issuingCountry: application.issuingCountry ?? '',
    mobileNumber: application.mobileNumber ?? '',
    emailAddress: application.emailAddress ?? '',
  }
}

/** What the screen holds as the API takes it; answers to questions that do not show are taken back. */
export function toPersonalPatch(form: PersonalForm): AnswersPatch {
  const highestEducation = chosen(educationLevels, form.highestEducation) ?? undefined
  const maritalStatus = chosen(maritalStatuses, form.maritalStatus) ?? undefined
  return {
    salutation: chosen(salutations, form.salutation),
    fullName: form.fullName,
    dateOfBirth: isBirthDate(form.dateOfBirth) ? form.dateOfBirth : null,
    highestEducation,
    professionalMemberCode:
      highestEducation && asked.professionalMemberCode({ highestEducation })
        ? form.professionalMemberCode
        : null,
    smoker: form.smoker,
    maritalStatus,
    marriageType:
      maritalStatus && asked.marriageType({ maritalStatus })
        ? chosen(marriageTypes, form.marriageType)
        : null,
    hasChildren: form.hasChildren,
    childrenDetails: asked.children(form) ? form.childrenDetails.slice(0, Number(form.childCount)) : [],
    nationality: chosen(nationalities, form.nationality),
    idDocumentType: chosen(idDocumentTypes, form.idDocumentType),
    idNumber: form.idNumber,
    issuingCountry: chosen(countriesOfIssue, form.issuingCountry),
    mobileNumber: form.mobileNumber,
    emailAddress: form.emailAddress,
  }
}
