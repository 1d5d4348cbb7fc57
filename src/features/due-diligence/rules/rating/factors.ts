import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import { funds, purposes, type FundName } from '#features/due-diligence/rules/funds.ts'
import { formatWholeRand, randToCents } from '#base/rules/money/rand.ts'
import { verificationMethods } from '#features/due-diligence/rules/tasks.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import type { RiskFacts } from './facts.ts'
import { tradeIn } from './trades.ts'
import type { ModelContent, PointRow } from './model.ts'

/** The factors of a rating, in the order of its list. */
export const factorLabels = {
  exposure: 'Political exposure',
  country: 'Citizenship, residence and birth',
  tax: 'Tax residency',
  trade: 'Occupation',
  income: 'Income',
  wealth: 'Wealth',
  firstAmount: 'First amount',
  purpose: 'Purpose',
  funds: 'Source of funds',
  met: 'Verification',
  actsFor: 'Representation',
  account: 'Bank account',
  identity: 'Identity',
  plausibility: 'Plausibility',
  screening: 'Sanctions lists',
  noted: 'Noted by staff',
} as const

export type FactorName = keyof typeof factorLabels
export const factorNames = Object.keys(factorLabels) as [FactorName, ...FactorName[]]

/** A factor's share of a rating, and its sentence. */
export interface Factor {
  points: number
  /** High, whatever the points. */
  alwaysHigh: boolean
  sentence: string
}

type Rule = (facts: RiskFacts, model: ModelContent) => Factor

const counts = (points: number, sentence: string): Factor => ({ points, alwaysHigh: false, sentence })
const alwaysHigh = (sentence: string): Factor => ({ points: 0, alwaysHigh: true, sentence })

/** The factor with most points; the first of several, and one that is always high before all others. */
function highest(found: readonly Factor[], none: string): Factor {
  const weight = (factor: Factor) => (factor.alwaysHigh ? Infinity : factor.points)
  return found.toSorted((one, other) => weight(other) - weight(one))[0] ?? counts(0, none)
}

const exposure: Rule = ({ exposure: is }, { points }) =>
  ({
    foreign: alwaysHigh('Foreign politically exposed person: always high (FICA, section 21F).'),
    domestic: counts(points.domestic, 'Domestic politically exposed person (FICA, section 21G).'),
    influential: counts(points.influential, 'Prominent influential person (FICA, section 21G).'),
    none: counts(0, 'Declares no political exposure.'),
  })[is]

const country: Rule = ({ citizenships, residence, birth }, model) => {
  const connections = [
    ...(residence === null ? [] : [[`Lives in ${residence}`, residence] as const]),
    ...citizenships.map((of) => [`Is a citizen of ${of}`, of] as const),
    ...(birth === null ? [] : [[`Was born in ${birth}`, birth] as const]),
  ]
  const found = connections.map(([text, name]): Factor => {
    const calling = model.highCountries.find((one) => one.country === name)
    if (calling !== undefined) {
      return alwaysHigh(`${text}, on the list that calls for action (${asOf(calling.since)}): always high.`)
    }
    const raised = model.raisedCountries.find((one) => one.country === name)
    if (raised !== undefined) {
      const list = `the list of increased monitoring (${asOf(raised.since)})`
      return counts(model.points.raisedCountry, `${text}, on ${list}.`)
    }
    if (name !== HOME_COUNTRY) return counts(model.points.otherCountry, `${text}.`)
    return counts(0, 'Connected with South Africa alone.')
  })
  return highest(found, 'No country is declared.')
}

/** The day or month of a list. */
const asOf = (since: string) => (since.length > 7 ? formatDay(since) : formatDay(`${since}-01`).slice(2))

const tax: Rule = ({ taxAbroad, taxNumberMissing }, { points }) => {
  const abroad = Math.min(taxAbroad.length * points.taxAbroad, points.taxAbroadMax)
  const countries = taxAbroad.length === 1 ? '1 country' : `${taxAbroad.length} countries`
  const sentence =
    taxAbroad.length === 0
      ? 'No tax residency besides South Africa.'
      : `Tax resident in ${countries} besides South Africa.`
  if (!taxNumberMissing) return counts(abroad, sentence)
  return counts(abroad + points.taxNumberMissing, `${sentence} A tax number could not be obtained.`)
}

