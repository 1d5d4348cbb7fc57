import { accountTypes, maskedAccount } from '#domain/due-diligence/bank.ts'
import type { DraftOf, Drafts } from '#domain/due-diligence/drafts.ts'
import { funds, isGiven, purposes } from '#domain/due-diligence/funds.ts'
import { actsFor, otherNames, representatives, residences } from '#domain/due-diligence/identity.ts'
import { noTaxNumberReasons } from '#domain/due-diligence/no-tax-number.ts'
import { relations } from '#domain/due-diligence/positions.ts'
import type { TaskName } from '#domain/due-diligence/tasks.ts'
import { formatIdNumber } from '#domain/south-africa/id-number.ts'
import { formatDay } from '#domain/time/dates.ts'
import { formatWholeRand, randToCents } from '#domain/money/rand.ts'

/** A line of what a client declared. */
export interface ContentRow {
  label: string
  value: string
}

type Rows = (readonly [label: string, value: string | undefined])[]

const yesNo = (answer: boolean | undefined) => (answer === undefined ? undefined : answer ? 'Yes' : 'No')
const rand = (amount: number | undefined) =>
  amount === undefined ? undefined : formatWholeRand(randToCents(amount))
const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ')

function fundRows(label: string, rows: DraftOf<'funds'>['sources'] = []): Rows {
  return rows.map(({ kind, amount, donor, words }) => [
    label,
    joined([
      kind && funds[kind].label,
      rand(amount),
      isGiven(kind) && donor ? `from ${donor}` : undefined,
      words,
    ]),
  ])
}

/** How an account number or IBAN is written. */
type AccountText = (account: string) => string

const rowsOf: { [Task in TaskName]: (draft: Drafts[Task], account: AccountText) => Rows } = {
  identity: ({
    actsFor: whom,
    residence,
    lost,
    citizenships,
    countryOfBirth,
    otherNames: names = [],
    fileNumber,
    representative,
    withoutPaper,
  }) => [
    ['Acts for', whom && actsFor[whom]],
    ['Residence status', residence && residences[residence]],
    ['ID document lost or stolen', lost === true ? 'Yes' : undefined],
    ['Citizenships', citizenships?.join(', ')],
    ['Country of birth', countryOfBirth],
    ...names.map(({ name, kind }) => [kind ? otherNames[kind] : 'Other name', name] as const),
    ['File number', fileNumber],
    [
      'Representative',
      representative &&
        joined([
          representative.fullName,
          representative.relation && representatives[representative.relation],
          representative.idNumber && formatIdNumber(representative.idNumber),
          representative.dateOfBirth && formatDay(representative.dateOfBirth),
        ]),
    ],
    ['Why there is no document', withoutPaper],
  ],
  address: ({ inOwnName, owner, withoutPaper }) => [
    ['Document in own name', yesNo(inOwnName)],
    ['Owner or tenant', owner && joined([owner.fullName, owner.relation])],
    ['Why there is no document', withoutPaper],
  ],
  bank: (
    {
      bank,
      branchCode,
      accountNumber,
      accountType,
      iban,
      bic,
      country,
      holder,
      ownAccount,
      otherHolder,
      withoutPaper,
    },
    account,
  ) => [
    ['Bank', bank],
    ['Branch code', branchCode],
    ['Account number', accountNumber && account(accountNumber)],
    ['Account type', accountType && accountTypes[accountType]],
    ['IBAN', iban && account(iban)],
    ['BIC', bic],
    ['Country', country],
    ['Account holder', holder],
    ['Own account', yesNo(ownAccount)],
    ['Why it is someone else’s account', otherHolder],
    ['Why there is no document', withoutPaper],
  ],
  funds: ({ purpose, firstAmount, yearlyAmount, sources, wealth, withoutPaper }) => [
    ['Purpose', purpose && purposes[purpose]],
    ['First amount', rand(firstAmount)],
    ['Amount per year', rand(yearlyAmount)],
    ...fundRows('Source of funds', sources),
    ...fundRows('Source of wealth', wealth),
    ['Why there is no document', withoutPaper],
  ],
  exposure: ({ domestic, foreign, influential, related, positions = [] }) => [
    ['Public position in South Africa (FICA, Schedule 3A)', yesNo(domestic)],
    ['Public position abroad (FICA, Schedule 3B)', yesNo(foreign)],
    ['Supplier of the state (FICA, Schedule 3C)', yesNo(influential)],
    ['Related to such a person', yesNo(related)],
    ...positions.map(
      ({ fullName, relation, position, country, from, to }) =>
        [
          'Position',
          joined([
            fullName,
            relation && relations[relation],
            position,
            country,
            from && `from ${from} ${to ? `to ${to}` : 'until today'}`,
          ]),
        ] as const,
    ),
  ],
  tax: ({ countries = [], unitedStatesPerson, withoutPaper }) => [
    ...countries.map(
      ({ country, number, reason, words }) =>
        [
          `Tax number in ${country ?? 'a country'}`,
          number || joined([reason && noTaxNumberReasons[reason], words]),
        ] as const,
    ),
    ['United States person', yesNo(unitedStatesPerson)],
    ['Why there is no document', withoutPaper],
  ],
}

/** What a client declared for a task, line by line, without empty answers. Account numbers are masked by default. */
export function contentRows(
  task: TaskName,
  content: Readonly<Record<string, unknown>>,
  account: AccountText = maskedAccount,
): ContentRow[] {
  // The server keeps declarations as drafts of their task.
  const rows = rowsOf[task](content, account)
  return rows.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
