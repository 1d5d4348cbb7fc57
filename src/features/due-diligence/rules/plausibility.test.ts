import { describe, expect, test } from 'vitest'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { unanswered } from '#features/applications/rules/wizard/answers.ts'
import type { SomeDrafts } from './drafts.ts'
import { isHolder } from './holder.ts'
import type { Circumstances } from './needs.ts'
import { looksLikeOrganisation } from './organisation-name.ts'
import { plausibilityOf } from './find-implausible.ts'
import type { Given } from './plausibility.ts'

const person: Answers = {
  ...unanswered,
  fullName: 'Palesa Motsamai',
  dateOfBirth: '1988-03-14',
  idDocumentType: 'id',
  idNumber: '8001015009087',
  country: 'South Africa',
  annualIncome: '480000',
  assets: { cashOnHand: 900_000 },
}

const around = (drafts: SomeDrafts = {}, changed: Partial<Circumstances> = {}): Circumstances => ({
  answers: person,
  drafts,
  present: [],
  wealthAsk: 10_000_000,
  addressProofMonths: 3,
  crsReporting: true,
  asksWealth: false,
  today: '2026-11-30',
  ...changed,
})
const nothing: Given = { documents: [], sentOn: {}, proven: {} }
const found = (drafts: SomeDrafts, given: Partial<Given> = {}, changed: Partial<Circumstances> = {}) =>
  plausibilityOf(around(drafts, changed), { ...nothing, ...given })
const texts = (...input: Parameters<typeof found>) =>
  found(...input).map(({ code, points, note, text }) => [code, points, note, text.replaceAll('\u00A0', ' ')])
const salary = (amount: number) => [{ kind: 'salary' as const, amount }]

describe('amounts', () => {
  test.each([
    [90, null, ''],
    [89, 'fundsPartlyExplained', 'R 89 of R 100 explained (89 %).'],
    [50, 'fundsPartlyExplained', 'R 50 of R 100 explained (50 %).'],
    [49, 'fundsHardlyExplained', 'R 49 of R 100 explained (49 %).'],
  ])('sources of R%i for a first amount of R 100: %s', (amount, points, text) => {
    const expected = points === null ? [] : [['funds-explained', points, 'staff', text]]
    expect(texts({ funds: { firstAmount: 100, sources: salary(amount) } })).toEqual(expected)
  })

  test('a yearly amount above half of the income, and above all of it, which needs a note', () => {
    const yearly = (yearlyAmount: number, changed: Partial<Answers> = {}) =>
      texts({ funds: { yearlyAmount } }, {}, { answers: { ...person, ...changed } })
    expect(yearly(240_000)).toEqual([])
    expect(yearly(240_001)).toEqual([
      ['yearly-income', 'yearlyAboveHalf', 'none', 'R 240 001 a year, income R 480 000.'],
    ])
    expect(yearly(480_001)).toEqual([
      ['yearly-income', 'yearlyAboveIncome', 'staff', 'R 480 001 a year, income R 480 000.'],
    ])
    expect(yearly(100_001, { annualIncome: null })).toEqual([
      ['yearly-income', 'yearlyAboveIncome', 'staff', 'R 100 001 a year, no income.'],
    ])
    const savings = { yearlyAmount: 500_000, sources: [{ kind: 'savings' as const, amount: 500_000 }] }
    expect(texts({ funds: savings })).toEqual([])
  })

  test('a first amount above the net worth, unless what brought it is evidenced', () => {
    const funds = { firstAmount: 900_001, sources: [{ kind: 'gift' as const, amount: 900_001 }] }
    expect(texts({ funds })).toEqual([
      ['above-net-worth', 'aboveNetWorth', 'staff', 'R 900 001, net worth R 900 000.'],
    ])
    const letter = { task: 'funds', paper: 'donor-letter', issuedOn: null, expiresOn: null } as const
    expect(texts({ funds }, { documents: [letter] })).toEqual([])
    expect(texts({ funds: { ...funds, firstAmount: 900_000 } })).toEqual([])
  })

  test('a salary of more than three years', () => {
    expect(texts({ funds: { sources: salary(1_440_000) } })).toEqual([])
    expect(texts({ funds: { sources: salary(6_720_000) } })).toEqual([
      ['salary-years', 'salaryYears', 'none', 'The salary explains 14 years of income.'],
    ])
  })

  test('documents that show less than nine tenths of their source', () => {
    const funds = { sources: [{ kind: 'inheritance' as const, amount: 30_000_000 }] }
    expect(texts({ funds }, { proven: { inheritance: 27_000_000 } })).toEqual([])
    expect(texts({ funds }, { proven: { inheritance: 1_200_000 } })).toEqual([
      [
        'evidence-amount',
        'fundsUnproven',
        'staff',
        'Inheritance: R 30 000 000 declared, R 1 200 000 on documents.',
      ],
    ])
    expect(texts({ funds })).toEqual([])
  })
})

