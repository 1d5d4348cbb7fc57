import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, notification } from '#test/support/e2e/forms.ts'
import { fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { expectStep, nextLabels } from '#test/support/e2e/wizard.ts'
import { chooseFiles, expectUploaded } from '#test/support/e2e/uploads.ts'
import { makeLockedPdf } from '#test/support/locked-pdfs.ts'

const PHONE = { width: 390, height: 844 }

test('a locked PDF is opened with the ID number, and the notification is below the header', async ({
  page,
  product,
  watch,
}) => {
  watch.expect(422, '/api/payslip-uploads')
  await page.setViewportSize(PHONE)
  await sit(page, product, { answers: { ...fullAnswers, idNumber: '8001015009087' } })
  await openAt(page, 'employment')
  const name = 'Payslip October 2026.pdf'
  await chooseFiles(page, 'Payslips', [{ name, mimeType: 'application/pdf', buffer: await makeLockedPdf() }])
  await button(page, 'Try my ID number').click()
  await expectUploaded(page, 'Payslips', [name])
  const toast = await notification(page, 'Upload successful').boundingBox()
  const header = await page.getByRole('banner').boundingBox()
  expect(toast?.y).toBeGreaterThanOrEqual(header?.height ?? Infinity)
  expect(toast?.y).toBeLessThan(PHONE.height / 2)
})

test('"No" answers both questions about medical aid, and "Yes" brings back what was typed', async ({
  page,
  product,
}) => {
  const client = await sit(page, product, {
    answers: { ...fullAnswers, medicalAidCompany: null, medicalAidPlan: null },
  })
  await openAt(page, 'employment')
  const question = page.getByRole('group', { name: 'Do you have medical aid?' })
  const company = page.getByLabel('Medical Aid Company')
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0)
  await company.fill('Bonitas')
  await expect(question.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await expect(page.locator('datalist option', { hasText: 'Bonitas' })).toHaveCount(1)
  await question.getByRole('radio', { name: 'No' }).check()
  await expect(company).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  await expect
    .poll(async () => (await readStored(product.context, client.id)).answers)
    .toMatchObject({ medicalAidCompany: 'None', medicalAidPlan: 'None' })
  await question.getByRole('radio', { name: 'Yes' }).check()
  await expect(company).toHaveValue('Bonitas')
})

test('the page for verifying says that a file is no PDF, without sending it', async ({ page }) => {
  await page.goto('/verify')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, 'Choose a file').click(),
  ])
  await chooser.setFiles([{ name: 'Letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('a text') }])
  await expect(page.getByText('Letter.pdf is not a PDF')).toBeVisible()
})

test('a home under review shows no mark of success', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers, status: 'under_review', submittedAt: new Date() })
  await page.goto('/')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your application is being reviewed' }),
  ).toBeVisible()
  await expect(page.locator('main > div > svg')).toHaveCount(0)
})

test('the progress shows what is complete, and opens the steps that were visited', async ({
  page,
  product,
}) => {
  await sit(page, product, { answers: { ...fullAnswers, city: null } })
  await openAt(page, 'employment')
  const steps = page.getByRole('navigation', { name: 'Application Progress' })
  await expect(steps.getByRole('listitem').filter({ hasText: '(completed)' })).toHaveText([
    'Personal Details (completed)',
    'Employment (completed)',
    'Net Worth (completed)',
    'Liabilities (completed)',
  ])
  expect(await findViolations(page)).toEqual([])
  await button(steps, 'Address').click()
  await expectStep(page, 'address')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByLabel('City', { exact: true }).fill('Durban')

  await page.setViewportSize(PHONE)
  await steps.getByRole('button', { name: /show all steps/u }).click()
  await expect(button(steps, 'Complete')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  await steps.getByRole('button', { name: /^Employment/u }).click()
  await expectStep(page, 'employment')
  await steps.getByRole('button', { name: /show all steps/u }).click()
  await expect(steps.getByRole('listitem').filter({ hasText: 'Address' })).toHaveText('Address (completed)')
})

test('groups without an answer are asked about once, and “None of these” answers all of them', async ({
  page,
  product,
}) => {
  await sit(page, product, { answers: { ...fullAnswers, liabilities: {} } })
  await openAt(page, 'liabilities')
  const next = button(page, nextLabels.liabilities)
  await next.click()
  const asking = page.getByRole('alert').filter({ hasText: 'answered yet' })
  await expect(asking).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'None of these' }).check()
  await expect(asking).toHaveCount(0)
  await next.click()
  await expectStep(page, 'documents')
})
