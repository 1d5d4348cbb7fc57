import { formatRand } from '#domain/money/rand.ts'
import { parseRand } from '#domain/money/reading.ts'
import { formatDay } from '#domain/time/dates.ts'
import type { Answers } from './answers.ts'
import {
  countriesOfIssue,
  educationLevels,
  idDocumentTypes,
  maritalStatuses,
  marriageTypes,
  nationalities,
  salutations,
} from './choices.ts'
import type { FieldName } from './labels.ts'

/** What stands where nothing was answered. */
export const NOT_PROVIDED = 'Not provided'

const choices: Readonly<Partial<Record<FieldName, Readonly<Record<string, string>>>>> = {
  salutation: salutations,
  maritalStatus: maritalStatuses,
  marriageType: marriageTypes,
  nationality: nationalities,
  idDocumentType: idDocumentTypes,
  issuingCountry: countriesOfIssue,
  highestEducation: educationLevels,
}

type Children = Answers['childrenDetails']

function childrenText(children: Children): string {
  return children
    .map(({ fullName, idNumber }) => `${fullName || NOT_PROVIDED} (${idNumber || NOT_PROVIDED})`)
    .join(', ')
}

function incomeText(text: string): string {
  const cents = parseRand(text)
  return cents === null ? text : formatRand(cents)
}

const special: Readonly<Partial<Record<FieldName, (text: string) => string>>> = {
  dateOfBirth: formatDay,
  annualIncome: incomeText,
}

/** An answer in the words that people read: "Community of Property", "20 November 1980", "Yes", "R 450 000.00". */
export function answerText(name: FieldName, value: Answers[FieldName]): string {
  if (value === null || value === '') return NOT_PROVIDED
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? 'None' : childrenText(value)
  return choices[name]?.[value] ?? special[name]?.(value) ?? value
}
