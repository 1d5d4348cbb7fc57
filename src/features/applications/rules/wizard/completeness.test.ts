import { describe, expect, test } from 'vitest'
import { forEachList } from '#features/applications/rules/documents/kinds.ts'
import { initialAnswers, type Answers } from './answers.ts'
import { problemsOfApplication, problemsOfStep, type Judged } from './completeness.ts'

const now = new Date('2026-11-20T10:00:00Z')

const complete: Judged = {
  ...initialAnswers('thandi@example.com'),
  salutation: 'ms',
  fullName: 'Thandi Nkosi',
  dateOfBirth: '1980-01-01',
  nationality: 'za',
  idDocumentType: 'id',
  idNumber: '8001015009087',
  issuingCountry: 'za',
  mobileNumber: '+27821234567',
  country: 'South Africa',
  addressLine1: '1 Long Street',
  city: 'Cape Town',
  stateProvince: 'Western Cape',
  postalCode: '8001',
  occupation: 'Engineer',
  annualIncome: '650000',
  taxIncomeNumber: '0001339050',
  medicalAidCompany: 'Discovery Health',
  medicalAidPlan: 'Classic Saver',
  hasWill: false,
  documentCounts: forEachList(() => 0),
  faisDocumentUploaded: true,
  confirmations: { accurate: true, terms: true, brokerReview: true },
}

const problems = (changes: Partial<Judged>) =>
  problemsOfApplication({ ...complete, ...changes }, now).map(
    ({ step, path, message }) => `${step} ${path}: ${message}`,
  )

test('a complete application has no problem', () => expect(problems({})).toEqual([]))

test('a new application lacks every required answer, with the messages of the specification', () => {
  const begun: Answers = { ...initialAnswers('a@b.example'), emailAddress: null }
  const missing = problemsOfApplication(
    {
      ...complete,
      ...begun,
      faisDocumentUploaded: false,
      confirmations: { accurate: false, terms: false, brokerReview: false },
    },
    now,
  )
  expect(missing.map(({ message }) => message)).toEqual([
    'ID number is required',
    'ID document type is required',
    'Issuing country is required',
    'Date of birth is required',
    'Nationality is required',
    'Salutation is required',
    'Full name is required',
    'Mobile number is required',
    'Valid email is required',
    'Country is required',
    'Address line 1 is required',
    'City is required',
    'State/Province is required',
    'Postal code is required',
    'Occupation is required',
    'Annual income is required',
    'Tax income number is required',
    'Medical Aid Company is required',
    'Medical Aid Plan is required',
    'Please choose whether you have a will',
    'Please upload your signed FAIS document',
    'Please confirm that your information is accurate and complete',
    'Please agree to the Terms of Service and Privacy Policy',
    'Please confirm that you understand who will review your application',
  ])
})

describe('rules between fields', () => {
  test.each<[string, Partial<Judged>, string[]]>([
    [
      'a birth tomorrow',
      { dateOfBirth: '2026-11-21' },
      ['personal dateOfBirth: Date of birth cannot be in the future'],
    ],
    ['a birth today', { dateOfBirth: '2026-11-20' }, []],
    [
      'children that are not listed',
      { hasChildren: true },
      ['personal childrenDetails: Please choose how many children you have'],
    ],
    [
      'a child without a name',
      { hasChildren: true, childrenDetails: [{ fullName: ' ', idNumber: '1' }] },
      ["personal childrenDetails.0.fullName: Child's full name is required"],
    ],
    [
      'a child without an ID number',
      { hasChildren: true, childrenDetails: [{ fullName: 'Lwazi', idNumber: null }] },
      ["personal childrenDetails.0.idNumber: Child's ID number is required"],
    ],
    [
      'a pension without a statement',
      { assets: { pensionFunds: 0.01 } },
      [
        'assets pensionBenefitsStatements: Pension fund benefits statement is required when pension fund value is greater than 0',
      ],
    ],
    [
      'a provident fund without a statement',
      { assets: { providentFunds: 1 } },
      [
        'assets providentBenefitsStatements: Provident fund benefits statement is required when provident fund value is greater than 0',
      ],
    ],
    ['no pension', { assets: { pensionFunds: 0, providentFunds: null } }, []],
    [
      'no signed letter',
      { faisDocumentUploaded: false },
      ['documents faisDocumentUploaded: Please upload your signed FAIS document'],
    ],
  ])('%s', (_, changes, expected) => expect(problems(changes)).toEqual(expected))

  test('one statement is enough', () => {
    expect(
      problems({
        assets: { pensionFunds: 1 },
        documentCounts: { ...complete.documentCounts, pensionBenefitsStatements: 1 },
      }),
    ).toEqual([])
  })
})

test('a step is checked separately', () => {
  expect(problemsOfStep('address', { ...complete, fullName: null, city: null }, now)).toEqual([
    { step: 'address', path: 'city', message: 'City is required' },
  ])
})
