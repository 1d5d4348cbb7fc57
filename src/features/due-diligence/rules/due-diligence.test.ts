import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { isAccountNumber, isBic, isIban, universalBranchCodes } from './bank.ts'
import { worldCountries } from '#features/applications/rules/world-countries.ts'
import { monthsBefore } from './days.ts'
import { draftSchemas, type DraftOf, type SomeDrafts } from './drafts.ts'
import { exposureOf } from './exposure.ts'
import { actsForNames, ageOn, residenceNames, suggestedResidence } from './identity.ts'
import { isMet, needsOf, type Circumstances } from './needs.ts'
import {
  isPaperOf,
  issueDateProblem,
  paperNames,
  papers,
  type GivenPaper,
  type Paper,
  type PaperName,
} from './papers.ts'
import { problemsOf } from './problems.ts'
import { basisOf, hasBasisChanged, renewalsOf, stateOf, type TaskFacts } from './state.ts'
import { storedStates, taskNames } from './tasks.ts'
import { taxWarnings, warningsOf } from './warnings.ts'

const now = new Date('2026-11-02T10:00:00Z')
const today = '2026-11-02'
const answers = completeAnswers('thandi@people.example')

const circumstances = (drafts: SomeDrafts = {}, changed: Partial<Circumstances> = {}): Circumstances => ({
  answers,
  drafts,
  present: [],
  wealthAsk: 10_000_000,
  addressProofMonths: 3,
  crsReporting: true,
  asksWealth: false,
  today,
  ...changed,
})

const given = (paper: PaperName, dates: Partial<GivenPaper> = {}): GivenPaper => ({
  paper,
  issuedOn: null,
  expiresOn: null,
  ...dates,
})

const someDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))

describe('stateOf', () => {
  const someFacts: fc.Arbitrary<TaskFacts> = fc.record({
    stored: fc.constantFrom(...storedStates),
    reason: fc.constantFrom('too-old' as const, null),
    comment: fc.constantFrom('Please.', null),
    askedUntil: fc.option(someDay),
    renewals: fc.array(
      someDay
        .map((expiresOn) => renewalsOf([given('visa', { expiresOn })], null))
        .map(([one]) => one ?? { dueOn: '', expiresOn: '' }),
    ),
    basisChanged: fc.boolean(),
    wealthMissing: fc.boolean(),
    refreshOn: fc.option(someDay),
  })

  test('is the stored state, except that an accepted task may be due', () => {
    fc.assert(
      fc.property(fc.constantFrom(...taskNames), someFacts, (task, facts) => {
        const { state, why } = stateOf(task, facts, now)
        const isDue =
          facts.basisChanged ||
          facts.wealthMissing ||
          facts.refreshOn !== null ||
          facts.renewals.some(({ dueOn }) => dueOn <= today)
        expect(state).toBe(facts.stored === 'accepted' && isDue ? 'due' : facts.stored)
        if (state === 'due') expect(why).not.toBeNull()
      }),
    )
  })

  test('once due for a date, it stays due', () => {
    fc.assert(
      fc.property(someFacts, fc.nat(3000), (facts, days) => {
        const later = new Date(now.getTime() + days * 86_400_000)
        const before = stateOf('identity', facts, now).state
        if (before === 'due') expect(stateOf('identity', facts, later).state).toBe('due')
      }),
    )
  })

  test.each([
    ['2026-12-02', 'due'],
    ['2026-12-03', 'accepted'],
    ['2026-11-01', 'due'],
  ])('a visa that ends on %s is %s', (expiresOn, state) => {
    const renewals = renewalsOf([given('asylum-visa', { expiresOn })], null)
    const facts = {
      stored: 'accepted',
      reason: null,
      comment: null,
      askedUntil: null,
      renewals,
      basisChanged: false,
      wealthMissing: false,
      refreshOn: null,
    } as const
    expect(stateOf('identity', facts, now)).toMatchObject({ state, dueOn: expiresOn })
  })

  test('a receipt for a lost ID is due after 60 days', () => {
    expect(renewalsOf([given('loss-receipt', { issuedOn: '2026-09-01' })], null)).toEqual([
      { dueOn: '2026-10-31', expiresOn: '2026-10-31' },
    ])
  })

  test('a change of an answer that it rests on makes it due, another does not', () => {
    const basis = basisOf('identity', answers)
    expect(hasBasisChanged('identity', basis, answers)).toBe(false)
    expect(hasBasisChanged('identity', basis, { ...answers, fullName: 'Nomsa Dlamini' })).toBe(true)
    expect(hasBasisChanged('identity', basis, { ...answers, city: 'Durban' })).toBe(false)
    expect(hasBasisChanged('tax', basisOf('tax', answers), { ...answers, country: 'Zambia' })).toBe(true)
  })
})

