import { initialAnswers, type Answers } from './answers.ts'
import { fieldsWithDefault } from './default-answers.ts'

/** Complete answers without required statements, for tests and seeds; overrides come last. */
export function completeAnswers(emailAddress: string, facts: Partial<Answers> = {}): Answers {
  return {
    ...initialAnswers(emailAddress),
    salutation: 'ms',
    fullName: 'Thandiwe Nkosi',
    dateOfBirth: '1980-01-01',
    idDocumentType: 'id',
    idNumber: '8001015009087',
    issuingCountry: 'za',
    nationality: 'za',
    mobileNumber: '+27821234567',
    country: 'South Africa',
    addressLine1: '12 Kloof Street',
    city: 'Cape Town',
    stateProvince: 'Western Cape',
    postalCode: '8001',
    occupation: 'Civil engineer',
    employerName: 'Table Bay Engineering',
    annualIncome: '860000',
    taxIncomeNumber: '0001339050',
    medicalAidCompany: 'Discovery Health',
    medicalAidPlan: 'Classic Saver',
    hasWill: false,
    assets: { savingsAccounts: 120_000.5, primaryResidence: 2_450_000, vehicles: 310_000 },
    liabilities: { primaryResidenceBond: 1_320_000, creditCardBalances: 18_250.75 },
    checkedDefaults: [...fieldsWithDefault],
    ...facts,
  }
}
