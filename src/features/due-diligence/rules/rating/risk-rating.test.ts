import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { worldCountries } from '#features/applications/rules/world-countries.ts'
import { exposureNames } from '#features/due-diligence/rules/exposure.ts'
import { fundNames, purposeNames } from '#features/due-diligence/rules/funds.ts'
import { actsForNames } from '#features/due-diligence/rules/identity.ts'
import type { Circumstances } from '#features/due-diligence/rules/needs.ts'
import { verificationMethodNames } from '#features/due-diligence/rules/tasks.ts'
import { factorNames } from './factors.ts'
import { riskFactsOf, type RiskFacts } from './facts.ts'
import { compareLevels, riskLevelNames } from './levels.ts'
import {
  MAX_NOTED_POINTS,
  modelSchema,
  pointRowNames,
  shippedModel,
  shippedVersion,
  type PointRow,
  type RiskModel,
} from './model.ts'
import {
  asksForWealth,
  askedFrom,
  haveSameFactors,
  judgementProblem,
  needsHigherRisk,
  rate,
  refreshOf,
  type Judgement,
} from './rate.ts'

const thandi: RiskFacts = {
  exposure: 'none',
  citizenships: ['South Africa'],
  residence: 'South Africa',
  birth: 'South Africa',
  taxAbroad: [],
  taxNumberMissing: false,
  trade: 'Civil engineer',
  income: 860_000,
  netWorth: 1_500_000,
  firstAmount: 500_000,
  purpose: 'general',
  sources: ['salary'],
  fundsEvidenced: true,
  wealth: [],
  wealthEvidenced: false,
  met: 'original-seen',
  actsFor: 'self',
  ownAccount: true,
  identityInDoubt: false,
  screening: 'clear',
}

const amount = fc.integer({ min: 0, max: 60_000_000 })
const countries = fc.constantFrom(...worldCountries)
const someFacts: fc.Arbitrary<RiskFacts> = fc.record({
  exposure: fc.constantFrom(...exposureNames),
  citizenships: fc.array(countries, { maxLength: 3 }),
  residence: fc.option(countries),
  birth: fc.option(countries),
  taxAbroad: fc.array(countries, { maxLength: 5 }),
  taxNumberMissing: fc.boolean(),
  trade: fc.constantFrom('Teacher', 'Diamond dealer', 'Student', 'Tender consultant', ''),
  income: fc.option(amount),
  netWorth: fc.integer({ min: -5_000_000, max: 60_000_000 }),
  firstAmount: amount,
  purpose: fc.option(fc.constantFrom(...purposeNames)),
  sources: fc.uniqueArray(fc.constantFrom(...fundNames), { maxLength: 5 }),
  fundsEvidenced: fc.boolean(),
  wealth: fc.uniqueArray(fc.constantFrom(...fundNames), { maxLength: 5 }),
  wealthEvidenced: fc.boolean(),
  met: fc.option(fc.constantFrom(...verificationMethodNames)),
  actsFor: fc.constantFrom(...actsForNames),
  ownAccount: fc.boolean(),
  identityInDoubt: fc.boolean(),
  screening: fc.constantFrom(
    'undecided' as const,
    'clear' as const,
    'match' as const,
    'related' as const,
    null,
  ),
})
const someJudgement: fc.Arbitrary<Judgement> = fc.record({
  higherRisk: fc.option(fc.record({ yes: fc.boolean(), reason: fc.constant('Reason.') }), { nil: undefined }),
  noted: fc.option(
    fc.record({ points: fc.integer({ min: 0, max: MAX_NOTED_POINTS }), text: fc.constant('Press.') }),
    { nil: undefined },
  ),
  byHand: fc.option(
    fc.record({ level: fc.constantFrom(...riskLevelNames), reason: fc.constant('Reason.') }),
    { nil: undefined },
  ),
})