describe('papers by case', () => {
  const someCase = fc.record({
    actsFor: fc.constantFrom(...actsForNames),
    residence: fc.constantFrom(...residenceNames),
    lost: fc.boolean(),
  })
  const somePapers = fc.subarray([...paperNames]).map((names) => names.map((name) => given(name)))

  test('every need can be met with papers of its task, and no case needs none', () => {
    fc.assert(
      fc.property(someCase, somePapers, (identity, papersGiven) => {
        for (const task of taskNames) {
          const around = circumstances({
            identity,
            address: { inOwnName: identity.lost },
            tax: { unitedStatesPerson: true },
          })
          const needs = needsOf(task, around, papersGiven)
          for (const { oneOf } of needs) {
            expect(oneOf.length).toBeGreaterThan(0)
            expect(oneOf.every((paper) => isPaperOf(task, paper))).toBe(true)
          }
          if (task === 'identity') expect(needs.some(({ optional }) => optional !== true)).toBe(true)
        }
      }),
    )
  })

  test('giving one paper of each need repeatedly ends with none unmet', () => {
    fc.assert(
      fc.property(someCase, fc.nat(), (identity, choice) => {
        const around = circumstances({ identity })
        const have: GivenPaper[] = []
        for (let round = 0; round < 5; round += 1) {
          const unmet = needsOf('identity', around, have).filter((need) => !isMet(need, have, around))
          have.push(...unmet.map(({ oneOf }) => given(oneOf[choice % oneOf.length] ?? 'id-card')))
        }
        expect(needsOf('identity', around, have).every((need) => isMet(need, have, around))).toBe(true)
      }),
    )
  })

  test.each([
    [{ residence: 'citizen' }, ['identity']],
    [{ residence: 'citizen', lost: true }, ['identity', 'receipt']],
    [{ residence: 'visa-holder' }, ['identity', 'visa']],
    [{ residence: 'refugee' }, ['identity', 'recognition']],
    [{ residence: 'asylum-seeker' }, ['identity']],
    [{ actsFor: 'child', representative: { relation: 'parent' } }, ['identity', 'guardian']],
    [{ actsFor: 'child', representative: { relation: 'guardian' } }, ['identity', 'guardian', 'authority']],
    [{ actsFor: 'other', residence: 'citizen' }, ['identity', 'authority', 'representative']],
  ] as const)('%o: %o', (identity, of) => {
    expect(needsOf('identity', circumstances({ identity }), []).map((need) => need.of)).toEqual(of)
  })

  test('a permanent resident’s passport needs the permit as well', () => {
    const around = circumstances({ identity: { residence: 'permanent-resident' } })
    const needs = (paper: PaperName) => needsOf('identity', around, [given(paper)]).map(({ of }) => of)
    expect([needs('passport'), needs('id-card')]).toEqual([['identity', 'permit'], ['identity']])
  })

  test('a child of 16 has an ID of their own', () => {
    const at = (dateOfBirth: string) =>
      needsOf(
        'identity',
        circumstances({ identity: { actsFor: 'child' } }, { answers: { ...answers, dateOfBirth } }),
        [],
      )[0]?.oneOf
    expect([at('2010-11-03'), at('2010-11-02')]).toEqual([
      ['birth-certificate'],
      ['id-card', 'id-book', 'temporary-id'],
    ])
  })

  test('an expired passport proves nothing; a payslip of the application proves a salary', () => {
    const around = circumstances(
      { identity: { residence: 'abroad' }, funds: { sources: [{ kind: 'salary' }] } },
      { present: ['payslip'] },
    )
    const [passport] = needsOf('identity', around, [])
    const [salary] = needsOf('funds', around, [])
    if (passport === undefined || salary === undefined) throw new Error('There is no need.')
    expect(isMet(passport, [given('passport', { expiresOn: '2026-11-01' })], around)).toBe(false)
    expect(isMet(passport, [given('passport', { expiresOn: today })], around)).toBe(true)
    expect(isMet(salary, [], around)).toBe(true)
  })

  test.each([
    [{ idDocumentType: 'id', idNumber: '8001015009087' }, 'citizen'],
    [{ idDocumentType: 'id', idNumber: 'nonsense' }, null],
    [{ idDocumentType: 'passport', idNumber: 'A1', country: 'Zambia' }, 'abroad'],
    [{ idDocumentType: 'passport', idNumber: 'A1', country: 'South Africa' }, 'visa-holder'],
    [{ idDocumentType: 'permit', idNumber: 'A1' }, null],
  ] as const)('%o suggests %s', (facts, residence) => {
    expect(suggestedResidence({ ...answers, ...facts })).toBe(residence)
  })

  test('each paper belongs to a task', () => {
    expect(Object.values<Paper>(papers).every(({ tasks }) => tasks.length > 0)).toBe(true)
  })
})

