import { z } from 'zod'
import { tidyName } from '#base/rules/input/tidy.ts'
import { compactIdNumber } from '#base/rules/south-africa/id-number.ts'
import { toPhoneNumber } from '#base/rules/south-africa/phone-number.ts'
import {
  MAX_CHILDREN,
  countriesOfIssue,
  educationLevels,
  idDocumentTypes,
  maritalStatuses,
  marriageTypes,
  nationalities,
  salutations,
} from './choices.ts'
import { valuesOf } from '#base/rules/input/values-of.ts'
import { isBirthDate } from '#base/rules/time/date-of-birth.ts'
import { completeOf, draftOf, question } from './question.ts'
import { draftText, lineOfText, optionalText, requiredText } from '#base/rules/input/text.ts'

const ID_NUMBER_LENGTH = 30
const MEMBER_CODE_LENGTH = 60
const MOBILE_NUMBER_LENGTH = 30
const EMAIL_LENGTH = 254
const emailPattern = { pattern: z.regexes.html5Email, error: 'Valid email is required' }

const idNumberDraft = draftText(ID_NUMBER_LENGTH, compactIdNumber)
const nameDraft = draftText(undefined, tidyName)

/** Messages for a child's missing fields. */
export const childRequired = {
  fullName: "Child's full name is required",
  idNumber: "Child's ID number is required",
} as const