const changedModel = (points: Partial<RiskModel['content']['points']>): RiskModel => ({
  version: 2,
  content: { ...shippedModel.content, points: { ...shippedModel.content.points, ...points } },
})
const raised: RiskModel = {
  version: 3,
  content: {
    ...shippedModel.content,
    raisedCountries: [{ country: 'Zambia', since: '2026-03-01' }],
    highCountries: [{ country: 'Iran', since: '2026-03-01' }],
  },
}
const factorOf = (facts: Partial<RiskFacts>, name: string, model = shippedModel) => {
  const found = rate(model, { ...thandi, ...facts }).factors.find(({ factor }) => factor === name)
  return [found?.alwaysHigh === true ? 'high' : found?.points, found?.sentence]
}

test('an ordinary South African is low with 0 points, and each factor has its sentence', () => {
  const rating = rate(shippedModel, thandi)
  expect(rating).toMatchObject({ points: 0, level: 'low', approval: null, modelVersion: 2 })
  expect(rating.factors.map(({ factor }) => factor)).toEqual(factorNames)
  expect(rate(changedModel({ general: 30 }), thandi)).toMatchObject({ points: 30, level: 'medium' })
})

test.each([
  [
    'exposure',
    { exposure: 'foreign' },
    'high',
    'Foreign politically exposed person: always high (FICA, section 21F).',
  ],
  ['exposure', { exposure: 'domestic' }, 15, 'Domestic politically exposed person (FICA, section 21G).'],
  [
    'country',
    { residence: 'Zambia' },
    20,
    'Lives in Zambia, on the list of increased monitoring (1 March 2026).',
  ],
  [
    'country',
    { birth: 'Iran' },
    'high',
    'Was born in Iran, on the list that calls for action (1 March 2026): always high.',
  ],
  ['country', { citizenships: ['South Africa', 'Ghana'] }, 5, 'Is a citizen of Ghana.'],
  [
    'tax',
    { taxAbroad: ['Ghana', 'Kenya', 'France'] },
    10,
    'Tax resident in 3 countries besides South Africa.',
  ],
  [
    'tax',
    { taxNumberMissing: true },
    10,
    'No tax residency besides South Africa. A tax number could not be obtained.',
  ],
  ['trade', { trade: 'Buyer, Precious metals' }, 15, 'Works in a trade of higher risk: precious metal.'],
  ['income', { trade: 'Student', netWorth: 1_000_001 }, 10, 'No income, yet R\u00a01\u00a0000\u00a0001.'],
  [
    'income',
    { trade: 'Student', netWorth: 2_000_000, wealth: ['gift'] },
    0,
    'No income; the wealth came from others: gift, maintenance or divorce.',
  ],
  [
    'wealth',
    { netWorth: 29_240_000 },
    15,
    'Net worth is 34 times the yearly income; its source is not evidenced.',
  ],
  [
    'wealth',
    { netWorth: 29_240_000, wealth: ['sale'], wealthEvidenced: true },
    5,
    'Net worth is 34 times the yearly income; evidenced: sale of property, a business or shares.',
  ],
  [
    'firstAmount',
    { firstAmount: 5_000_000 },
    10,
    'First amount of R\u00a05\u00a0000\u00a0000, from R\u00a05\u00a0000\u00a0000.',
  ],
  ['purpose', { purpose: 'other' }, 20, 'Purpose: for someone else.'],
  ['funds', { sources: ['loan', 'cash'] }, 20, 'Source of funds: cash.'],
  ['funds', { fundsEvidenced: false }, 15, 'Source of funds is not evidenced.'],
  ['met', { met: 'certified-copy' }, 5, 'Identified at a distance: certified copy.'],
  ['met', { met: 'agrees-with-answers' }, 10, 'Never met: agrees with the answers.'],
  ['actsFor', { actsFor: 'other' }, 10, 'Acts for someone under curatorship or a power of attorney.'],
  ['account', { ownAccount: false }, 10, 'Bank account of someone else.'],
  [
    'identity',
    { identityInDoubt: true },
    10,
    'The ID number is not valid, or doesn’t match the date of birth.',
  ],
  ['screening', { screening: 'match' }, 'high', 'Confirmed on a sanctions list: always high.'],
  [
    'screening',
    {
      screening: 'clear',
      lists: {
        inUse: [{ name: 'United Nations', generatedOn: '2026-11-27' }],
        others: ['OFAC', 'EU', 'UK'],
      },
    },
    0,
    'No match on: United Nations (27 November 2026). Not compared with: OFAC, EU, UK.',
  ],
  ['screening', { screening: 'related' }, 'high', 'Related to a listed person: always high.'],
  ['screening', { screening: 'internal' }, 25, 'On the firm’s own list: internal.'],
  [
    'screening',
    { screening: 'exposed' },
    'high',
    'On the firm’s own list: politically exposed. Always high.',
  ],
] as const)('%s of %o: %s, %s', (name, facts, points, sentence) => {
  expect(factorOf(facts as Partial<RiskFacts>, name, raised)).toEqual([points, sentence])
})

