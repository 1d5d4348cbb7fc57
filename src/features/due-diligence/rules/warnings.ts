import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import type { Warning } from '#features/applications/rules/warnings.ts'
import { isTaxNumber } from '#base/rules/south-africa/tax-number.ts'
import { universalBranchCodes } from './bank.ts'
import { monthsBefore } from './days.ts'
import type { DraftOf } from './drafts.ts'
import { ADULT_AGE, ageOn, residences, suggestedResidence } from './identity.ts'
import type { Circumstances } from './needs.ts'
import { papers, type GivenPaper } from './papers.ts'
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
        number === answers.idNumber && {
          path,
          message: 'This is your ID number. Please check whether it is your tax number as well.',
        },
      ]
    }),
  ]
  return present(found)
}

/** What staff and client should look at in a task; never blocks it. */
export function warningsOf(task: TaskName, around: Circumstances, given: readonly GivenPaper[]): Warning[] {
  const { drafts, answers, today } = around
  const expired = given.map(
    ({ paper, expiresOn }): Found =>
      expiresOn !== null &&
      expiresOn < today && { path: `papers.${paper}`, message: `${papers[paper].label}: it has expired.` },
  )
  const own = {
    identity: () => identityWarnings(around),
    address: () => [postBox(answers), ...oldPapers(around, given)],
    bank: () => [branchCode(drafts.bank), ...oldPapers(around, given)],
    funds: () => [],
    exposure: () => [],
    tax: () => (drafts.tax === undefined ? [] : taxWarnings(drafts.tax, answers, drafts.identity)),
  } as const satisfies Record<TaskName, () => Found[]>
  return present([...own[task](), ...expired])
}

function present(found: readonly Found[]): Warning[] {
  return found.filter((warning) => warning !== false && warning !== null)
}

function identityWarnings({ answers, drafts, today }: Circumstances): Found[] {
  const { residence, actsFor } = drafts.identity ?? {}
  const suggested = suggestedResidence(answers)
  return [
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

function oldPapers({ addressProofMonths, today }: Circumstances, given: readonly GivenPaper[]): Found[] {
  const since = monthsBefore(today, addressProofMonths)
  return given.map(
    ({ paper, issuedOn }) =>
      issuedOn !== null &&
      issuedOn < since && {
        path: `papers.${paper}`,
        message: `${papers[paper].label}: it is older than ${addressProofMonths} months.`,
      },
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
