import { netWorthOf } from '#features/applications/rules/net-worth/totals.ts'
import { centsToRand, formatWholeRand, randToCents } from '#base/rules/money/rand.ts'
import { parseRand } from '#base/rules/money/reading.ts'
import { fundNames, fundOf, type FundName } from './funds.ts'
import type { Circumstances } from './needs.ts'
import { provesFund, type Finding, type Rule } from './plausibility.ts'

const rand = (amount: number) => formatWholeRand(randToCents(Math.round(amount)))

function incomeOf({ answers }: Circumstances): number | null {
  const income = answers.annualIncome === null ? null : parseRand(answers.annualIncome)
  return income === null || income === 0 ? null : centsToRand(income)
}

/** Rand from sources of some kinds. */
function fromSources({ drafts }: Circumstances, kinds: readonly FundName[]): number {
  return (drafts.funds?.sources ?? []).reduce(
    (sum, { kind, amount = 0 }) => (kind !== undefined && kinds.includes(kind) ? sum + amount : sum),
    0,
  )
}

const fundsExplained: Rule = (around) => {
  const { firstAmount = 0, sources = [] } = around.drafts.funds ?? {}
  const explained = fromSources(around, fundNames)
  if (sources.length === 0 || explained >= 0.9 * firstAmount) return []
  const percent = Math.floor((100 * explained) / firstAmount)
  const points = explained < 0.5 * firstAmount ? 'fundsHardlyExplained' : 'fundsPartlyExplained'
  const text = `${rand(explained)} of ${rand(firstAmount)} explained (${percent} %).`
  const path = 'sources'
  return [
    {
      code: 'funds-explained',
      text,
      points,
      client: {
        path,
        text: `Your sources explain ${rand(explained)} of the first amount of ${rand(firstAmount)}.`,
      },
    },
  ]
}

const NO_INCOME = 100_000

const yearlyIncome: Rule = (around) => {
  const yearly = around.drafts.funds?.yearlyAmount ?? 0
  const income = incomeOf(around)
  const limit = income ?? NO_INCOME
  if (yearly <= 0.5 * limit || fromSources(around, ['business', 'savings']) >= yearly) return []
  const text = `${rand(yearly)} a year, ${income === null ? 'no income' : `income ${rand(income)}`}.`
  return yearly > limit
    ? [{ code: 'yearly-income', text, points: 'yearlyAboveIncome' }]
    : [{ code: 'yearly-income', text, points: 'yearlyAboveHalf', note: 'none' }]
}

const explainWealth = ['gift', 'inheritance', 'payout', 'loan', 'sale'] as const satisfies FundName[]

const aboveNetWorth: Rule = (around, { documents }) => {
  const { answers, drafts, present } = around
  const amount = drafts.funds?.firstAmount ?? 0
  const netWorth = centsToRand(netWorthOf(answers.assets, answers.liabilities).netWorth)
  const evidenced = explainWealth.filter((kind) =>
    [...documents.map(({ paper }) => paper), ...present].some((one) => provesFund(kind, one)),
  )
  if (amount <= netWorth || fromSources(around, evidenced) >= amount) return []
  return [
    {
      code: 'above-net-worth',
      text: `${rand(amount)}, net worth ${rand(netWorth)}.`,
      points: 'aboveNetWorth',
    },
  ]
}

const salaryYears: Rule = (around) => {
  const income = incomeOf(around)
  const salary = fromSources(around, ['salary'])
  if (income === null || salary <= 3 * income) return []
  const text = `The salary explains ${Math.floor(salary / income)} years of income.`
  return [{ code: 'salary-years', text, points: 'salaryYears' }]
}

const evidenceAmount: Rule = (around, { proven }) =>
  fundNames.map((kind): Finding | false => {
    const declared = fromSources(around, [kind])
    const onPapers = proven[kind]
    if (onPapers === undefined || onPapers >= 0.9 * declared) return false
    const amounts = `${rand(declared)} declared, ${rand(onPapers)} on documents`
    const client = {
      path: 'sources',
      text: `${fundOf(kind).label}: ${amounts}. Please add documents for the rest.`,
    }
    return {
      code: 'evidence-amount',
      text: `${fundOf(kind).label}: ${amounts}.`,
      points: 'fundsUnproven',
      client,
    }
  })

/** Whether amounts, income, wealth and documents fit together. */
export const amountRules: readonly Rule[] = [
  fundsExplained,
  yearlyIncome,
  aboveNetWorth,
  salaryYears,
  evidenceAmount,
]