test.each([
  ['Dealer in gold coins', 15, 'Works in a trade of higher risk: gold coin.'],
  ['Coins and gold', 15, 'Works in a trade of higher risk: gold coin.'],
  ['Sales, Used cars', 15, 'Works in a trade of higher risk: used car.'],
  ['Second-hand goods', 15, 'Works in a trade of higher risk: second hand.'],
  ['Forex trader', 15, 'Works in a trade of higher risk: forex trader.'],
  ['Tender consultant', 10, 'Supplies the state: tender.'],
  ['Bartender', 0, 'No trade of higher risk.'],
  ['Cryptographer', 0, 'No trade of higher risk.'],
  ['Teacher, Diamond Hill School', 0, 'No trade of higher risk.'],
  ['Clerk, 12 Casino Street', 0, 'No trade of higher risk.'],
  ['Gold medallist, coin', 0, 'No trade of higher risk.'],
  ['Attorney', 0, 'No trade of higher risk.'],
  ['Estate agent', 0, 'No trade of higher risk.'],
])('the trade %s: %s', (trade, points, sentence) => {
  expect(factorOf({ trade }, 'trade')).toEqual([points, sentence])
})

test('what is implausible counts at most 30, or with the account and identity that it is about', () => {
  const found = (points: PointRow, text: string) => ({ code: 'funds-explained' as const, points, text })
  const implausible = [
    found('fundsHardlyExplained', 'One.'),
    found('yearlyAboveIncome', 'Two.'),
    found('aboveNetWorth', 'Three.'),
  ]
  expect(factorOf({ implausible }, 'plausibility')).toEqual([30, 'One. Two. Three.'])
  expect(factorOf({ implausible: implausible.slice(1) }, 'plausibility')).toEqual([25, 'Two. Three.'])
  const holder = { implausible: [found('otherAccount', 'The account is in the name of X.')] }
  expect(factorOf(holder, 'account')).toEqual([10, 'The account is in the name of X.'])
  expect(factorOf({ ...holder, ownAccount: false }, 'account')[0]).toBe(10)
  expect(factorOf({ implausible: [found('identityInDoubt', 'Expired.')] }, 'identity')).toEqual([
    10,
    'Expired.',
  ])
  const short = { implausible: [found('fundsUnproven', 'R 2 declared, R 1 on documents.')] }
  expect(factorOf(short, 'funds')).toEqual([15, 'R 2 declared, R 1 on documents.'])
})

test('a factor that a release adds outdates no rating that it gives no points', () => {
  const { factors } = rate(shippedModel, thandi)
  const before = factors.filter(({ factor }) => factor !== 'plausibility')
  expect(haveSameFactors(factors, before)).toBe(true)
  const implausible = [{ code: 'above-net-worth' as const, points: 'aboveNetWorth' as const, text: 'More.' }]
  expect(haveSameFactors(rate(shippedModel, { ...thandi, implausible }).factors, before)).toBe(false)
})

