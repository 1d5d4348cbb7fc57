import type { PackTask } from '#domain/api/due-diligence.ts'
import { accountTypes, maskedAccount } from '#domain/due-diligence/bank.ts'
import type { DraftOf } from '#domain/due-diligence/drafts.ts'
import { fundOf, purposes } from '#domain/due-diligence/funds.ts'
import { actsFor, representatives, residences } from '#domain/due-diligence/identity.ts'
import { relations } from '#domain/due-diligence/positions.ts'
import type { TaskName } from '#domain/due-diligence/tasks.ts'
import { formatRand, randToCents } from '#domain/money/rand.ts'
import { otherNameLabels } from './other-names.ts'

interface SummaryRow {
  label: string
  value: string
}
type Found = [label: string, value: string | undefined | false]

const yesNo = (answer: boolean | undefined) => (answer === undefined ? undefined : answer ? 'Yes' : 'No')
const joined = (parts: readonly (string | undefined | false)[]) => parts.filter(Boolean).join(', ')
const rand = (amount: number | undefined) => amount !== undefined && formatRand(randToCents(amount))

/** What was handed in, in one look. */
const rowsOf: { readonly [Task in TaskName]: (draft: DraftOf<Task>) => Found[] } = {
  identity: (draft) => [
    ['For', draft.actsFor && actsFor[draft.actsFor]],
    ['Acting', draft.representative?.fullName],
    ['As', draft.representative?.relation && representatives[draft.representative.relation]],
    ['Status in South Africa', draft.residence && residences[draft.residence]],
    ['File number', draft.fileNumber],
    ['Citizenship', draft.citizenships?.join(', ')],
    ['Country of birth', draft.countryOfBirth],
    ...(draft.otherNames ?? []).map(({ name, kind }): Found => [
      kind ? otherNameLabels[kind] : 'Other name',
      name,
    ]),
  ],
  address: (draft) => [
    ['In your own name', yesNo(draft.inOwnName)],
    ['Owner or tenant', joined([draft.owner?.fullName, draft.owner?.relation])],
  ],
  bank: (draft) => [
    ['Bank', joined([draft.bank, draft.abroad === true && draft.country])],
    ['Account', maskedAccount((draft.abroad === true ? draft.iban : draft.accountNumber) ?? '')],
    ['Type of account', draft.abroad !== true && draft.accountType && accountTypes[draft.accountType]],
    ['Account holder', draft.holder],
    ['Your own account', yesNo(draft.ownAccount)],
  ],
  funds: (draft) => [
    ['The money is for', draft.purpose && purposes[draft.purpose]],
    ['At first', rand(draft.firstAmount)],
    ['Each year', rand(draft.yearlyAmount)],
    ...fundRows('Source', draft.sources),
    ...fundRows('Wealth', draft.wealth),
  ],
  exposure: (draft) => [
    ['Public position in South Africa', yesNo(draft.domestic)],
    ['Position abroad', yesNo(draft.foreign)],
    ['Position at a supplier of the state', yesNo(draft.influential)],
    ['Relative or close associate', yesNo(draft.related)],
    ...(draft.positions ?? []).map(({ position, fullName, relation, country, from, to }, index): Found => [
      `Position ${index + 1}`,
      joined([
        position,
        fullName,
        relation && relations[relation],
        country,
        from && `${from} to ${to ?? 'now'}`,
      ]),
    ]),
  ],
  tax: (draft) => [
    ...(draft.countries ?? []).map(({ country, number }): Found => [
      country ?? 'Country',
      number ?? 'No tax number',
    ]),
    ['United States person', yesNo(draft.unitedStatesPerson)],
  ],
}

function fundRows(label: string, rows: DraftOf<'funds'>['sources'] = []): Found[] {
  return rows.map(({ kind, amount, words }, index) => [
    `${label} ${index + 1}`,
    joined([kind && fundOf(kind).label, rand(amount), words]),
  ])
}

/** The answers of a task, as labels and values; those that were not given are left out. */
export function summaryRows({ task, content }: PackTask): SummaryRow[] {
  if (content === null) return []
  // Each task's rows take its own draft.
  const found = (rowsOf[task] as (draft: DraftOf<TaskName>) => Found[])(content)
  const withoutPaper: Found = ['Document missing', 'withoutPaper' in content && content.withoutPaper]
  return [...found, withoutPaper].flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
