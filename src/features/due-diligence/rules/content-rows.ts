import { accountTypes, maskedAccount } from '#features/due-diligence/rules/bank.ts'
import type { DraftOf, Drafts } from '#features/due-diligence/rules/drafts.ts'
import { fundOf, funds, purposes, type FundName } from '#features/due-diligence/rules/funds.ts'
import { actsFor, otherNames, representatives, residences } from '#features/due-diligence/rules/identity.ts'
import { noTaxNumberReasons } from '#features/due-diligence/rules/no-tax-number.ts'
import { exposureQuestions, relations } from '#features/due-diligence/rules/positions.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { formatIdNumber } from '#base/rules/south-africa/id-number.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { formatWholeRand, randToCents } from '#base/rules/money/rand.ts'

/** A line of what a client declared. */
export interface ContentRow {
  label: string
  value: string
}

/** The third text is what the client was asked, where the label speaks of the client. */
type Rows = (readonly [label: string, value: string | undefined, question?: string])[]

const yesNo = (answer: boolean | undefined) => (answer === undefined ? undefined : answer ? 'Yes' : 'No')
const rand = (amount: number | undefined) =>
  amount === undefined ? undefined : formatWholeRand(randToCents(amount))
const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ')

function counterpartyText(kind: FundName | undefined, name: string | undefined): string | undefined {
  const counterparty = kind && fundOf(kind).counterparty
  return counterparty && name ? `${counterparty.preposition} ${name}` : undefined
}

function fundRows(label: string, question: string, rows: DraftOf<'funds'>['sources'] = []): Rows {
  return rows.map(({ kind, amount, donor, words }) => [
    label,
    joined([kind && funds[kind].label, rand(amount), counterpartyText(kind, donor), words]),
    question,
  ])
}

function forWhomRows({
  fullName,
  dateOfBirth,
  registrationNumber,
  relation,
  kind,
}: NonNullable<DraftOf<'funds'>['forWhom']> = {}): Rows {
  const fact =
    kind === 'organisation'
      ? registrationNumber && `registration number ${registrationNumber}`
      : dateOfBirth && `born on ${formatDay(dateOfBirth)}`
  return [['For whom', joined([fullName, fact, relation]), 'For whom is the money?']]
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
    ['Acts for', whom && actsFor[whom], 'For whom are you opening this account?'],
    ['Residence status', residence && residences[residence], 'Status in South Africa'],
    [
      'ID document lost or stolen',
      lost === true ? 'Yes' : undefined,
      'The ID card or ID book was lost or stolen',
    ],
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
    ['Document in own name', yesNo(inOwnName), 'Do you have a document with your name and this address?'],
    ['Owner or tenant', owner && joined([owner.fullName, owner.relation]), 'Whose name is on the document?'],
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
    ['Own account', yesNo(ownAccount), 'Is this your own account?'],
    ['Why it is someone else’s account', otherHolder, 'Why does the account belong to someone else?'],
    ['Why there is no document', withoutPaper],
  ],
  funds: ({ purpose, forWhom, firstAmount, yearlyAmount, sources, wealth, withoutPaper }) => [
    ['Purpose', purpose && purposes[purpose], 'What is the money for?'],
    ...(purpose === 'other' ? forWhomRows(forWhom) : []),
    ['First amount', rand(firstAmount), 'How much do you expect to invest at first?'],
    ['Amount per year', rand(yearlyAmount), 'How much do you expect to add each year?'],
    ...fundRows('Source of funds', 'Where this money comes from', sources),
    ...fundRows('Source of wealth', 'How your wealth came about', wealth),
    ['Why there is no document', withoutPaper],
  ],
  exposure: ({ domestic, foreign, influential, related, positions = [] }) => [
    ['Public position in South Africa (FICA, Schedule 3A)', yesNo(domestic), exposureQuestions.domestic.text],
    ['Public position abroad (FICA, Schedule 3B)', yesNo(foreign), exposureQuestions.foreign.text],
    ['Supplier of the state (FICA, Schedule 3C)', yesNo(influential), exposureQuestions.influential.text],
    ['Related to such a person', yesNo(related), exposureQuestions.related.text],
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
    ['United States person', yesNo(unitedStatesPerson), 'Are you a United States person for tax?'],
    ['Why there is no document', withoutPaper],
  ],
}

/** What a client declared for a task, line by line, without empty answers. Account numbers are masked by default. */
export function contentRows(
  task: TaskName,
  content: Readonly<Record<string, unknown>>,
  account: AccountText = maskedAccount,
): ContentRow[] {
  return answered(task, content, account).map(([label, value]) => ({ label, value }))
}

/** The same for the client, under the questions that the form asks. */
export function contentRowsForClient(
  task: TaskName,
  content: Readonly<Record<string, unknown>>,
): ContentRow[] {
  return answered(task, content, maskedAccount).map(([label, value, question]) => ({
    label: question ?? label,
    value,
  }))
}

function answered(task: TaskName, content: Readonly<Record<string, unknown>>, account: AccountText) {
  // The server keeps declarations as drafts of their task.
  return rowsOf[task](content, account).flatMap(([label, value, question]) =>
    value ? [[label, value, question] as const] : [],
  )
}