test.each([
  ['Palesa Motsamai', []],
  ['Another Person Entirely', ['The account is in the name of Another Person Entirely.']],
])('an account of %s', (holder, expected) => {
  expect(found({ bank: { holder, ownAccount: true } }).map(({ text }) => text)).toEqual(expected)
  expect(found({ bank: { holder, ownAccount: false } })).toEqual([])
})

test('a maiden name is a name of the holder', () => {
  const names = { otherNames: [{ name: 'Palesa Khumalo', kind: 'maiden' as const }] }
  expect(found({ bank: { holder: 'P Khumalo' } })).toHaveLength(1)
  expect(found({ bank: { holder: 'P Khumalo' }, identity: names })).toEqual([])
})

describe('holders as banks write them', () => {
  const merwe = ['Johannes Petrus van der Merwe']
  test.each([
    'Johannes Petrus van der Merwe',
    'J P v d Merwe',
    'JP VAN DER MERWE',
    'Mnr J.P. vd Merwe',
    'VD MERWE JP',
    'JP VANDERMERWE',
    'Merwe, Johannes',
    'J & M van der Merwe',
    'M van der Merwe and J van der Merwe',
  ])('%s is the client', (holder) => {
    expect(isHolder(holder, merwe)).toBe(true)
  })
  test.each([
    'Another Person Entirely',
    'Karakorum Relief Trust',
    'Merwe Family Trust',
    'J P',
    'van der',
    'K van der Merwe',
    '',
  ])('%s is not', (holder) => {
    expect(isHolder(holder, merwe)).toBe(false)
  })
  test.each(['O’Brien', "S O'BRIEN", 'S O BRIEN', 'SEAN OBRIEN', 'Seán O`Brien'])('%s', (holder) => {
    expect(isHolder(holder, ["Sean O'Brien"])).toBe(true)
  })
})

describe('documents', () => {
  const lease = (issuedOn: string | null) =>
    ({ task: 'address', paper: 'lease', issuedOn, expiresOn: null }) as const
  test('older than three months on the day on which they were sent, or without a day', () => {
    const codes = (issuedOn: string | null, sentOn?: string) =>
      texts({}, { documents: [lease(issuedOn)], sentOn: sentOn === undefined ? {} : { address: sentOn } })
    expect(codes('2026-08-30')).toEqual([])
    expect(codes('2026-08-29')).toEqual([['paper-old', null, 'staff', 'Lease: older than 3 months.']])
    expect(codes('2026-08-29', '2026-11-01')).toEqual([])
    expect(codes(null)).toEqual([['paper-undated', null, 'staff', 'Lease: no date.']])
  })

  test('that have expired, unless a newer one of the kind was given', () => {
    const passport = (expiresOn: string) =>
      ({ task: 'identity', paper: 'passport', issuedOn: null, expiresOn }) as const
    expect(texts({}, { documents: [passport('2026-11-29')] })).toEqual([
      ['paper-expired', 'identityInDoubt', 'staff', 'Passport, photo page: expired on 29 November 2026.'],
    ])
    expect(texts({}, { documents: [passport('2026-11-30')] })).toEqual([])
    expect(texts({}, { documents: [passport('2026-11-29'), passport('2030-01-01')] })).toEqual([])
  })
})

