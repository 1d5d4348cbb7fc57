import { expect, test } from 'vitest'
import { answerLines } from './answer-text.ts'
import { completeAnswers } from './complete-answers.ts'
import { countries, HOME_COUNTRY } from './countries.ts'
import { problemsOfStep } from './completeness.ts'
import { addressParts, filledParts, isUnused } from './unused-address-parts.ts'

const at = (country: (typeof countries)[number], part: string) => ({
  ...completeAnswers('thandi@people.example', { country }),
  [part]: '-',
})
const missingIn = (answers: ReturnType<typeof at>) =>
  problemsOfStep(
    'address',
    {
      ...answers,
      documentCounts: {
        payslipUploads: 0,
        riskBenefitStatement: 0,
        pensionBenefitsStatements: 0,
        providentBenefitsStatements: 0,
      },
      faisDocumentUploaded: false,
      confirmations: { accurate: false, terms: false, brokerReview: false },
    },
    new Date(),
  ).map(({ path }) => path)

test.each(addressParts)(
  '%s: “-” is an answer, and shown as “Not used”, only where the country has none',
  (part) => {
    for (const country of countries) {
      const answers = at(country, part)
      const line = answerLines('address', answers).find(({ name }) => name === part)
      const problems = missingIn(answers)
      const unused = isUnused(part, country)
      expect([country, line?.text]).toEqual([country, unused ? `Not used in ${country}` : '-'])
      expect([country, problems]).toEqual([country, unused ? [] : [part]])
    }
    expect(countries.filter((country) => isUnused(part, country)).length).toBeGreaterThan(3)
    expect(isUnused(part, HOME_COUNTRY)).toBe(false)
  },
)

test('the form fills “-” in, keeps what was typed, and takes it back for another country', () => {
  const empty = { stateProvince: '', postalCode: null }
  expect(filledParts('Hong Kong', empty)).toEqual({ stateProvince: '-', postalCode: '-' })
  expect(filledParts('Hong Kong', { ...empty, stateProvince: 'Kowloon' })).toEqual({ postalCode: '-' })
  expect(filledParts(HOME_COUNTRY, { stateProvince: '-', postalCode: '-' })).toEqual({
    stateProvince: '',
    postalCode: '',
  })
  expect(filledParts(null, empty)).toEqual({})
})
