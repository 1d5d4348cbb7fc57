import type { Page } from '@playwright/test'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { amountField, holding } from '#test/support/e2e/amounts.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification, group, notification, section } from '#test/support/e2e/forms.ts'
import { realFile } from '#test/support/e2e/journey/journey.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { addClient, addManager } from '#test/support/e2e/people.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { expectUploaded, fileList, uploadButton } from '#test/support/e2e/uploads.ts'
import { expectStep, heading, nextLabels } from '#test/support/e2e/wizard.ts'

test.setTimeout(240_000)
// Tracing screenshots at each of some hundred keys would take longer than the test.
test.use({ trace: { mode: 'on-first-retry', snapshots: false, screenshots: false } })

/** The client and page of the test. */
interface Traversal {
  page: Page
  keys: Keyboard
}

/** The step shows, and its heading has the focus. */
async function arriveAt(page: Page, step: StepId): Promise<void> {
  await expectStep(page, step)
  await expect(heading(page, step)).toBeFocused()
}

async function answerPersonal({ page, keys }: Traversal): Promise<void> {
  const about = section(page, 'About You')
  const family = section(page, 'Family')
  const identification = section(page, 'Identification')
  const birth = group(identification, 'Date of Birth')
  const child = page.getByRole('group', { name: 'Child 1', exact: true })

  await test.step('the summary gets the focus, and links to the fields', async () => {
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await keys.activate(button(page, nextLabels.personal))
    await expect(summary).toBeFocused()
    for (const [message, field] of [
      ['ID number is required', identification.getByLabel('ID Number')],
      ['Date of birth is required', birth.getByLabel('Day')],
      ['Salutation is required', about.getByLabel('Salutation')],
    ] as const) {
      await keys.activate(summary.getByRole('link', { name: message }), {
        back: message !== 'ID number is required',
      })
      await expect(field).toBeFocused()
    }
  })

  await keys.to(identification.getByLabel('ID Number'), { back: true })
  await keys.type(identification.getByLabel('ID Number'), '8001015009087')
  await test.step('the number chooses the document and fills in other answers', async () => {
    await expect(identification.getByLabel('ID Document Type')).toHaveValue('id')
    await expect(birth.getByLabel('Year')).toHaveValue('1980')
    await expect(identification.getByLabel('ID Number')).toBeFocused()
  })
  await keys.select(about.getByLabel('Salutation'), 'Ms')
  await keys.type(about.getByLabel('Full Name'), 'Lindiwe Mokoena')
  await keys.select(about.getByLabel('Highest Education'), 'Diploma')
  await keys.choose(group(about, 'Do you smoke?'), 'Yes')
  await keys.select(family.getByLabel('Marital Status'), 'Married')
  await keys.choose(group(family, 'Marriage Type'), 'ANC with Accrual')
  await keys.choose(group(family, 'Do you have children?'), 'Yes')
  await keys.select(family.getByLabel('How many children?'), '1')
  await keys.type(child.getByLabel('Full Name'), 'Thabo Mokoena')
  await keys.type(child.getByLabel('ID Number'), '1203045009081')
  await keys.type(page.getByRole('textbox', { name: 'Mobile Number' }), '0821234567')
  await keys.activate(button(page, nextLabels.personal))
}

async function answerAddress({ page, keys }: Traversal): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByLabel('Country')).toHaveValue('South Africa')
  await keys.type(main.getByLabel('Address Line 1'), '12 Kloof Street')
  await keys.type(main.getByLabel('City'), 'Cape Town')
  await keys.select(main.getByLabel('State/Province'), 'Western Cape')
  await keys.type(main.getByLabel('Postal Code'), '8001')
  // Enter in a field submits the form.
  await keys.press('Enter')
}

