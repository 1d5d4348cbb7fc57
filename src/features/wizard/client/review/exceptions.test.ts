import { describe, expect, test } from 'vitest'
import { assetNames, assetSections, liabilityNames } from '#features/applications/rules/net-worth/names.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { applicationOf } from '#test/support/draft-application.ts'
import { exceptionsOf } from './exceptions.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const complete = completeAnswers('thandi@example.com')
const found = (change: Parameters<typeof applicationOf>[0]) =>
  exceptionsOf(applicationOf({ ...complete, ...change }), NOW)

describe('the exceptions of an application', () => {
  test('is, of a whole application without its letter, the letter alone', () => {
    expect(found({})).toEqual({
      missing: [expect.objectContaining({ step: 'documents', path: 'faisDocumentUploaded' })],
      odd: [],
      unchecked: [],
      unanswered: expect.any(Array) as unknown,
    })
  })

  test('names the groups of assets and liabilities that were left without an answer', () => {
    const none = Object.fromEntries(assetNames.map((name) => [name, 0]))
    const liabilities = Object.fromEntries(liabilityNames.map((name) => [name, 0]))
    const unanswered = (assets: object) => found({ assets, liabilities }).unanswered
    expect(unanswered({ ...none, stocks: null }).map(({ label }) => label)).toEqual(['Investments'])
    expect(unanswered({ ...none, stocks: 5, bonds: null })).toEqual([])
    expect(unanswered(none)).toEqual([])
    expect(unanswered({})).toHaveLength(assetSections.length)
    expect(unanswered({})[0]).toEqual({ step: 'assets', path: 'chosen.cashOnHand', label: 'Liquid Assets' })
  })

  test('list missing answers with their step', () => {
    const { missing } = found({ city: null, assets: { pensionFunds: 5 } })
    expect(missing.map(({ step, path }) => [step, path])).toEqual([
      ['address', 'city'],
      ['assets', 'pensionBenefitsStatements'],
      ['documents', 'faisDocumentUploaded'],
    ])
  })

  test('list warnings and unchecked answers once each', () => {
    const { odd, unchecked } = found({ postalCode: '80011', checkedDefaults: ['smoker', 'maritalStatus'] })
    expect(odd).toEqual([
      expect.objectContaining({ step: 'address', path: 'postalCode', label: 'Postal Code' }),
    ])
    expect(unchecked.map(({ path, text }) => [path, text])).toEqual([
      ['highestEducation', 'Matric'],
      ['hasChildren', 'No'],
    ])
  })

  test('asks for no statement: those are ticked on the review itself', () => {
    expect(found({}).missing.map(({ path }) => path)).not.toContain('confirmations.accurate')
  })
})