describe('what blocks handing in', () => {
  test('nothing at all does where every field is empty: all are named, with a path', () => {
    for (const task of taskNames) {
      const problems = problemsOf(task, circumstances(), [])
      expect(problems.length).toBeGreaterThan(0)
      expect(problems.every(({ path, message }) => path !== '' && message.startsWith('Please'))).toBe(true)
    }
  })

  test('a reason for a missing paper stands in for it', () => {
    const identity = {
      actsFor: 'self',
      residence: 'refugee',
      citizenships: ['Zambia'],
      countryOfBirth: 'Zambia',
      fileNumber: 'CTR/1',
    } as const
    const problems = (withoutPaper: string) =>
      problemsOf(
        'identity',
        circumstances({ identity: { ...identity, citizenships: ['Zambia'], withoutPaper } }),
        [],
      ).length
    expect([problems(''), problems('It was stolen.')]).toEqual([2, 0])
  })

  test('wealth is asked of exposed, rich and large clients', () => {
    const funds = {
      purpose: 'general',
      firstAmount: 1,
      yearlyAmount: 0,
      sources: [{ kind: 'cash' as const, amount: 1, words: 'Tips' }],
    } as const
    const asks = (drafts: SomeDrafts, changed: Partial<Circumstances> = {}) =>
      problemsOf(
        'funds',
        circumstances({ funds: { ...funds, sources: [...funds.sources] }, ...drafts }, changed),
        [],
      ).some(({ path }) => path === 'wealth')
    expect(asks({})).toBe(false)
    expect(asks({ exposure: { foreign: true } })).toBe(true)
    expect(asks({ funds: { ...funds, sources: [...funds.sources], firstAmount: 10_000_001 } })).toBe(true)
    expect(asks({}, { answers: { ...answers, annualIncome: '1000' } })).toBe(true)
  })

  test('who gave R 1 000 000 or more is named', () => {
    const asks = (source: object) =>
      problemsOf('funds', circumstances({ funds: { sources: [source] } }), []).some(
        ({ path }) => path === 'sources.0.donor',
      )
    expect(asks({ kind: 'gift', amount: 1_000_000 })).toBe(true)
    expect(asks({ kind: 'inheritance', amount: 1_000_000 })).toBe(true)
    expect(asks({ kind: 'gift', amount: 999_999.99 })).toBe(false)
    expect(asks({ kind: 'salary', amount: 1_000_000 })).toBe(false)
    expect(asks({ kind: 'gift', amount: 1_000_000, donor: 'Boabab Giver' })).toBe(false)
  })

  test('who lends, pays or buys for R 1 000 000 or more is named', () => {
    const missing = (kind: string) =>
      problemsOf(
        'funds',
        circumstances({ funds: { sources: [{ kind, amount: 1_000_000 } as object] } }),
        [],
      ).find(({ path }) => path === 'sources.0.donor')?.message
    expect(['loan', 'payout', 'sale', 'savings'].map(missing)).toEqual([
      'Please enter the name of who lends it to you',
      'Please enter the name of who pays it',
      'Please enter the name of the buyer',
      undefined,
    ])
  })

  test('money for someone else cannot be sent without whom it is for', () => {
    const missing = (forWhom: DraftOf<'funds'>['forWhom'], purpose: 'other' | 'general' = 'other') =>
      problemsOf('funds', circumstances({ funds: { purpose, forWhom } }), []).flatMap(({ path }) =>
        path.startsWith('forWhom') ? [path.slice('forWhom.'.length)] : [],
      )
    expect(missing(undefined)).toEqual(['kind', 'fullName', 'relation'])
    expect(missing({ kind: 'person', fullName: 'Fatiha Friend', relation: 'Friend' })).toEqual([
      'dateOfBirth',
    ])
    expect(missing({ kind: 'organisation', fullName: 'Friends Trust', relation: 'Trustee' })).toEqual([
      'registrationNumber',
    ])
    expect(
      missing({ kind: 'person', fullName: 'Fatiha Friend', relation: 'Friend', dateOfBirth: '1979-10-02' }),
    ).toEqual([])
    expect(missing(undefined, 'general')).toEqual([])
  })

  test('tax numbers may be left out with a reason, and always where nothing is reported', () => {
    const paths = (country: object, crsReporting = true) =>
      problemsOf(
        'tax',
        circumstances(
          { tax: { countries: [{ country: 'Zambia', ...country }], unitedStatesPerson: false } },
          { crsReporting },
        ),
        [],
      ).map(({ path }) => path)
    expect(paths({})).toEqual(['countries.0.number'])
    expect(paths({ reason: 'A' })).toEqual([])
    expect(paths({ reason: 'B' })).toEqual(['countries.0.words'])
    expect(paths({}, false)).toEqual([])
  })
})