async function answerEmployment({ page, keys }: Traversal): Promise<void> {
  const main = page.getByRole('main')
  await keys.type(main.getByLabel('Occupation', { exact: true }), 'Teacher')
  await keys.type(main.getByLabel('Annual Income'), '480000.50')
  await uploadPayslips({ page, keys })
  await keys.type(main.getByLabel('Tax Income Number'), '0001339050')
  await expect(main.getByLabel('Annual Income')).toHaveValue('480 000.50')
  await keys.type(main.getByLabel('Medical Aid Company'), 'Bonitas')
  await keys.type(main.getByLabel('Medical Aid Plan'), 'BonSave')
  await keys.choose(group(main, 'Do you have a will?'), 'No')
  await keys.activate(button(page, nextLabels.employment))
}

/** Dialogs of a file's row return the focus to their opener. */
async function uploadPayslips({ page, keys }: Traversal): Promise<void> {
  const march = await realFile('march', 'application/pdf')
  const april = await realFile('april', 'image/png')
  const files = fileList(page, 'Payslips')

  await test.step('files are chosen, looked at and removed', async () => {
    const chooser = await keys.browse(uploadButton(page, 'Payslips'))
    await chooser.setFiles([march, april])
    await expectUploaded(page, 'Payslips', [march.name, april.name])
    await expect(uploadButton(page, 'Payslips')).toBeFocused()

    const preview = button(files, `Preview ${april.name}`)
    await keys.activate(preview)
    await expect(page.getByRole('dialog', { name: april.name })).toBeVisible()
    await keys.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(preview).toBeFocused()

    const remove = button(files, `Remove ${march.name}`)
    await keys.to(remove, { back: true })
    await keys.press('Space')
    await expectNotification(page, 'File removed', 'Payslip has been removed from your application.')
    await expect(uploadButton(page, 'Payslips')).toBeFocused()
    await keys.press('F8')
    await keys.activate(button(notification(page, 'File removed'), 'Undo'))
    await expectUploaded(page, 'Payslips', [march.name, april.name])
    await keys.press('F8')
    await keys.activate(button(notification(page, 'File restored'), 'Close notification'))
    await keys.to(remove)
    await keys.press('Enter')
    await expect(remove).toHaveCount(0)
    await keys.press('F8')
    await keys.activate(button(notification(page, 'File removed'), 'Close notification'))
    await expectUploaded(page, 'Payslips', [april.name])
  })
}

async function answerAmounts({ page, keys }: Traversal): Promise<void> {
  const answer = async (title: string, label: string, text: string) => {
    await keys.activate(holding(page, title, label), { key: 'Space' })
    await keys.type(amountField(page, title, label), text)
  }
  await answer('Liquid Assets', 'Savings Accounts', '120000')
  await answer('Property', 'Primary Residence', '2450000')
  await keys.activate(page.getByRole('checkbox', { name: 'None of the others' }), { key: 'Space' })
  await keys.activate(button(page, nextLabels.assets))
  await arriveAt(page, 'liabilities')
  await answer('Bonds & Property Loans', 'Primary Residence Bond', '1320000')
  // Next asks once about groups without an answer; pressing it again continues.
  await keys.activate(button(page, nextLabels.liabilities))
  await expect(page.getByRole('alert').filter({ hasText: 'answered yet' })).toBeVisible()
  await keys.activate(button(page, nextLabels.liabilities))
}

async function returnLetter({ page, keys }: Traversal): Promise<void> {
  const download = page.waitForEvent('download')
  // Not Space: Chromium opens no file chooser by keyboard after a script-initiated download.
  await keys.activate(button(page, 'Download FAIS letter'))
  expect((await download).suggestedFilename()).toBe('FAIS_Disclosure_Letter.pdf')

  const signed = await realFile('signed', 'application/pdf')
  const chooser = await keys.browse(uploadButton(page, 'Signed FAIS document'))
  await chooser.setFiles([signed])
  await expect(page.getByText('FAIS Document Uploaded Successfully!')).toBeVisible()
  await keys.activate(button(page, nextLabels.documents))
}