test.each([
  ['citizen', ['South Africa', 'Iran'], []],
  ['citizen', ['Iran'], ['Citizen, but Iran is the only citizenship.']],
  [
    'permanent-resident',
    ['Iran'],
    ['The ID number is that of a citizen, the residence status is Permanent resident.'],
  ],
] as const)('residence %s with citizenships %j', (residence, citizenships, expected) => {
  const identity = { residence, citizenships: [...citizenships] }
  expect(found({ identity }).map(({ text }) => text)).toEqual(expected)
})

test.each([
  [{ country: 'South Africa', number: '0001339050' }, []],
  [{ country: 'South Africa', reason: 'B' }, []],
  [{ country: 'South Africa', reason: 'A' }, ['South Africa issues tax numbers.']],
  [{ country: 'South Africa', number: '8001015009087' }, ['The tax number is the ID number.']],
  [{ country: 'United Kingdom', number: 'N/A' }, ['N/A is no tax number of United Kingdom.']],
  [{ country: 'United Kingdom', number: '12345 67890' }, []],
  [{ country: 'United States', number: '123-45-6789' }, []],
  [{ country: 'United States', number: '12-345' }, ['12-345 is no tax number of United States.']],
  [{ country: 'Zambia', number: '12' }, ['12 is no tax number of Zambia.']],
  [{ country: 'Zambia', number: '1002003004' }, []],
] as const)('a tax row %j', (country, expected) => {
  expect(found({ tax: { countries: [country] } }).map(({ text }) => text)).toEqual(expected)
})

describe('names of organisations', () => {
  test.each([
    'The Tafelberg Family Trust',
    'Sunrise Trading (Pty) Ltd',
    'Boland Vrugte Bpk',
    'Mokoena Plumbing CC',
    'Hope NPC',
    'Acme Inc',
    'Estate Late J Dlamini',
    'Thuthuka Stokvel',
    'Teachers Fund',
    'K2011/118820/07',
  ])('%s', (name) => {
    expect(looksLikeOrganisation(name.replace(/^K/u, ''))).toBe(true)
  })
  test.each(['Palesa Motsamai', 'Trust Moyo', 'CC Botha', 'Fundiswa Nkosi', 'Vincent Bekker'])(
    '%s is a person',
    (name) => {
      expect(looksLikeOrganisation(name)).toBe(false)
    },
  )
  test('by the number, and only an admin confirms a person', () => {
    const answers = { ...person, idDocumentType: 'passport' as const, idNumber: 'IT1234/2019' }
    expect(found({}, {}, { answers })).toMatchObject([{ code: 'organisation-name', note: 'admin' }])
  })
})

test('someone below 18 does not act for themselves', () => {
  const answers = { ...person, dateOfBirth: '2008-12-01' }
  expect(found({ identity: { actsFor: 'self' } }, {}, { answers })).toMatchObject([{ code: 'minor-alone' }])
  expect(found({ identity: { actsFor: 'child' } }, {}, { answers })).toEqual([])
  expect(
    found({ identity: { actsFor: 'self' } }, {}, { answers: { ...answers, dateOfBirth: '2008-11-30' } }),
  ).toEqual([])
})

test('clients read only what they can mend', () => {
  const funds = { firstAmount: 9_000_000, yearlyAmount: 9_000_000, sources: salary(20_000) }
  const bank = { holder: 'Another Person Entirely' }
  expect(found({ funds, bank }).map(({ code, client }) => [code, client === null])).toEqual([
    ['funds-explained', false],
    ['yearly-income', true],
    ['above-net-worth', true],
    ['holder-name', false],
  ])
})