describe('tax warnings', () => {
  const tax = (countries: { country: string; number?: string }[], unitedStatesPerson = false) => ({
    countries,
    unitedStatesPerson,
  })
  const texts = (...input: Parameters<typeof taxWarnings>) => taxWarnings(...input).map(({ path }) => path)

  test.each([
    ['South Africa missing', tax([{ country: 'Zambia' }]), {}, {}, ['countries']],
    [
      'a citizenship missing',
      tax([{ country: 'South Africa' }]),
      {},
      { citizenships: ['Zambia'] },
      ['countries'],
    ],
    [
      'born in the United States',
      tax([{ country: 'South Africa' }]),
      {},
      { countryOfBirth: 'United States' },
      ['unitedStatesPerson'],
    ],
    [
      'a foreign telephone',
      tax([{ country: 'South Africa' }]),
      { mobileNumber: '+260971234567' },
      {},
      ['countries'],
    ],
    ['a wrong number', tax([{ country: 'South Africa', number: '123' }]), {}, {}, ['countries.0.number']],
    ['nothing', tax([{ country: 'South Africa', number: '0001339050' }]), {}, {}, []],
  ] as const)('%s', (_, declared, changed, identity, paths) => {
    const plain = { ...declared, countries: [...declared.countries] }
    const whole = 'citizenships' in identity ? { citizenships: [...identity.citizenships] } : identity
    expect(texts(plain, { ...answers, ...changed }, whole)).toEqual(paths)
  })

  test('every connected country is either declared or warned of', () => {
    const someCountries = fc.uniqueArray(fc.constantFrom(...worldCountries), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(someCountries, someCountries, (citizenships, declared) => {
        const found = taxWarnings(tax(declared.map((country) => ({ country }))), answers, { citizenships })
        const missing = new Set([...citizenships, 'South Africa']).difference(new Set(declared))
        expect(found.filter(({ message }) => /is not listed here/u.test(message))).toHaveLength(missing.size)
      }),
    )
  })
})