async function reviewAndSubmit({ page, keys }: Traversal): Promise<void> {
  await test.step('a part is edited, and saved back to the review', async () => {
    await keys.activate(button(page, 'Edit Address'))
    await arriveAt(page, 'address')
    await keys.type(page.getByLabel('City'), 'Gqeberha')
    await keys.activate(button(page, 'Save & Back to Review'))
    await arriveAt(page, 'review')
    await expect(section(page, 'Address')).toContainText('Gqeberha')
  })

  const boxes = section(page, 'Terms').getByRole('checkbox')
  for (const box of await boxes.all()) {
    await keys.activate(box, { key: 'Space' })
    await expect(box).toBeChecked()
  }
  await keys.activate(button(page, nextLabels.review))
}

test('a client completes the whole application by keyboard alone', async ({ page, product }) => {
  const manager = await addManager(product.context)
  const client = await addClient(product.context, { manager })
  const keys = new Keyboard(page)
  const traverse = { page, keys }

  await test.step('signing in', async () => {
    await page.goto('/')
    await expect(heading(page, 'personal')).toHaveCount(0)
    await keys.type(page.getByLabel('Email Address'), client.username)
    await keys.type(page.getByLabel('Password', { exact: true }), client.password)
    await expect(button(page, 'Sign In')).toBeEnabled()
    await keys.press('Enter')
    await expectStep(page, 'personal')
  })

  await test.step('the first stop leads past the header; notifications are at F8', async () => {
    await expectNotification(page, 'Welcome back!', 'You have been successfully logged in.')
    await keys.press('F8')
    const notifications = page.getByRole('region', { name: 'Notifications' })
    await expect(notifications.getByRole('list')).toBeFocused()
    await keys.activate(button(notifications, 'Close notification'))
    await expect(notifications.getByRole('listitem')).toHaveCount(0)

    await page.reload()
    await expectStep(page, 'personal')
    await keys.activate(page.getByRole('link', { name: 'Skip to the content' }))
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('Personal Details', () => answerPersonal(traverse))
  await arriveAt(page, 'address')
  await test.step('Address', () => answerAddress(traverse))
  await arriveAt(page, 'employment')
  await test.step('Back', async () => {
    await keys.activate(button(page, 'Back'))
    await arriveAt(page, 'address')
    await keys.activate(button(page, nextLabels.address))
    await arriveAt(page, 'employment')
  })
  await test.step('Employment', () => answerEmployment(traverse))
  await arriveAt(page, 'net-worth-intro')
  await keys.activate(button(page, nextLabels['net-worth-intro']))
  await arriveAt(page, 'assets')
  await test.step('Assets and Liabilities', () => answerAmounts(traverse))
  await arriveAt(page, 'documents')
  await test.step('Documents', () => returnLetter(traverse))
  await arriveAt(page, 'review')
  await test.step('Review', () => reviewAndSubmit(traverse))
  await arriveAt(page, 'success')

  const { status, answers, documents, confirmed } = await readStored(product.context, client.id)
  expect(status).toBe('submitted')
  expect(confirmed).toEqual(['accurate', 'brokerReview', 'terms'])
  expect(documents.map(({ name }) => name).toSorted()).toEqual(['april.png', 'signed.pdf'])
  expect(answers).toMatchObject({
    salutation: 'ms',
    fullName: 'Lindiwe Mokoena',
    dateOfBirth: '1980-01-01',
    highestEducation: 'diploma',
    smoker: true,
    maritalStatus: 'married',
    marriageType: 'anc_accrual',
    childrenDetails: [{ fullName: 'Thabo Mokoena', idNumber: '1203045009081' }],
    nationality: 'za',
    idDocumentType: 'id',
    issuingCountry: 'za',
    mobileNumber: '+27821234567',
    country: 'South Africa',
    city: 'Gqeberha',
    annualIncome: '480000.50',
    hasWill: false,
    assets: { savingsAccounts: 120_000, stocks: 0, pensionFunds: 0, primaryResidence: 2_450_000 },
    liabilities: { primaryResidenceBond: 1_320_000 },
  })

  await keys.activate(button(page, 'Return to Login'))
  await expect(page).toHaveURL('/auth')
})
