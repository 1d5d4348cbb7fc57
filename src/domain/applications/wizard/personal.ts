import { z } from 'zod'
import { compactIdNumber } from '#domain/south-africa/id-number.ts'
import { toE164 } from '#domain/south-africa/mobile-number.ts'
import {
  MAX_CHILDREN,
  countriesOfIssue,
  educationLevels,
  idDocumentTypes,
  maritalStatuses,
  marriageTypes,
  nationalities,
  salutations,
  valuesOf,
} from './choices.ts'
import { isBirthDate } from './date-of-birth.ts'
import { draftText, lineOfText, optionalText, requiredText } from './text.ts'

const ID_NUMBER_LENGTH = 30
const EMAIL_LENGTH = 254
const emailPattern = { pattern: z.regexes.html5Email, error: 'Valid email is required' }

const idNumber = draftText(ID_NUMBER_LENGTH).transform((text) => text && compactIdNumber(text))

/** Personal Details as a draft keeps them: anything may be missing, what is there is well-formed. */
export const personalFields = z.strictObject({
  salutation: z.enum(valuesOf(salutations)).nullable(),
  fullName: draftText(),
  dateOfBirth: z.string().refine(isBirthDate, 'Please choose a day that exists').nullable(),
  maritalStatus: z.enum(valuesOf(maritalStatuses)),
  marriageType: z.enum(valuesOf(marriageTypes)).nullable(),
  hasChildren: z.boolean(),
  childrenDetails: z
    .array(z.strictObject({ fullName: draftText(), idNumber }))
    .max(MAX_CHILDREN, `Please list at most ${MAX_CHILDREN} children`),
  idDocumentType: z.enum(valuesOf(idDocumentTypes)).nullable(),
  idNumber,
  issuingCountry: z.enum(valuesOf(countriesOfIssue)).nullable(),
  nationality: z.enum(valuesOf(nationalities)).nullable(),
  highestEducation: z.enum(valuesOf(educationLevels)),
  professionalMemberCode: draftText(60),
  mobileNumber: draftText(30).transform((text) => text && (toE164(text) ?? text)),
  emailAddress: z.union(
    [z.literal('').transform(() => null), lineOfText(EMAIL_LENGTH).pipe(z.email(emailPattern)), z.null()],
    emailPattern.error,
  ),
  smoker: z.boolean(),
})

/** What is said beside the fields of a child, where they are empty. */
export const childRequired = {
  fullName: "Child's full name is required",
  idNumber: "Child's ID number is required",
} as const

/** Personal Details when the step is complete, in the words of specification section 5. */
export const personalStep = z.object({
  salutation: z.enum(valuesOf(salutations), { error: 'Salutation is required' }),
  fullName: requiredText('Full name is required'),
  dateOfBirth: z
    .string({ error: 'Date of birth is required' })
    .min(1, 'Date of birth is required')
    .refine(isBirthDate, 'Please choose a day that exists'),
  maritalStatus: z.enum(valuesOf(maritalStatuses), { error: 'Please choose your marital status' }),
  marriageType: z.enum(valuesOf(marriageTypes)).nullish(),
  hasChildren: z.boolean({ error: 'Please choose whether you have children' }),
  childrenDetails: z.array(
    z.object({
      fullName: requiredText(childRequired.fullName),
      idNumber: requiredText(childRequired.idNumber, ID_NUMBER_LENGTH),
    }),
  ),
  idDocumentType: z.enum(valuesOf(idDocumentTypes), { error: 'ID document type is required' }),
  idNumber: requiredText('ID number is required', ID_NUMBER_LENGTH),
  issuingCountry: z.enum(valuesOf(countriesOfIssue), { error: 'Issuing country is required' }),
  nationality: z.enum(valuesOf(nationalities), { error: 'Nationality is required' }),
  highestEducation: z.enum(valuesOf(educationLevels), { error: 'Please choose your highest education' }),
  professionalMemberCode: optionalText(60),
  mobileNumber: requiredText('Mobile number is required', 30),
  emailAddress: z.email(emailPattern).max(EMAIL_LENGTH, 'Valid email is required'),
  smoker: z.boolean({ error: 'Please choose whether you smoke' }),
})
