import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { netWorthOf } from '#features/applications/rules/net-worth/totals.ts'
import { parseRand } from '#base/rules/money/reading.ts'
import type { ListedKind } from '#features/applications/rules/documents/kinds.ts'
import type { DraftOf, SomeDrafts } from './drafts.ts'
import { exposureOf, type Exposure } from './exposure.ts'
import { fundOf, type FundName } from './funds.ts'
import { ageOn, OWN_ID_AGE, suggestedResidence, type Residence } from './identity.ts'
import type { GivenPaper, PaperName } from './papers.ts'
import type { TaskName } from './tasks.ts'

/** What the rules of a task depend on besides its own draft. */
export interface Circumstances {
  answers: Answers
  drafts: SomeDrafts
  /** The kinds of the application that have files. */
  present: readonly ListedKind[]
  /** Rand. */
  wealthAsk: number
  addressProofMonths: number
  crsReporting: boolean
  /** The client's risk rating asks how their wealth came about. */
  asksWealth: boolean
  /** South African day, yyyy-MM-dd. */
  today: string
}

/** Papers of which one is needed. */
export interface Need {
  /** Names the need within its task. */
  of: string
  title: string
  oneOf: readonly PaperName[]
  /** Files of the application that meet it as well. */
  present?: ListedKind | undefined
  optional?: true
}

/** The papers that a task needs in this case. `given` are the papers that it has. */
export function needsOf(task: TaskName, around: Circumstances, given: readonly GivenPaper[]): Need[] {
  return byTask[task](around, new Set(given.map(({ paper }) => paper)))
}

type NeedsOf = (around: Circumstances, given: ReadonlySet<PaperName>) => Need[]

const proof = (oneOf: readonly PaperName[], title = 'proof of identity'): Need => ({
  of: 'identity',
  title,
  oneOf,
})

const byResidence: Readonly<Record<Residence, (given: ReadonlySet<PaperName>) => Need[]>> = {
  citizen: () => [proof(['id-card', 'id-book', 'temporary-id'], 'your ID card or ID book')],
  'permanent-resident': (given) => [
    proof(['id-card', 'id-book', 'passport'], 'your ID card, ID book or passport'),
    ...(given.has('passport') && !given.has('id-card') && !given.has('id-book') ? [permit] : []),
  ],
  'visa-holder': () => [
    proof(['passport'], 'the photo page of your passport'),
    { of: 'visa', title: 'your visa page', oneOf: ['visa'] },
  ],
  abroad: () => [proof(['passport'], 'the photo page of your passport')],
  refugee: () => [
    proof(['refugee-id', 'travel-document'], 'your refugee ID or travel document'),
    {
      of: 'recognition',
      title: 'your recognition as a refugee (section 24)',
      oneOf: ['refugee-recognition'],
    },
  ],
  'asylum-seeker': () => [proof(['asylum-visa'], 'your asylum seeker visa (section 22)')],
}

const permit: Need = { of: 'permit', title: 'your residence permit', oneOf: ['permit'] }

const lostDocument: Need[] = [
  proof(['passport', 'driving-licence'], 'your passport or driving licence'),
  {
    of: 'receipt',
    title: 'the receipt of the police or Home Affairs for the lost document',
    oneOf: ['loss-receipt'],
  },
]

const identityNeeds: NeedsOf = (around, given) => {
  const { answers, drafts, today } = around
  const { actsFor, residence, lost, otherNames = [], representative } = drafts.identity ?? {}
  const lives = residence ?? suggestedResidence(answers) ?? 'citizen'
  const own = lost === true && lives === 'citizen' ? lostDocument : byResidence[lives](given)
  const renamed = otherNames.some(({ kind }) => kind !== 'also-known-as')
  const nameChange: Need[] = renamed
    ? [{ of: 'name-change', title: 'proof of the change of name', oneOf: ['name-change'], optional: true }]
    : []
  if (actsFor === 'child') {
    const { dateOfBirth } = answers
    const isYoung = !dateOfBirth || ageOn(dateOfBirth, today) < OWN_ID_AGE
    return [
      ...(isYoung
        ? [proof(['birth-certificate'], 'the child’s unabridged birth certificate')]
        : byResidence[lives](given)),
      { of: 'guardian', title: 'your own ID or passport', oneOf: ['guardian-id'] },
      ...(representative?.relation === undefined || representative.relation === 'parent'
        ? []
        : [{ of: 'authority', title: 'the court order', oneOf: ['court-order'] } satisfies Need]),
    ]
  }
  if (actsFor === 'other') {
    return [
      ...own,
      {
        of: 'authority',
        title: 'the power of attorney or court order',
        oneOf: ['power-of-attorney', 'court-order'],
      },
      { of: 'representative', title: 'your own ID or passport', oneOf: ['representative-id'] },
    ]
  }
  return [...own, ...nameChange]
}

