import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import type { Warning } from '#features/applications/rules/warnings.ts'
import { isTaxNumber } from '#base/rules/south-africa/tax-number.ts'
import { universalBranchCodes } from './bank.ts'
import type { DraftOf } from './drafts.ts'
import { ADULT_AGE, ageOn, residences, suggestedResidence } from './identity.ts'
import type { Circumstances } from './needs.ts'
import type { TaskName } from './tasks.ts'

type Found = Warning | false | null

const UNITED_STATES = 'United States'

/** What does not fit together in a tax declaration; never blocks it. */
export function taxWarnings(
  { countries = [], unitedStatesPerson }: DraftOf<'tax'>,
  answers: Pick<Answers, 'country' | 'mobileNumber' | 'idNumber'>,
  identity: DraftOf<'identity'> = {},
): Warning[] {
  const declared = new Set(countries.flatMap(({ country }) => country ?? []))
  const connected = new Set([answers.country ?? [], identity.citizenships ?? []].flat())
  const hasForeignPhone = answers.mobileNumber?.startsWith('+') && !answers.mobileNumber.startsWith('+27')
  const isAmerican =
    identity.countryOfBirth === UNITED_STATES || identity.citizenships?.includes(UNITED_STATES)
  const found: Found[] = [
    ...[...connected]
      .filter((country) => !declared.has(country))
      .map((country) => ({
        path: 'countries',
        message:
          country === HOME_COUNTRY && answers.country === HOME_COUNTRY
            ? 'Your address is in South Africa, but South Africa is not listed here.'
            : `You are connected with ${country}, but it is not listed here.`,
      })),
    hasForeignPhone === true &&
      [...declared].every((country) => country === HOME_COUNTRY) && {
        path: 'countries',
        message: 'Your telephone number is from another country, but no other country is listed here.',
      },
    isAmerican === true &&
      unitedStatesPerson !== true && {
        path: 'unitedStatesPerson',
        message: 'Citizens and people born in the United States are usually United States persons.',
      },
    ...countries.flatMap(({ country, number }, index): Found[] => {
      if (!number) return []
      const path = `countries.${index}.number`
      return [
        country === HOME_COUNTRY &&
          !isTaxNumber(number) && {
            path,
            message: 'This isn’t a valid South African income tax number (10 digits). Please check it.',
          },
      ]
    }),
  ]
  return present(found)
}

/** What staff and client should look at in a task besides what is implausible (`plausibility.ts`); never blocks it. */
export function warningsOf(task: TaskName, around: Circumstances): Warning[] {
  const { drafts, answers } = around
  const own = {
    identity: () => identityWarnings(around),
    address: () => [postBox(answers)],
    bank: () => [branchCode(drafts.bank)],
    funds: () => [],
    exposure: () => [],
    tax: () => (drafts.tax === undefined ? [] : taxWarnings(drafts.tax, answers, drafts.identity)),
  } as const satisfies Record<TaskName, () => Found[]>
  return present(own[task]())
}

function present(found: readonly Found[]): Warning[] {
  return found.filter((warning) => warning !== false && warning !== null)
}

function identityWarnings({ answers, drafts, today }: Circumstances): Found[] {
  const { residence, actsFor } = drafts.identity ?? {}
  const suggested = suggestedResidence(answers)
  return [
    // That of an ID number is among what is implausible.
    answers.idDocumentType === 'passport' &&
      residence !== undefined &&
      suggested !== null &&
      residence !== suggested && {
        path: 'residence',
        message: `The answers suggest: ${residences[suggested]}.`,
      },
    actsFor === 'child' &&
      !!answers.dateOfBirth &&
      ageOn(answers.dateOfBirth, today) >= ADULT_AGE && {
        path: 'actsFor',
        message: 'By the date of birth, this person is not a child.',
      },
  ]
}

const POST_BOX = /\b(?:p\.?\s?o\.?\s?box|private bag|posbus|privaatsak)\b/iu

function postBox({ addressLine1 }: Pick<Answers, 'addressLine1'>): Found {
  return (
    POST_BOX.test(addressLine1 ?? '') && {
      path: 'addressLine1',
      message: 'A post box is not an address of residence.',
    }
  )
}

function branchCode(bank: DraftOf<'bank'> = {}): Found {
  const universal = universalBranchCodes[bank.bank ?? '']
  return (
    universal !== undefined &&
    !!bank.branchCode &&
    bank.branchCode !== universal && {
      path: 'branchCode',
      message: `The universal branch code of ${bank.bank} is ${universal}. Please check yours.`,
    }
  )
}
