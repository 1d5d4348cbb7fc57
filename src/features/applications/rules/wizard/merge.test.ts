import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetNames } from '../net-worth/names.ts'
import { answersPatch, initialAnswers, isSavable, savableAnswers, type AnswersPatch } from './answers.ts'
import { mergeAnswers } from './merge.ts'

const start = initialAnswers('thandi@example.com')

const amounts = fc.dictionary(fc.constantFrom(...assetNames), fc.integer({ min: 0, max: 1000 }))
const patches: fc.Arbitrary<AnswersPatch> = fc.record(
  {
    fullName: fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: null }),
    maritalStatus: fc.constantFrom('single', 'married', 'divorced', 'engaged'),
    marriageType: fc.constantFrom('community', 'anc', 'anc_accrual', null),
    hasChildren: fc.boolean(),
    childrenDetails: fc.array(fc.record({ fullName: fc.string(), idNumber: fc.string() }), { maxLength: 3 }),
    hasWill: fc.option(fc.boolean(), { nil: null }),
    willInstitution: fc.option(fc.string({ minLength: 1 }), { nil: null }),
    assets: amounts,
  },
  { requiredKeys: [] },
)

describe('merging a save into the answers', () => {
  test('saving twice changes nothing the second time', () => {
    fc.assert(
      fc.property(patches, patches, (before, patch) => {
        const once = mergeAnswers(mergeAnswers(start, before).answers, patch).answers
        const twice = mergeAnswers(once, patch)
        expect(twice.answers).toEqual(once)
        expect(twice.changed).toEqual([])
      }),
    )
  })

  test('unsent fields are unchanged, unless no longer asked', () => {
    fc.assert(
      fc.property(patches, (before) => {
        const first = mergeAnswers(start, before).answers
        const { city, ...others } = mergeAnswers(first, { city: 'Gqeberha' }).answers
        expect(city).toBe('Gqeberha')
        expect({ city: null, ...others }).toEqual(first)
      }),
    )
  })

  test('an empty save changes nothing', () => {
    fc.assert(
      fc.property(patches, (before) => {
        const first = mergeAnswers(start, before).answers
        expect(mergeAnswers(first, {})).toEqual({ answers: first, changed: [], checked: false })
      }),
    )
  })

  test('amounts are merged one by one', () => {
    const first = mergeAnswers(start, { assets: { cashOnHand: 10.5, stocks: 20 } }).answers
    expect(mergeAnswers(first, { assets: { stocks: 0 } }).answers.assets).toEqual({
      cashOnHand: 10.5,
      stocks: 0,
    })
  })

  test('lists what changed', () => {
    expect(mergeAnswers(start, { city: 'Durban', smoker: false }).changed).toEqual(['city'])
  })
})

describe('questions that are not asked', () => {
  const married = mergeAnswers(start, { maritalStatus: 'married', marriageType: 'anc' }).answers
  const parent = mergeAnswers(start, {
    hasChildren: true,
    childrenDetails: [{ fullName: 'Lwazi', idNumber: null }],
  }).answers
  const professional = mergeAnswers(start, {
    highestEducation: 'professional',
    professionalMemberCode: 'CA 1',
  }).answers
  const testator = mergeAnswers(start, { hasWill: true, willInstitution: 'A bank' }).answers
  const investor = mergeAnswers(start, {
    assets: { otherInvestments: 1, otherInvestmentsTypes: 'Art' },
  }).answers

  test('are stored while they apply', () => {
    expect(married.marriageType).toBe('anc')
    expect(parent.childrenDetails).toHaveLength(1)
    expect(professional.professionalMemberCode).toBe('CA 1')
    expect(testator.willInstitution).toBe('A bank')
    expect(investor.assets.otherInvestmentsTypes).toBe('Art')
  })

  test('lose their answers', () => {
    expect(mergeAnswers(married, { maritalStatus: 'divorced' }).answers.marriageType).toBeNull()
    expect(mergeAnswers(parent, { hasChildren: false }).answers.childrenDetails).toEqual([])
    expect(
      mergeAnswers(professional, { highestEducation: 'matric' }).answers.professionalMemberCode,
    ).toBeNull()
    expect(mergeAnswers(testator, { hasWill: false }).answers.willInstitution).toBeNull()
    expect(mergeAnswers(investor, { assets: { otherInvestments: 0 } }).answers.assets).toEqual({
      otherInvestments: 0,
    })
  })
})

test.each([
  [{ fullName: 'Thandi', assets: { bonds: 2.5 }, liabilities: undefined }, true],
  [{ fullName: 'Thandi', emailAddress: 'half@' }, false],
  [{ assets: { stocks: Number.NaN, bonds: 2.5 } }, false],
])('whether %j can be saved completely: %s', (typed, all) => expect(isSavable(typed)).toBe(all))

describe('what can be saved', () => {
  test.each([
    [{ emailAddress: 'half@' }, {}],
    [{ emailAddress: '' }, { emailAddress: null }],
    [{ fullName: '  Thandi  ', emailAddress: 'half@' }, { fullName: 'Thandi' }],
    [{ mobileNumber: '082 123 4567' }, { mobileNumber: '+27821234567' }],
    [{ mobileNumber: '12' }, { mobileNumber: '12' }],
    [{ idNumber: '800101 5009 087' }, { idNumber: '8001015009087' }],
    [{ dateOfBirth: '1999-02-31' }, {}],
    [{ status: 'approved', nonsense: 1 }, {}],
    [{ annualIncome: '3.2x' }, { annualIncome: null }],
    [{ annualIncome: '850000' }, { annualIncome: '850000' }],
    [{ assets: { stocks: Number.NaN, bonds: 2.5 } }, { assets: { stocks: null, bonds: 2.5 } }],
    [
      { liabilities: { studentLoans: null, otherLoans: Number.NaN } },
      { liabilities: { studentLoans: null, otherLoans: null } },
    ],
  ])('%j keeps %j', (typed, savable) => expect(savableAnswers(typed)).toEqual(savable))

  test.each([
    ['status', { status: 'approved' }],
    ['a null byte', { fullName: 'a\u0000b' }],
    ['half a character', { fullName: '\ud800' }],
    ['three decimals', { assets: { cashOnHand: 1.005 } }],
    ['a negative amount', { liabilities: { taxesOwed: -1 } }],
    ['an unknown amount', { assets: { yacht: 1 } }],
    ['an amount as text', { assets: { cashOnHand: '1' } }],
    [
      'eleven children',
      { childrenDetails: Array.from({ length: 11 }, () => ({ fullName: 'a', idNumber: 'b' })) },
    ],
    ['a country that is not listed', { country: 'Atlantis' }],
    ['an income with letters', { annualIncome: '12k' }],
  ])('%s is rejected', (_, patch) => expect(answersPatch.safeParse(patch).success).toBe(false))
})
