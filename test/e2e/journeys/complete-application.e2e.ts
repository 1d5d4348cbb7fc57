import { asStored } from '#test/support/as-stored.ts'
import { phone } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { completeAddress } from '#test/support/e2e/journey/address.ts'
import { completeAssets } from '#test/support/e2e/journey/assets.ts'
import { completeDocuments } from '#test/support/e2e/journey/documents.ts'
import { completeEmployment } from '#test/support/e2e/journey/employment.ts'
import { sha256, type Journey } from '#test/support/e2e/journey/journey.ts'
import { completeLiabilities } from '#test/support/e2e/journey/liabilities.ts'
import { completeNetWorthIntro } from '#test/support/e2e/journey/net-worth-intro.ts'
import { choosePassword } from '#test/support/e2e/journey/password.ts'
import { completePersonal } from '#test/support/e2e/journey/personal.ts'
import { completeReview } from '#test/support/e2e/journey/review.ts'
import { readSuccess } from '#test/support/e2e/journey/success.ts'
import { addManager, inviteClient } from '#test/support/e2e/people.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import type { GivenFile } from '#test/support/e2e/uploads.ts'

test.use(phone)
test.setTimeout(600_000)

/** As stored in database and store. */
async function stored(kind: string, { name, buffer }: GivenFile) {
  const bytes = await asStored(buffer)
  const hash = sha256(bytes)
  return { kind, name, bytes: bytes.length, sha256: hash, sha256InStore: hash }
}

test('a client invited with no data completes and submits the whole application', async ({
  page,
  product,
  watch,
  openBrowser,
}) => {
  const manager = await addManager(product.context)
  const client = await inviteClient(product.context, manager)
  const journey: Journey = { page, watch, openBrowser, client, manager }

  await test.step('choosing a password', () => choosePassword(journey))
  await test.step('Personal Details', () => completePersonal(journey))
  await test.step('Address', () => completeAddress(journey))
  const employment = await test.step('Employment', () => completeEmployment(journey))
  await test.step('Net Worth', () => completeNetWorthIntro(journey))
  const assets = await test.step('Assets', () => completeAssets(journey))
  await test.step('Liabilities', () => completeLiabilities(journey))
  const signed = await test.step('Documents', () => completeDocuments(journey))
  await test.step('Review', () => completeReview(journey))

  const application = await readStored(product.context, client.id)
  await test.step('Complete', () => readSuccess(journey, application))

  expect(application.status).toBe('submitted')
  expect(application.wealthManagerId).toBe(manager.id)
  expect(application.confirmed).toEqual(['accurate', 'brokerReview', 'terms'])
  expect(application.answers).toEqual({
    salutation: 'dr',
    fullName: 'Nomvula Grace van der Merwe',
    dateOfBirth: '1980-01-01',
    maritalStatus: 'married',
    marriageType: 'anc_accrual',
    hasChildren: true,
    childrenDetails: [
      { fullName: 'Anele van der Merwe', idNumber: '1203045009082' },
      { fullName: 'Zola van der Merwe', idNumber: '1506075009088' },
    ],
    idDocumentType: 'id',
    idNumber: '8001015009087',
    issuingCountry: 'za',
    nationality: 'za',
    highestEducation: 'professional',
    professionalMemberCode: 'ECSA 2006 0123',
    mobileNumber: '+27821234567',
    emailAddress: 'nomvula@people.example',
    smoker: true,
    country: 'South Africa',
    addressLine1: '12 Dorp Street',
    addressLine2: 'Unit 4, Akkerhof',
    addressLine3: 'Die Boord, Paarl',
    city: 'Paarl',
    stateProvince: 'Western Cape',
    postalCode: '7646',
    occupation: 'Self-employed civil engineer',
    industry: 'Construction',
    employerName: 'Van der Merwe & Daughters (Pty) Ltd',
    annualIncome: '1234567.89',
    taxIncomeNumber: '0001339050',
    medicalAidCompany: 'Bonitas',
    medicalAidPlan: 'BonComprehensive',
    hasWill: true,
    willInstitution: 'Standard Trust Ltd',
    assets: {
      cashOnHand: 1250.5,
      savingsAccounts: 210_000,
      moneyMarketAccounts: 75_000.25,
      otherCashEquivalents: 0.01,
      stocks: 1_234_567.89,
      bonds: 50_000,
      unitTrusts: 333_333.33,
      pensionFunds: 2_400_000,
      providentFunds: 180_000.1,
      retirementAnnuities: 640_000,
      otherInvestments: 90_000,
      otherInvestmentsTypes: 'Krugerrands, private equity',
      primaryResidence: 3_950_000,
      investmentProperties: 1_150_000,
      householdContents: 220_000,
      vehicles: 415_999.99,
      jewelleryCollectibles: 0,
      otherPersonalProperty: 7000,
      businessInterests: 5_000_000,
      moneyOwedToYou: 12_345.6,
      otherAssets: null,
    },
    liabilities: {
      primaryResidenceBond: 1_875_000.5,
      investmentPropertyBond: 640_000,
      vehicleLoans: 198_000,
      studentLoans: null,
      personalLoans: 15_000,
      otherLoans: 0.99,
      creditCardBalances: 18_250.75,
      medicalDebt: 0,
      taxesOwed: 32_100,
      otherLiabilities: 4000,
    },
    checkedDefaults: ['highestEducation', 'smoker', 'maritalStatus', 'hasChildren'],
  })
  const documents = await Promise.all([
    stored('signedFais', signed),
    stored('riskBenefit', employment.risk),
    ...employment.payslips.map((file) => stored('payslip', file)),
    ...assets.pension.map((file) => stored('pensionBenefits', file)),
    ...assets.provident.toReversed().map((file) => stored('providentBenefits', file)),
  ])
  expect(application.documents.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual(
    documents,
  )
  for (const secret of ['8001015009087', '0001339050', '1203045009082', '1506075009088']) {
    expect(JSON.stringify(application.encrypted)).not.toContain(secret)
  }
})