const addressPapers = [
  'municipal-account',
  'address-statement',
  'lease',
  'phone-account',
  'insurance-account',
  'sars-letter',
  'levy',
] as const satisfies readonly PaperName[]

const withoutAccount = ['affidavit', 'residence-letter'] as const satisfies readonly PaperName[]

const addressNeeds: NeedsOf = ({ drafts }, given) => {
  const paper = (oneOf: readonly PaperName[]): Need => ({ of: 'address', title: 'a proof of address', oneOf })
  if (drafts.address?.inOwnName !== false) return [paper([...addressPapers, ...withoutAccount])]
  if (withoutAccount.some((one) => given.has(one))) return [paper(withoutAccount)]
  return [
    paper([...addressPapers, ...withoutAccount]),
    {
      of: 'declaration',
      title: 'the declaration of the owner or tenant',
      oneOf: ['owner-declaration'],
    },
    { of: 'owner', title: 'the ID of the owner or tenant', oneOf: ['owner-id'] },
  ]
}

const bankNeeds: NeedsOf = () => [
  {
    of: 'account',
    title: 'your bank statement, or your bank’s letter',
    oneOf: ['bank-statement', 'bank-letter'],
  },
]

const fundsNeeds: NeedsOf = (around) => {
  const { drafts } = around
  const rows = [
    ...(drafts.funds?.sources ?? []),
    ...(isWealthNeeded(around) ? (drafts.funds?.wealth ?? []) : []),
  ]
  const kinds = new Set(rows.flatMap(({ kind }): FundName[] => (kind === undefined ? [] : [kind])))
  return [...kinds].flatMap((kind): Need[] => {
    const { label, evidence, present } = fundOf(kind)
    if (evidence.length === 0) return []
    return [{ of: kind, title: `evidence of: ${label}`, oneOf: evidence, present }]
  })
}

const taxNeeds: NeedsOf = ({ drafts }) =>
  drafts.tax?.unitedStatesPerson === true ? [{ of: 'w9', title: 'your form W-9', oneOf: ['w9'] }] : []

const byTask: Readonly<Record<TaskName, NeedsOf>> = {
  identity: identityNeeds,
  address: addressNeeds,
  bank: bankNeeds,
  funds: fundsNeeds,
  exposure: () => [],
  tax: taxNeeds,
}

/** Whether the client has to say how their wealth came about. */
export function isWealthNeeded({ answers, drafts, wealthAsk, asksWealth }: Circumstances): boolean {
  if (asksWealth) return true
  return needsWealth({ answers, funds: drafts.funds, exposure: exposureOf(drafts.exposure), wealthAsk })
}

/** Whether a need is met. An expired passport proves nothing. */
export function isMet(
  { oneOf, present, optional }: Need,
  given: readonly GivenPaper[],
  around: Pick<Circumstances, 'present' | 'today'>,
): boolean {
  if (optional === true || (present !== undefined && around.present.includes(present))) return true
  return given.some(
    ({ paper, expiresOn }) =>
      oneOf.includes(paper) && !(paper === 'passport' && expiresOn !== null && expiresOn < around.today),
  )
}

/** Wealth that is this many times the annual income has to be explained. */
const WEALTH_TO_INCOME = 20

/** Whether a client has to say how their wealth came about. `wealthAsk` is in rand. */
function needsWealth({
  answers,
  funds: declared,
  exposure,
  wealthAsk,
}: {
  answers: Pick<Answers, 'assets' | 'liabilities' | 'annualIncome'>
  funds: DraftOf<'funds'> | undefined
  exposure: Exposure
  wealthAsk: number
}): boolean {
  if (exposure !== 'none') return true
  if (Math.max(declared?.firstAmount ?? 0, declared?.yearlyAmount ?? 0) > wealthAsk) return true
  const income = answers.annualIncome === null ? null : parseRand(answers.annualIncome)
  if (income === null) return false
  return netWorthOf(answers.assets, answers.liabilities).netWorth > WEALTH_TO_INCOME * income
}