const trade: Rule = ({ trade: text }, { points, riskyTrades, stateTrades }) => {
  const risky = tradeIn(text, riskyTrades)
  if (risky !== undefined) return counts(points.riskyTrade, `Works in a trade of higher risk: ${risky}.`)
  const state = tradeIn(text, stateTrades)
  if (state !== undefined) return counts(points.stateTrade, `Supplies the state: ${state}.`)
  return counts(0, 'No trade of higher risk.')
}

const WITHOUT_INCOME = /\b(?:students?|scholar|learner|unemployed|homemaker|housewife|househusband)\b/iu

/** Sources that explain wealth without an income of one's own. */
const FROM_OTHERS: ReadonlySet<FundName> = new Set(['gift', 'inheritance'])

const income: Rule = (facts, { points, wealthWithoutIncome }) => {
  const { trade: text, income: yearly, netWorth, firstAmount, sources, wealth } = facts
  const hasNone = WITHOUT_INCOME.test(text) || yearly === null || yearly === 0
  if (!hasNone) return counts(0, 'Has an income.')
  const amount = Math.max(netWorth, firstAmount)
  if (amount <= wealthWithoutIncome) return counts(0, 'No income, and no high wealth.')
  const explained = [...sources, ...wealth].find((kind) => FROM_OTHERS.has(kind))
  if (explained !== undefined) {
    return counts(0, `No income; the wealth came from others: ${lower(funds[explained].label)}.`)
  }
  return counts(points.noIncome, `No income, yet ${rands(amount)}.`)
}

const wealth: Rule = (facts, { points, wealthTimesIncome }) => {
  const { income: yearly, netWorth, wealth: kinds, wealthEvidenced } = facts
  // Wealth without any income is the factor above.
  if (yearly === null || yearly === 0) return counts(0, 'Not compared, since there is no income.')
  const times = Math.floor(netWorth / yearly)
  if (netWorth <= wealthTimesIncome * yearly) {
    return counts(0, `Net worth is at most ${wealthTimesIncome} times the yearly income.`)
  }
  const sentence = `Net worth is ${times} times the yearly income`
  if (!wealthEvidenced) return counts(points.wealthUnproven, `${sentence}; its source is not evidenced.`)
  const named = kinds.map((kind) => lower(funds[kind].label)).join(', ')
  return counts(points.wealthEvidenced, `${sentence}; evidenced: ${named}.`)
}

const firstAmount: Rule = ({ firstAmount: amount }, { points, firstAmounts }) => {
  const [first, second, third] = firstAmounts
  const rows: readonly (readonly [number, PointRow])[] = [
    [third, 'firstAmountLargest'],
    [second, 'firstAmountLarge'],
    [first, 'firstAmountMiddle'],
  ]
  const found = rows.find(([limit]) => amount >= limit)
  if (found === undefined) return counts(0, `First amount of ${rands(amount)}, below ${rands(first)}.`)
  return counts(points[found[1]], `First amount of ${rands(amount)}, from ${rands(found[0])}.`)
}

const purpose: Rule = ({ purpose: is }, { points }) => {
  if (is === null) return counts(0, 'No purpose is declared.')
  return counts(points[is === 'other' ? 'forOther' : is], `Purpose: ${lower(purposes[is])}.`)
}

const rowsOfFunds: Readonly<Partial<Record<FundName, PointRow>>> = {
  gift: 'giftOrInheritance',
  inheritance: 'giftOrInheritance',
  loan: 'loan',
  crypto: 'cryptoOrCash',
  cash: 'cryptoOrCash',
}

const sourceOfFunds: Rule = (facts, { points }) => {
  const { sources, fundsEvidenced } = facts
  const found = sources.flatMap((kind): Factor[] => {
    const row = rowsOfFunds[kind]
    return row === undefined ? [] : [counts(points[row], `Source of funds: ${lower(funds[kind].label)}.`)]
  })
  const short = foundFor(facts, 'fundsUnproven')
  const unproven = fundsEvidenced
    ? short === null
      ? []
      : [counts(points.fundsUnproven, short)]
    : [counts(points.fundsUnproven, 'Source of funds is not evidenced.')]
  return highest([...found, ...unproven], 'Source of funds is evidenced.')
}