/** Personal Details (specification sections 2, 3 and 5). */
export const personalQuestions = {
  idNumber: question({
    label: 'ID Number',
    section: 'Identification',
    control: { kind: 'line', width: 'medium', autoComplete: 'off', spellCheck: false },
    draft: idNumberDraft,
    complete: requiredText('ID number is required', ID_NUMBER_LENGTH),
    initial: null,
  }),
  idDocumentType: question({
    label: 'ID Document Type',
    section: 'Identification',
    control: { kind: 'list', choices: idDocumentTypes, width: 'medium' },
    draft: z.enum(valuesOf(idDocumentTypes)).nullable(),
    complete: z.enum(valuesOf(idDocumentTypes), { error: 'ID document type is required' }),
    initial: null,
  }),
  issuingCountry: question({
    label: 'Issuing Country',
    section: 'Identification',
    hint: 'The country that issued your document',
    control: { kind: 'cards', choices: countriesOfIssue, layout: 'row' },
    draft: z.enum(valuesOf(countriesOfIssue)).nullable(),
    complete: z.enum(valuesOf(countriesOfIssue), { error: 'Issuing country is required' }),
    initial: null,
    inShort: 'left out',
  }),
  dateOfBirth: question({
    label: 'Date of Birth',
    section: 'Identification',
    control: { kind: 'day' },
    draft: z.string().refine(isBirthDate, 'Please choose a date that exists').nullable(),
    complete: z
      .string({ error: 'Date of birth is required' })
      .min(1, 'Date of birth is required')
      .refine(isBirthDate, 'Please choose a date that exists'),
    initial: null,
  }),
  nationality: question({
    label: 'Nationality',
    section: 'Identification',
    control: { kind: 'cards', choices: nationalities, layout: 'row' },
    draft: z.enum(valuesOf(nationalities)).nullable(),
    complete: z.enum(valuesOf(nationalities), { error: 'Nationality is required' }),
    initial: null,
    inShort: 'labelled',
  }),
  salutation: question({
    label: 'Salutation',
    section: 'About You',
    control: { kind: 'list', choices: salutations, width: 'short', autoComplete: 'honorific-prefix' },
    draft: z.enum(valuesOf(salutations)).nullable(),
    complete: z.enum(valuesOf(salutations), { error: 'Salutation is required' }),
    initial: null,
  }),
  fullName: question({
    label: 'Full Name',
    section: 'About You',
    hint: 'Your legal name as it appears on your ID',
    control: { kind: 'line', autoComplete: 'name' },
    draft: nameDraft,
    complete: requiredText('Full name is required'),
    initial: null,
  }),
  highestEducation: question({
    label: 'Highest Education',
    section: 'About You',
    control: { kind: 'list', choices: educationLevels, width: 'medium' },
    draft: z.enum(valuesOf(educationLevels)),
    complete: z.enum(valuesOf(educationLevels), { error: 'Please choose your highest education' }),
    initial: 'matric',
  }),
  professionalMemberCode: question({
    label: 'Professional Registration Number',
    section: 'About You',
    hint: 'With your professional body, for example SAICA, HPCSA or ECSA',
    control: { kind: 'line', width: 'medium', autoComplete: 'off' },
    draft: draftText(MEMBER_CODE_LENGTH),
    complete: optionalText(MEMBER_CODE_LENGTH),
    initial: null,
    askedIf: ['highestEducation', 'professional'],
    optional: true,
  }),
  smoker: question({
    label: 'Do you smoke?',
    section: 'About You',
    control: { kind: 'yes-no', inShort: { yes: 'Smoker', no: 'Non-smoker' } },
    draft: z.boolean(),
    complete: z.boolean({ error: 'Please choose whether you smoke' }),
    initial: false,
  }),
  maritalStatus: question({
    label: 'Marital Status',
    section: 'Family',
    control: { kind: 'list', choices: maritalStatuses, width: 'medium' },
    draft: z.enum(valuesOf(maritalStatuses)),
    complete: z.enum(valuesOf(maritalStatuses), { error: 'Please choose your marital status' }),
    initial: 'single',
  }),
  marriageType: question({
    label: 'Marriage Type',
    section: 'Family',
    hint: 'ANC stands for antenuptial contract',
    control: { kind: 'cards', choices: marriageTypes },
    draft: z.enum(valuesOf(marriageTypes)).nullable(),
    complete: z.enum(valuesOf(marriageTypes)).nullish(),
    initial: null,
    askedIf: ['maritalStatus', 'married'],
    optional: true,
  }),
  hasChildren: question({
    label: 'Do you have children?',
    section: 'Family',
    hint: 'Include children aged 18 and under',
    control: { kind: 'yes-no', inShort: { yes: 'Children', no: 'No children' } },
    draft: z.boolean(),
    complete: z.boolean({ error: 'Please choose whether you have children' }),
    initial: false,
  }),
  childrenDetails: question({
    label: 'Children',
    section: 'Family',
    control: { kind: 'children' },
    draft: z
      .array(z.strictObject({ fullName: nameDraft, idNumber: idNumberDraft }))
      .max(MAX_CHILDREN, `Please list at most ${MAX_CHILDREN} children`),
    complete: z.array(
      z.object({
        fullName: requiredText(childRequired.fullName),
        idNumber: requiredText(childRequired.idNumber, ID_NUMBER_LENGTH),
      }),
    ),
    initial: [],
    askedIf: ['hasChildren', true],
  }),
  mobileNumber: question({
    label: 'Mobile Number',
    section: 'Contact',
    control: {
      kind: 'line',
      type: 'tel',
      inputMode: 'tel',
      placeholder: '+27 XX XXX XXXX',
      width: 'medium',
      autoComplete: 'tel',
    },
    draft: draftText(MOBILE_NUMBER_LENGTH, (text) => toPhoneNumber(text) ?? text),
    complete: requiredText('Mobile number is required', MOBILE_NUMBER_LENGTH),
    initial: null,
  }),
  emailAddress: question({
    label: 'Email Address',
    section: 'Contact',
    control: { kind: 'line', type: 'email', inputMode: 'email', autoComplete: 'email', spellCheck: false },
    draft: z.union(
      [
        z
          .literal('')
          .transform(() => null)
          .pipe(z.null()),
        lineOfText(EMAIL_LENGTH).pipe(z.email(emailPattern)),
        z.null(),
      ],
      emailPattern.error,
    ),
    complete: z.email(emailPattern).max(EMAIL_LENGTH, 'Valid email is required'),
    initial: null,
  }),
} as const

/** Personal Details as stored in a draft: fields may be missing, values are well-formed. */
export const personalFields = draftOf(personalQuestions)

/** Personal Details when the step is complete. */
export const personalStep = completeOf(personalQuestions)