test('the shipped countries are those of the published lists', async () => {
  const file = path.join(import.meta.dirname, '../../../../../test/truth/countries.csv')
  const rows = parse(await readFile(file, 'utf8'), { columns: true }) as Record<string, string>[]
  const of = (group: string) =>
    rows.flatMap((row) => (row.group === group ? { country: row.country, since: row.as_of } : []))
  const { highCountries, raisedCountries } = shippedModel.content
  expect([highCountries, raisedCountries]).toEqual([of('call-for-action'), of('increased-monitoring')])
  expect(modelSchema.parse(shippedModel.content)).toEqual(shippedModel.content)
  expect(factorOf({ citizenships: ['North Korea'] }, 'country')).toEqual([
    'high',
    'Is a citizen of North Korea, on the list that calls for action (June 2026): always high.',
  ])
})

test('a file of an earlier release has no points for what was not rated then', () => {
  const { plausibilityMax: _, ...points } = shippedModel.content.points
  expect(modelSchema.parse({ ...shippedModel.content, points })).toEqual(shippedModel.content)
  expect(shippedVersion(1)?.content.highCountries).toEqual([])
})

describe('every rating', () => {
  test('adds up, has a sentence for every factor, and is high for what is always high', () => {
    fc.assert(
      fc.property(
        someFacts,
        someJudgement,
        fc.constantFrom(shippedModel, raised),
        (facts, judgement, model) => {
          const rating = rate(model, facts, judgement)
          expect(rating.factors.map(({ factor }) => factor)).toEqual(factorNames)
          expect(rating.factors.every(({ sentence }) => /^[A-Z].+\.$/u.test(sentence))).toBe(true)
          expect(rating.points).toBe(rating.factors.reduce((sum, { points }) => sum + points, 0))
          const always = rating.factors.some(({ alwaysHigh }) => alwaysHigh)
          expect(rating.computed === 'high').toBe(always || rating.points >= model.content.levels.high)
          expect(rate(model, facts, judgement)).toEqual(rating)
        },
      ),
    )
  })

  test('by hand needs a second person downwards, a senior manager for what is or was high, and is never below a knock-out', () => {
    fc.assert(
      fc.property(someFacts, someJudgement, (facts, judgement) => {
        const rating = rate(shippedModel, facts, judgement)
        const isHigh = rating.level === 'high' || rating.computed === 'high'
        const isExposed =
          facts.exposure === 'foreign' || (facts.exposure !== 'none' && judgement.higherRisk?.yes === true)
        const isNoHigherRisk = needsHigherRisk(facts) && judgement.higherRisk?.yes === false
        expect(rating.approval !== null).toBe(
          isHigh || isExposed || isNoHigherRisk || compareLevels(rating.level, rating.computed) < 0,
        )
        if (isHigh) expect(['exposed', 'rating-high']).toContain(rating.approval)
        const always = rating.factors.some(({ alwaysHigh }) => alwaysHigh)
        if (always && judgement.byHand !== undefined && judgement.byHand.level !== 'high') {
          expect(judgementProblem(facts, rating, judgement)).not.toBeNull()
        }
      }),
    )
  })

  test('asks a client for their wealth by what they declared alone', () => {
    fc.assert(
      fc.property(
        someFacts,
        fc.constantFrom('undecided' as const, 'match' as const, 'clear' as const),
        (facts, screening) => {
          expect(asksForWealth(shippedModel, { ...facts, screening })).toBe(
            asksForWealth(shippedModel, facts),
          )
        },
      ),
    )
    expect(asksForWealth(shippedModel, { ...thandi, exposure: 'foreign' })).toBe(true)
    expect(asksForWealth(shippedModel, { ...thandi, screening: 'match' })).toBe(false)
  })

  test('never falls with more points in the model', () => {
    fc.assert(
      fc.property(someFacts, fc.constantFrom(...pointRowNames), fc.nat(30), (facts, row, more) => {
        // A limit of a sum, and a best of several, are never above a higher row.
        const before = rate(shippedModel, facts)
        const after = rate(changedModel({ [row]: shippedModel.content.points[row] + more }), facts)
        expect(after.points).toBeGreaterThanOrEqual(before.points)
      }),
    )
  })
})