/** Whether no one has seen the client, or a document of theirs. */
export function isNeverMet(method: RiskFacts['met']): boolean {
  return method === null || method === 'agrees-with-answers' || method === 'other'
}

const met: Rule = ({ met: method }, { points }) => {
  if (method === null) return counts(points.neverMet, 'Identity is not verified yet.')
  const how = lower(verificationMethods[method])
  if (method === 'original-seen') return counts(0, `Met: ${how}.`)
  if (isNeverMet(method)) return counts(points.neverMet, `Never met: ${how}.`)
  return counts(points.metAtDistance, `Identified at a distance: ${how}.`)
}

const actsFor: Rule = ({ actsFor: whom }, { points }) =>
  ({
    self: counts(0, 'Acts for themselves.'),
    child: counts(points.forChild, 'Acts for a child.'),
    other: counts(points.forAdult, 'Acts for someone under curatorship or a power of attorney.'),
  })[whom]

/** What was found implausible that gives points of a row, in one sentence; null for nothing. */
function foundFor({ implausible = [] }: RiskFacts, row: PointRow): string | null {
  const texts = implausible.flatMap(({ points, text }) => (points === row ? text : []))
  return texts.length === 0 ? null : texts.join(' ')
}

const account: Rule = (facts, { points }) => {
  if (!facts.ownAccount) return counts(points.otherAccount, 'Bank account of someone else.')
  const found = foundFor(facts, 'otherAccount')
  return found === null ? counts(0, 'Bank account in the client’s name.') : counts(points.otherAccount, found)
}

const identity: Rule = (facts, { points }) => {
  const found = foundFor(facts, 'identityInDoubt')
  if (facts.identityInDoubt) {
    const invalid = 'The ID number is not valid, or doesn’t match the date of birth.'
    return counts(points.identityInDoubt, [invalid, found].filter(Boolean).join(' '))
  }
  return found === null
    ? counts(0, 'The identity document agrees with the answers.')
    : counts(points.identityInDoubt, found)
}

const plausibleRows = [
  'fundsPartlyExplained',
  'fundsHardlyExplained',
  'yearlyAboveHalf',
  'yearlyAboveIncome',
  'aboveNetWorth',
  'salaryYears',
] as const satisfies PointRow[]

const plausibility: Rule = (facts, { points }) => {
  const found = plausibleRows.flatMap((row) => {
    const sentence = foundFor(facts, row)
    return sentence === null ? [] : [counts(points[row], sentence)]
  })
  const sum = found.reduce((total, one) => total + one.points, 0)
  const sentence = found.map((one) => one.sentence).join(' ')
  return counts(Math.min(sum, points.plausibilityMax), sentence || 'Amounts, income and wealth fit together.')
}

const screening: Rule = ({ screening: result, lists }, { points }) => {
  if (result === 'match') return alwaysHigh('Confirmed on a sanctions list: always high.')
  if (result === 'related') return alwaysHigh('Related to a listed person: always high.')
  if (result === 'exposed') return alwaysHigh('On the firm’s own list: politically exposed. Always high.')
  if (result === 'internal') return counts(points.ownList, 'On the firm’s own list: internal.')
  if (result === 'clear') return counts(0, noMatchOn(lists))
  if (result === 'undecided') return counts(0, 'A possible match on a sanctions list is not decided yet.')
  return counts(0, 'Not compared with every sanctions list in use yet.')
}

/** The lists by name: those that everyone was compared with, and the others. */
function noMatchOn(lists: RiskFacts['lists']): string {
  // As ratings of earlier releases have it.
  if (lists === undefined) return 'No match on a sanctions list.'
  const named = lists.inUse.map(({ name, generatedOn }) => `${name} (${formatDay(generatedOn)})`)
  const left = lists.others.length === 0 ? '' : ` Not compared with: ${lists.others.join(', ')}.`
  return `No match on: ${named.join(', ')}.${left}`
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const rands = (amount: number) => formatWholeRand(randToCents(Math.round(amount)))

/** The rule of each factor that follows from facts. */
export const rules: Readonly<Record<Exclude<FactorName, 'noted'>, Rule>> = {
  exposure,
  country,
  tax,
  trade,
  income,
  wealth,
  firstAmount,
  purpose,
  funds: sourceOfFunds,
  met,
  actsFor,
  account,
  identity,
  plausibility,
  screening,
}
