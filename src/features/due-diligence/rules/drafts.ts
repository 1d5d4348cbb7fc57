import { z } from 'zod'
import { lineOfText, nameText, proseText } from '#base/rules/input/text.ts'
import { isBirthDate } from '#base/rules/time/date-of-birth.ts'
import { compactIdNumber } from '#base/rules/south-africa/id-number.ts'
import { withoutSeparators } from '#base/rules/input/tidy.ts'
import { isRandAmount } from '#base/rules/money/rand.ts'
import { actsForNames, otherNameKinds, representativeNames, residenceNames } from './identity.ts'
import { countryName, isCountry } from '#features/applications/rules/world-countries.ts'
import { accountTypeNames } from './bank.ts'
import { fundNames, partyKindNames, purposeNames } from './funds.ts'
import { exposureQuestionNames, relations } from './positions.ts'
import { MAX_TEXT_LENGTH, MAX_TAX_COUNTRIES } from '#features/approvals/rules/limits.ts'
import { noTaxNumberReasonNames } from './no-tax-number.ts'
import type { TaskName } from './tasks.ts'

const country = lineOfText().overwrite(countryName).refine(isCountry, 'Please choose a country from the list')
const words = proseText(MAX_TEXT_LENGTH)
const line = lineOfText()
const name = nameText()
const birthDate = z.string().refine(isBirthDate, 'Please choose a date that exists')
const amount = z.number().refine(isRandAmount, 'Please enter an amount in rand with at most two decimals')
/** Why a paper cannot be given; handing in is possible with this text instead. */
const withoutPaper = words

const identity = z
  .strictObject({
    actsFor: z.enum(actsForNames),
    residence: z.enum(residenceNames),
    /** The ID document was lost or stolen. */
    lost: z.boolean(),
    citizenships: z.array(country).max(3, 'Please list at most 3 countries'),
    countryOfBirth: country,
    otherNames: z
      .array(z.strictObject({ name, kind: z.enum(otherNameKinds) }))
      .max(5, 'Please list at most 5 other names'),
    /** The file number of refugees and asylum seekers. */
    fileNumber: line,
    /** Who acts for a child or another person. */
    representative: z
      .strictObject({
        fullName: name,
        idNumber: line.overwrite(compactIdNumber),
        dateOfBirth: birthDate,
        relation: z.enum(representativeNames),
      })
      .partial(),
    withoutPaper,
  })
  .partial()

const address = z
  .strictObject({
    inOwnName: z.boolean(),
    owner: z.strictObject({ fullName: name, relation: line }).partial(),
    withoutPaper,
  })
  .partial()

const digits = line.overwrite(withoutSeparators)

const bank = z
  .strictObject({
    abroad: z.boolean(),
    bank: line,
    branchCode: digits,
    accountNumber: digits,
    accountType: z.enum(accountTypeNames),
    iban: digits.overwrite((text) => text.toUpperCase()),
    bic: digits.overwrite((text) => text.toUpperCase()),
    country,
    holder: name,
    ownAccount: z.boolean(),
    /** Why the account belongs to someone else. */
    otherHolder: words,
    withoutPaper,
  })
  .partial()

const fund = z
  .strictObject({
    kind: z.enum(fundNames),
    amount,
    /** The other party: who gave, lent, paid or bought. */
    donor: name,
    words,
  })
  .partial()

const funds = z
  .strictObject({
    purpose: z.enum(purposeNames),
    /** Whom the money is for, where it is for someone else. */
    forWhom: z
      .strictObject({
        kind: z.enum(partyKindNames),
        fullName: name,
        /** Of a person. */
        dateOfBirth: birthDate,
        /** Of an organisation. */
        registrationNumber: line,
        /** How the client is related to them. */
        relation: line,
      })
      .partial(),
    /** Rand. */
    firstAmount: amount,
    yearlyAmount: amount,
    sources: z.array(fund).max(5, 'Please list at most 5 sources'),
    /** How the wealth came about; asked where `needsWealth` says so. */
    wealth: z.array(fund).max(10, 'Please list at most 10 sources'),
    withoutPaper,
  })
  .partial()

const month = z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/u, 'Please enter a year, such as 2009')

const exposure = z
  .strictObject({
    domestic: z.boolean(),
    foreign: z.boolean(),
    influential: z.boolean(),
    related: z.boolean(),
    positions: z
      .array(
        z
          .strictObject({
            question: z.enum(exposureQuestionNames),
            /** Whose position it is, for a related person. */
            of: z.enum(exposureQuestionNames).exclude(['related']),
            fullName: name,
            relation: z.enum(Object.keys(relations) as [keyof typeof relations]),
            position: line,
            country,
            from: month,
            /** Empty while it is held. */
            to: month.or(z.literal('')),
          })
          .partial(),
      )
      .max(20, 'Please list at most 20 positions'),
  })
  .partial()

const tax = z
  .strictObject({
    countries: z
      .array(
        z.strictObject({ country, number: line, reason: z.enum(noTaxNumberReasonNames), words }).partial(),
      )
      .max(MAX_TAX_COUNTRIES, `Please list at most ${MAX_TAX_COUNTRIES} countries`),
    unitedStatesPerson: z.boolean(),
    withoutPaper,
  })
  .partial()

/** What clients save for each task: any part of it. A declaration is a draft without problems (`problems.ts`). */
export const draftSchemas = { identity, address, bank, funds, exposure, tax } as const satisfies Record<
  TaskName,
  z.ZodObject
>

export type Drafts = { [Task in TaskName]: z.output<(typeof draftSchemas)[Task]> }
export type DraftOf<Task extends TaskName> = Drafts[Task]
/** Drafts of several tasks; missing ones have none. */
export type SomeDrafts = { [Task in TaskName]?: Drafts[Task] | undefined }
