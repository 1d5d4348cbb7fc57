import { netWorthOf } from '#features/applications/rules/net-worth/totals.ts'
import { warningsFor } from '#features/applications/rules/warnings.ts'
import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import type { FundName, purposeNames } from '#features/due-diligence/rules/funds.ts'
import { fundOf } from '#features/due-diligence/rules/funds.ts'
import { exposureOf, type Exposure } from '#features/due-diligence/rules/exposure.ts'
import type { ActsFor } from '#features/due-diligence/rules/identity.ts'
import type { Circumstances } from '#features/due-diligence/rules/needs.ts'
import type { GivenPaper } from '#features/due-diligence/rules/papers.ts'
import type { PlausibilityCode } from '#features/due-diligence/rules/plausibility.ts'
import type { PointRow } from './model.ts'
import type { VerificationMethod } from '#features/due-diligence/rules/tasks.ts'
import { centsToRand } from '#base/rules/money/rand.ts'
import { parseRand } from '#base/rules/money/reading.ts'

/**
 * Result of sanctions screening: `undecided` while a hit is open, `match` for a confirmed one,
 * `related` where only a relative or associate is on a list, `exposed` and `internal` where it is on the firm's own list
 * alone, as such an entry. Null until everyone was compared with every list in use.
 */
export type ScreeningFact = 'undecided' | 'clear' | 'match' | 'related' | 'exposed' | 'internal' | null

/** What a rating follows from, as stored with it. Amounts are in rand. */
export interface RiskFacts {
  exposure: Exposure
  citizenships: readonly string[]
  residence: string | null
  birth: string | null
  taxAbroad: readonly string[]
  /** A tax number could not be obtained (reason B). */
  taxNumberMissing: boolean
  /** Occupation and industry. */
  trade: string
  income: number | null
  netWorth: number
  firstAmount: number
  purpose: (typeof purposeNames)[number] | null
  sources: readonly FundName[]
  fundsEvidenced: boolean
  wealth: readonly FundName[]
  wealthEvidenced: boolean
  /** How the client's identity was verified; null while it is not. */
  met: VerificationMethod | null
  actsFor: ActsFor
  ownAccount: boolean
  identityInDoubt: boolean
  screening: ScreeningFact
  /** What does not fit together; missing in ratings of earlier releases. */
  implausible?: readonly ImplausibleFact[]
  /** The lists that everyone was compared with, and those not in use; missing in ratings of earlier releases. */
  lists?: ListsInUse
}

/** Something implausible, and the row of points that it gives. */
export interface ImplausibleFact {
  code: PlausibilityCode
  text: string
  points: PointRow | null
}

/** The lists in use with their own days (yyyy-MM-dd), and the published ones that are not, by name. */
export interface ListsInUse {
  inUse: readonly { name: string; generatedOn: string }[]
  others: readonly string[]
}

/** What staff verified. */
export interface Verified {
  /** How the identity was verified last. */
  met: VerificationMethod | null
  /** The source of funds is accepted. */
  funds: boolean
  /** Papers of the source of funds. */
  papers: readonly GivenPaper[]
  screening: ScreeningFact
  implausible: readonly ImplausibleFact[]
  lists: ListsInUse
}

/** The facts of a client's declarations and answers. */
export function riskFactsOf(declared: Circumstances, verified: Verified): RiskFacts {
  const { answers, drafts, present } = declared
  const { identity, funds, tax, bank } = drafts
  const kindsOf = (rows: readonly { kind?: FundName | undefined }[] = []) => [
    ...new Set(rows.flatMap(({ kind }) => kind ?? [])),
  ]
  const [sources, wealth] = [kindsOf(funds?.sources), kindsOf(funds?.wealth)]
  const given = new Set(verified.papers.map(({ paper }) => paper))
  const isEvidenced = (kind: FundName) => {
    const { evidence, present: of } = fundOf(kind)
    return (
      evidence.length === 0 ||
      (of !== undefined && present.includes(of)) ||
      evidence.some((paper) => given.has(paper))
    )
  }
  const income = answers.annualIncome === null ? null : parseRand(answers.annualIncome)
  return {
    exposure: exposureOf(drafts.exposure),
    citizenships: identity?.citizenships ?? [],
    residence: answers.country,
    birth: identity?.countryOfBirth ?? null,
    taxAbroad: (tax?.countries ?? []).flatMap(({ country }) =>
      country === undefined || country === HOME_COUNTRY ? [] : [country],
    ),
    taxNumberMissing: (tax?.countries ?? []).some(({ reason }) => reason === 'B'),
    trade: [answers.occupation, answers.industry].filter(Boolean).join(', '),
    income: income === null ? null : centsToRand(income),
    netWorth: centsToRand(netWorthOf(answers.assets, answers.liabilities).netWorth),
    firstAmount: funds?.firstAmount ?? 0,
    purpose: funds?.purpose ?? null,
    sources,
    fundsEvidenced: verified.funds && sources.length > 0 && sources.every(isEvidenced),
    wealth,
    wealthEvidenced: verified.funds && wealth.length > 0 && wealth.every(isEvidenced),
    met: verified.met,
    actsFor: identity?.actsFor ?? 'self',
    ownAccount: bank?.ownAccount !== false,
    identityInDoubt: warningsFor(answers).some(({ path }) => path === 'idNumber'),
    screening: verified.screening,
    implausible: verified.implausible.map(({ code, text, points }) => ({ code, text, points })),
    lists: verified.lists,
  }
}