test('a tax declaration that was not begun has no warnings', () => {
  expect(warningsOf('tax', circumstances())).toEqual([])
  expect(warningsOf('tax', circumstances({ tax: {} }))).not.toEqual([])
})

test('post boxes and branch codes are warnings', () => {
  const paths = (task: 'address' | 'bank', around: Circumstances) =>
    warningsOf(task, around).map(({ path }) => path)
  const poBox = { ...answers, addressLine1: 'P O Box 12' }
  expect(paths('address', circumstances({}, { answers: poBox }))).toEqual(['addressLine1'])
  const bank = { bank: 'Nedbank', branchCode: '250655' }
  expect(paths('bank', circumstances({ bank }))).toEqual(['branchCode'])
})

test.each([
  [undefined, 'none'],
  [{ domestic: false, foreign: false, influential: false, related: false }, 'none'],
  [{ domestic: true }, 'domestic'],
  [{ domestic: true, foreign: true }, 'foreign'],
  [
    {
      influential: true,
      related: true,
      positions: [{ question: 'related' as const, of: 'foreign' as const }],
    },
    'foreign',
  ],
  // Positions of a question that was answered with no do not count.
  [{ related: false, positions: [{ question: 'related' as const, of: 'foreign' as const }] }, 'none'],
])('%o is %s', (declared, exposure) => {
  expect(exposureOf(declared)).toBe(exposure)
})

describe('bank accounts', () => {
  test.each([
    ['GB82WEST12345698765432', true],
    ['DE89370400440532013000', true],
    ['GB82WEST12345698765433', false],
    ['ZA', false],
  ])('%s: %s', (iban, valid) => {
    expect(isIban(iban)).toBe(valid)
  })

  test('an IBAN with one other digit is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 21 }), fc.integer({ min: 1, max: 9 }), (index, by) => {
        const iban = 'DE89370400440532013000'
        const other = `${iban.slice(0, index)}${(Number(iban[index]) + by) % 10}${iban.slice(index + 1)}`
        expect(isIban(other)).toBe(false)
      }),
    )
  })

  test('are checked', () => {
    expect(['123456', '1234567890123', '0000000000', '12345', '12345678901234'].map(isAccountNumber)).toEqual(
      [true, true, false, false, false],
    )
    expect(['SBZAZAJJ', 'SBZAZAJJXXX', 'SBZAZA'].map(isBic)).toEqual([true, true, false])
    expect(Object.values(universalBranchCodes).every((code) => /^\d{6}$/u.test(code))).toBe(true)
  })

  test('blanks in numbers and old names of countries are read', () => {
    expect(draftSchemas.bank.parse({ iban: 'de89 3704 0044 0532 0130 00' }).iban).toBe(
      'DE89370400440532013000',
    )
    expect(draftSchemas.identity.parse({ countryOfBirth: 'Swaziland' }).countryOfBirth).toBe('Eswatini')
  })
})

test('months end early where the month is shorter, and ages change on the birthday', () => {
  expect([monthsBefore('2026-05-31', 3), monthsBefore('2026-01-15', 3)]).toEqual(['2026-02-28', '2025-10-15'])
  expect([ageOn('2008-02-29', '2026-02-28'), ageOn('2008-02-29', '2026-03-01')]).toEqual([17, 18])
})

test('a document may be dated today, but not in the future', () => {
  expect(issueDateProblem('2026-11-26', '2026-11-26')).toBeNull()
  expect(issueDateProblem('2026-11-27', '2026-11-26')).toBe('This date is in the future. Please check it.')
})
