import { expect, type Page } from '@playwright/test'
import type { Answers, AnswersPatch } from '#features/applications/rules/wizard/answers.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeClient, type ApplicationFacts, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeDocument, type DocumentFacts } from '#app/demo/factories/documents.ts'
import { addManager, signIn, type Manager } from './people.ts'
import type { Product } from './product.ts'
import { expectStep } from './wizard.ts'

const password = 'four quiet herons wading'

/** A client with realistic answers, for screenshots. */
export const fullAnswers: Answers = {
  ...completeAnswers('lerato.mokoena@people.example'),
  salutation: 'ms',
  fullName: 'Lerato Mokoena',
  dateOfBirth: '1980-01-01',
  maritalStatus: 'married',
  marriageType: 'anc_accrual',
  hasChildren: true,
  childrenDetails: [
    { fullName: 'Thabang Mokoena', idNumber: '1203045009080' },
    { fullName: 'Refilwe Mokoena', idNumber: '1506075009089' },
  ],
  highestEducation: 'professional',
  professionalMemberCode: 'SAICA 0471188',
  addressLine2: 'Tamboerskloof',
  occupation: 'Chartered accountant',
  industry: 'Financial services',
  employerName: 'Table Bay Shipping (Pty) Ltd',
  annualIncome: '1284000',
  hasWill: true,
  willInstitution: 'Standard Trust',
  assets: {
    cashOnHand: 4500,
    savingsAccounts: 212_400.5,
    moneyMarketAccounts: 180_000,
    unitTrusts: 640_250.25,
    pensionFunds: 2_904_512.4,
    retirementAnnuities: 845_000,
    otherInvestments: 60_000,
    otherInvestmentsTypes: 'Krugerrands',
    primaryResidence: 3_950_000,
    householdContents: 220_000,
    vehicles: 415_000,
    businessInterests: 0,
    moneyOwedToYou: 0,
    otherAssets: 0,
  },
  liabilities: {
    primaryResidenceBond: 1_875_120.33,
    vehicleLoans: 198_000,
    creditCardBalances: 18_250.75,
    taxesOwed: 32_100,
  },
}

/** Documents that match these answers. */
const papers = [
  { kind: 'payslip', name: 'Payslip October 2026.pdf' },
  { kind: 'pensionBenefits', name: 'Pension fund statement.pdf' },
  { kind: 'signedFais', name: 'FAIS letter, signed.pdf' },
] as const satisfies readonly Pick<DocumentFacts, 'kind' | 'name'>[]

interface Sitter extends ApplicationFacts {
  /** Null for no wealth manager. */
  manager?: Manager | null
  /** Uploaded documents. */
  handedIn?: readonly DocumentFacts['kind'][]
}

/** Creates a client and signs in. */
export async function sit(
  page: Page,
  { context }: Product,
  { manager, handedIn = [], ...application }: Sitter = {},
): Promise<MadeClient> {
  const assigned = manager === undefined ? await addManager(context) : manager
  const client = await makeClient(context, {
    fullName: application.answers?.fullName ?? null,
    password,
    wealthManagerId: assigned?.id,
    application: {
      ...application,
      answers: { emailAddress: fullAnswers.emailAddress, ...application.answers },
    },
  })
  const { id: ownerId, applicationId } = client
  for (const { kind, name } of papers) {
    if (handedIn.includes(kind)) await makeDocument(context, { kind, name, ownerId, applicationId })
  }
  await signIn(page.context(), { username: client.username, password })
  return client
}

/** All documents of a complete application. */
export const allPapers = papers.map(({ kind }) => kind)

/** Opens the signed-in client's application at a step, with some answers changed on the server. */
export async function openAt(page: Page, currentStep: StepId, answers: AnswersPatch = {}): Promise<void> {
  const saved = await page.request.put('/api/application', { data: { ...answers, currentStep } })
  expect(saved.status()).toBe(200)
  await page.goto('/')
  await expectStep(page, currentStep)
}
