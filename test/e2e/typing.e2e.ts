import type { Page } from '@playwright/test'
import { assetNames, liabilityNames } from '#features/applications/rules/net-worth/names.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { exposureQuestionNames } from '#features/due-diligence/rules/positions.ts'
import { taskNames, tasks, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import { addUnderReview, askFor, openTasks, type Asked } from '#test/support/e2e/corrections.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { sealOfTheFirm, shownLetter, sitAtLetter } from '#test/support/e2e/signing.ts'
import { allPapers, fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { typeIntoAll, type Fillings } from '#test/support/e2e/typing.ts'
import { expectStep, nextLabels, openSections } from '#test/support/e2e/wizard.ts'

/**
 * After an attempt that found something, every key of every field arrives: nothing takes the focus away or mounts a
 * field again because a value changed.
 */

test.describe.configure({ timeout: 180_000 })

const seal = await sealOfTheFirm()

/** The error summary has the focus after an attempt. */
async function expectRefused(page: Page): Promise<void> {
  await expect(page.getByRole('alert').filter({ has: page.getByRole('heading', { level: 2 }) })).toBeFocused()
}

async function expectStored(product: Product, userId: string, expected: Partial<Answers>): Promise<void> {
  await expect
    .poll(async () => (await readStored(product.context, userId)).answers, { timeout: 20_000 })
    .toMatchObject(expected)
}

const email = 'lerato.mokoena@people.example'

/** The steps with questions: what is filled in, and what is stored then. */
const steps: Record<string, { next: StepId; fillings: Fillings; stored: Partial<Answers> }> = {
  personal: {
    next: 'address',
    fillings: {
      idDocumentType: 'id',
      idNumber: '8001015009087',
      issuingCountry: 'za',
      dateOfBirth: '1',
      'dateOfBirth-month': 'January',
      'dateOfBirth-year': '1980',
      nationality: 'za',
      salutation: 'ms',
      fullName: 'Lerato Mokoena',
      highestEducation: 'professional',
      professionalMemberCode: 'SAICA 0471188',
      smoker: 'no',
      maritalStatus: 'married',
      marriageType: 'anc_accrual',
      hasChildren: 'yes',
      childCount: '2',
      'childrenDetails.0.fullName': 'Thabang Mokoena',
      'childrenDetails.0.idNumber': '1203045009080',
      'childrenDetails.1.fullName': 'Refilwe Mokoena',
      'childrenDetails.1.idNumber': '1506075009089',
      mobileNumber: '0821234567',
      emailAddress: email,
    },
    stored: {
      fullName: 'Lerato Mokoena',
      idNumber: '8001015009087',
      dateOfBirth: '1980-01-01',
      professionalMemberCode: 'SAICA 0471188',
      childrenDetails: [
        { fullName: 'Thabang Mokoena', idNumber: '1203045009080' },
        { fullName: 'Refilwe Mokoena', idNumber: '1506075009089' },
      ],
      mobileNumber: '+27821234567',
      emailAddress: email,
    },
  },
  address: {
    next: 'employment',
    fillings: {
      country: 'South Africa',
      addressLine1: '14 Kloof Street',
      addressLine2: 'Unit 4, Akkerhof',
      addressLine3: 'Tamboerskloof',
      city: 'Cape Town',
      stateProvince: 'Western Cape',
      postalCode: '8001',
    },
    stored: {
      addressLine1: '14 Kloof Street',
      addressLine2: 'Unit 4, Akkerhof',
      addressLine3: 'Tamboerskloof',
      city: 'Cape Town',
      postalCode: '8001',
    },
  },
  employment: {
    next: 'net-worth-intro',
    fillings: {
      occupation: 'Chartered accountant',
      industry: 'Financial services',
      employerName: 'Table Bay Shipping',
      annualIncome: '1284000',
      taxIncomeNumber: '0001339050',
      hasMedicalAid: 'yes',
      medicalAidCompany: 'Discovery Health',
      medicalAidPlan: 'Classic Saver',
      hasWill: 'yes',
      willInstitution: 'Standard Trust',
    },
    stored: {
      occupation: 'Chartered accountant',
      industry: 'Financial services',
      employerName: 'Table Bay Shipping',
      annualIncome: '1284000',
      taxIncomeNumber: '0001339050',
      medicalAidCompany: 'Discovery Health',
      medicalAidPlan: 'Classic Saver',
      willInstitution: 'Standard Trust',
    },
  },
}

for (const [step, { next, fillings, stored }] of Object.entries(steps)) {
  test(`every field of ${step} keeps what is typed after a failed Next`, async ({ page, product }) => {
    const at = step as 'personal' | 'address' | 'employment'
    const client = await sit(page, product, { answers: {}, currentStep: at })
    await page.goto('/')
    await expectStep(page, at)
    await openSections(page)
    await button(page, nextLabels[at]).click()
    await expectRefused(page)
    const typed = await typeIntoAll(page, fillings)
    expect(typed.toSorted()).toEqual(Object.keys(fillings).toSorted())
    await button(page, nextLabels[at]).click()
    await expectStep(page, next)
    await expectStored(product, client.id, stored)
  })
}

const amountOf = (names: readonly string[], more: number) =>
  Object.fromEntries(names.map((name, index) => [name, 1_200_000 + index * 1000 + more]))

function amountFillings(amounts: Record<string, number>): Fillings {
  return {
    ...Object.fromEntries(Object.entries(amounts).map(([name, rand]) => [`amounts.${name}`, String(rand)])),
    none: '',
    otherInvestmentsTypes: 'Krugerrands',
  }
}

test('every amount keeps what is typed after a question of Next, and after a missing statement', async ({
  page,
  product,
}) => {
  const client = await sit(page, product, { answers: {}, currentStep: 'assets' })
  await page.goto('/')
  await expectStep(page, 'assets')
  const next = button(page, nextLabels.assets)
  await next.click()
  await expect(page.getByRole('alert').filter({ hasText: 'answered yet' })).toBeVisible()

  const first = amountOf(assetNames, 0)
  await typeIntoAll(page, amountFillings(first))
  await expectStored(product, client.id, { assets: { ...first, otherInvestmentsTypes: 'Krugerrands' } })
  // A statement that an amount requires is no error before the next press.
  await expect(page.getByText('Error: ')).toHaveCount(0)

  await next.click()
  await expectRefused(page)
  const second = amountOf(assetNames, 7)
  await typeIntoAll(page, amountFillings(second))
  await expectStored(product, client.id, { assets: second })

  await openAt(page, 'liabilities')
  await button(page, nextLabels.liabilities).click()
  const owed = amountOf(liabilityNames, 0)
  await typeIntoAll(page, amountFillings(owed))
  await expectStored(product, client.id, { liabilities: owed })
})

test.describe('the signature', () => {
  test.use({ variables: seal })

  test('keeps what is typed after a failed attempt to sign', async ({ page, product }) => {
    await sitAtLetter(page, product)
    await button(page, nextLabels.documents).press('Enter')
    await button(page, 'Read the letter').click()
    await expect(shownLetter(page)).toBeVisible()
    await button(page, 'Sign the letter').click()
    await typeIntoAll(page, {
      signedBy: 'typing',
      signatureName: 'Thandiwe Nkosi',
      signingPassword: 'four quiet herons wading',
    })
  })
})

test('the statements of the review are ticked one by one after a failed attempt', async ({
  page,
  product,
}) => {
  await sit(page, product, { answers: fullAnswers, handedIn: allPapers, currentStep: 'review' })
  await page.goto('/')
  await expectStep(page, 'review')
  await button(page, nextLabels.review).press('Enter')
  for (const statement of await page.getByRole('main').getByRole('checkbox').all()) {
    await statement.focus()
    await page.keyboard.press('Space')
    await expect(statement).toBeChecked()
    await expect(statement).toBeFocused()
  }
})

/** A task of a correction request: what to empty for the failed attempt, and what to type then. */
const corrections: Record<
  string,
  { asked: Asked; empties?: string; fillings: Fillings; stored: Partial<Answers> }
> = {
  'a question': {
    asked: { subject: { kind: 'question', question: 'Since when have you worked there?' } },
    fillings: { reply: 'Since March 2019', accurate: '' },
    stored: {},
  },
  'a name': {
    asked: { subject: { kind: 'answer', path: 'fullName' }, reason: 'does-not-agree' },
    empties: 'fullName',
    fillings: { fullName: 'Thandiwe Grace Nkosi', reply: 'See my ID', accurate: '' },
    stored: { fullName: 'Thandiwe Grace Nkosi' },
  },
  'an address': {
    asked: { subject: { kind: 'answer', path: 'city' }, reason: 'does-not-agree' },
    empties: 'city',
    fillings: { city: 'Johannesburg', reply: 'We moved', accurate: '' },
    stored: { city: 'Johannesburg' },
  },
  'an income': {
    asked: { subject: { kind: 'answer', path: 'annualIncome' }, reason: 'does-not-agree' },
    empties: 'annualIncome',
    fillings: { annualIncome: '912000', reply: 'With the bonus', accurate: '' },
    stored: { annualIncome: '912000' },
  },
  'an amount that requires a statement': {
    asked: { subject: { kind: 'answer', path: 'assets.providentFunds' }, reason: 'does-not-agree' },
    empties: 'amounts.providentFunds',
    fillings: { 'amounts.providentFunds': '1200000', reply: 'My statement follows', accurate: '' },
    stored: {},
  },
}

for (const [title, { asked, empties, fillings, stored }] of Object.entries(corrections)) {
  test(`a correction of ${title} keeps what is typed after a failed attempt`, async ({
    page,
    product,
    elsewhere,
  }) => {
    const whose = await addUnderReview(product)
    await askFor(elsewhere, whose, [asked])
    await openTasks(page, whose)
    if (empties !== undefined) await page.locator(`[id="${empties}"]`).fill('')
    const send = button(page, 'Send')
    await send.click()
    expect(await typeIntoAll(page, fillings)).toEqual(expect.arrayContaining(Object.keys(fillings)))
    if (title === 'an amount that requires a statement') {
      // The statement is an error from the next attempt on only, and then the amount is typed again.
      await expect(page.getByText('Error: Please upload')).toHaveCount(0)
      await page.locator('#accurate').check()
      await send.click()
      await expectRefused(page)
      await typeIntoAll(page, fillings)
      return
    }
    await page.locator('#accurate').check()
    await send.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is being reviewed')
    await expectStored(product, whose.client.id, stored)
  })
}

const yes = Object.fromEntries(exposureQuestionNames.map((name) => [name, 'yes']))
const positions = Object.fromEntries(
  [0, 1, 2, 3].flatMap((index) => {
    const at = `positions.${index}`
    return [
      [`${at}.position`, `Municipal manager ${index}`],
      [`${at}.from`, '2009'],
      [`${at}.to`, '2012'],
      [`${at}.country`, 'Zambia'],
      [`${at}.fullName`, 'Sipho Nkosi'],
      [`${at}.relation`, 'spouse'],
      [`${at}.of`, 'domestic'],
    ]
  }),
)

/** Every due diligence task, with the answers that ask for the most. */
const fillingsOfTasks: Record<TaskName, Fillings> = {
  identity: {
    actsFor: 'child',
    'representative.fullName': 'Grace Mahlangu',
    'representative.idNumber': '8001015009087',
    'representative.dateOfBirth': '1',
    'representative.dateOfBirth-month': 'January',
    'representative.dateOfBirth-year': '1980',
    'representative.relation': 'guardian',
    residence: 'refugee',
    fileNumber: 'CTRDRC/001234/25',
    citizenships: 'Burundi',
    'citizenships.0': 'Burundi',
    countryOfBirth: 'Burundi',
  },
  address: { inOwnName: 'no', 'owner.fullName': 'Ruth Mokoena', 'owner.relation': 'My aunt' },
  bank: {
    abroad: 'home',
    bank: 'Another bank',
    'bank-choice': 'Another bank',
    branchCode: '051001',
    accountNumber: '1234567890',
    accountType: 'cheque',
    holder: 'Thandiwe Nkosi',
    ownAccount: 'no',
    otherHolder: 'My husband and I use his account.',
  },
  funds: {
    purpose: 'retirement',
    firstAmount: '500000',
    yearlyAmount: '60000',
    'sources.0.kind': 'inheritance',
    'sources.0.amount': '860000',
    'sources.0.donor': 'Nomsa Nkosi',
    'sources.0.words': 'From her estate',
  },
  exposure: { ...yes, ...positions },
  tax: {
    'countries.0.country': 'Zambia',
    'countries.0.number': '',
    'countries.0.reason': 'B',
    'countries.0.words': 'I left before I was employed.',
    unitedStatesPerson: 'no',
  },
}

test.describe('due diligence', () => {
  test.use({ variables: { FICA_PACK: 'on' } })

  for (const task of taskNames) {
    test(`every field of ${task} keeps what is typed after a failed attempt`, async ({
      page,
      product,
      watch,
    }) => {
      watch.expect(422, `/api/application/pack/${task}/hand-in`)
      await sit(page, product, { answers: fullAnswers, handedIn: allPapers, status: 'submitted' })
      await page.goto('/pack')
      await page.getByRole('main').getByRole('link', { name: tasks[task].label, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: tasks[task].label })).toBeFocused()
      if (task === 'identity') await button(page, 'Change for whom you apply and your citizenship').click()
      await button(page, 'Send').click()
      await expectRefused(page)
      const fillings = fillingsOfTasks[task]
      const typed = await typeIntoAll(page, {
        ...fillings,
        withoutPaper: 'It is at the branch.',
        accurate: '',
      })
      expect(typed.length).toBeGreaterThan(Object.keys(fillings).length / 2)
    })
  }
})