test('an open hit, and who was not compared, is not rated, and prominent persons need the question of higher risk', () => {
  const problem = (facts: Partial<RiskFacts>, judgement: Judgement = {}) => {
    const all = { ...thandi, ...facts }
    return judgementProblem(all, rate(shippedModel, all, judgement), judgement)?.path ?? null
  }
  expect(problem({ screening: 'undecided' })).toBe('screening')
  expect(problem({ screening: null })).toBe('screening')
  expect(problem({ exposure: 'domestic' })).toBe('higherRisk')
  const no = { higherRisk: { yes: false, reason: 'Local.' } }
  expect(problem({ exposure: 'domestic' }, no)).toBeNull()
  for (const facts of [
    { met: null },
    { met: 'agrees-with-answers' },
    { met: 'other' },
    { firstAmount: 25_000_000 },
  ] as const) {
    expect(problem({ exposure: 'influential', ...facts }, no)).toBe('higherRisk')
    expect(
      problem({ exposure: 'influential', ...facts }, { higherRisk: { yes: true, reason: 'So.' } }),
    ).toBeNull()
    expect(problem(facts, no)).toBeNull()
  }
  expect(problem({}, { byHand: { level: 'low', reason: 'Same.' } })).toBe('byHand.level')
  expect(problem({}, { byHand: { level: 'high', reason: 'Press.' } })).toBeNull()
})

test('the refresh follows from the level, and the client is asked 60 days before', () => {
  const { content } = shippedModel
  expect(riskLevelNames.map((level) => refreshOf(level, content, '2026-11-02'))).toEqual([
    '2029-11-02',
    '2028-11-02',
    '2027-11-02',
  ])
  expect(askedFrom('2027-11-02')).toBe('2027-09-03')
})

test('a rating is outdated when a sentence changes', () => {
  const [one, other] = [thandi, { ...thandi, ownAccount: false }].map(
    (facts) => rate(shippedModel, facts).factors,
  )
  expect(haveSameFactors(one ?? [], [...(one ?? [])])).toBe(true)
  expect(haveSameFactors(one ?? [], other ?? [])).toBe(false)
})

test.each([
  ['levels.high', { levels: { medium: 25, high: 25 } }],
  ['firstAmounts', { firstAmounts: [5, 3, 9] }],
  ['refreshMonths', { refreshMonths: { low: 12, medium: 24, high: 12 } }],
  ['raisedCountries.0.country', { raisedCountries: [{ country: 'Atlantis', since: '2026-01-01' }] }],
])('a model with a wrong %s is refused', (field, changed) => {
  const { error } = modelSchema.safeParse({ ...shippedModel.content, ...changed })
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([field])
  expect(modelSchema.safeParse(shippedModel.content).success).toBe(true)
})

test('facts come from the latest declarations', () => {
  const answers = completeAnswers('thandi@people.example')
  const declared: Circumstances = {
    answers: { ...answers, idNumber: '8001015009086' },
    drafts: {
      funds: { purpose: 'offshore', firstAmount: 500_000, sources: [{ kind: 'salary' }, { kind: 'loan' }] },
      tax: { countries: [{ country: 'South Africa' }, { country: 'Ghana', reason: 'B' }] },
      bank: { ownAccount: false },
    },
    present: ['payslip'],
    wealthAsk: 10_000_000,
    addressProofMonths: 3,
    crsReporting: true,
    asksWealth: false,
    today: '2026-11-02',
  }
  const loan = { paper: 'loan-agreement' as const, issuedOn: null, expiresOn: null }
  const verified = {
    met: null,
    funds: true,
    papers: [loan],
    screening: null,
    lists: { inUse: [], others: [] },
    implausible: [],
  }
  expect(riskFactsOf(declared, verified)).toMatchObject({
    taxAbroad: ['Ghana'],
    taxNumberMissing: true,
    sources: ['salary', 'loan'],
    fundsEvidenced: true,
    ownAccount: false,
    identityInDoubt: true,
    income: 860_000,
    netWorth: 1_541_749.75,
  })
  expect(riskFactsOf(declared, { ...verified, papers: [] }).fundsEvidenced).toBe(false)
})
