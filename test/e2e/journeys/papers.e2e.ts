import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { realFile } from '#test/support/e2e/journey/journey.ts'
import { widthBeyond } from '#test/support/e2e/screenshot.ts'
import { fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { expectStep } from '#test/support/e2e/wizard.ts'
import { chooseFiles, expectUploaded, fileList, uploadButton } from '#test/support/e2e/uploads.ts'

const PAYSLIPS = 'Payslips'
const LETTER = 'Signed FAIS document'

test('a file that was sent says that it is being checked, and can no longer be called back', async ({
  page,
  product,
}) => {
  await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'employment')
  const checked = Promise.withResolvers<void>()
  await page.route('**/api/payslip-uploads', async (route) => {
    await checked.promise
    await route.continue()
  })
  const slip = await realFile('march', 'application/pdf')
  await chooseFiles(page, PAYSLIPS, [slip])
  const row = fileList(page, PAYSLIPS).getByRole('listitem')
  await expect(row).toContainText('Checking...')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  checked.resolve()
  await expectUploaded(page, PAYSLIPS, [slip.name])
})

test('papers are known by their first page, whatever they are', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'employment')
  const given = [await realFile('march', 'application/pdf'), await realFile('april', 'image/png')]
  await chooseFiles(page, PAYSLIPS, given)
  await expectUploaded(
    page,
    PAYSLIPS,
    given.map(({ name }) => name),
  )
  for (const { name } of given) {
    const picture = fileList(page, PAYSLIPS).getByRole('listitem').filter({ hasText: name }).locator('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBeGreaterThan(0)
  }
})

test('the same file twice is accepted, reported, and undone by one press', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'employment')
  const [march, april] = [
    await realFile('march', 'application/pdf', 20_000),
    await realFile('april', 'application/pdf', 20_000),
  ]
  await chooseFiles(page, PAYSLIPS, [march, april])
  await expectUploaded(page, PAYSLIPS, [march.name, april.name])
  const output = page.getByRole('status').filter({ hasText: 'The same file twice?' })
  await expect(output).toContainText('“april.pdf” is the same file as “march.pdf”.')
  expect(await findViolations(page)).toEqual([])
  expect(await widthBeyond(page)).toBe(0)
  await button(output, 'Remove the second file').click()
  await expectUploaded(page, PAYSLIPS, [march.name])
  await expect(output).toHaveCount(0)
  await expect(uploadButton(page, PAYSLIPS)).toBeFocused()
})

test('photos of a phone that is not signed in appear beside the question', async ({
  page,
  product,
  openBrowser,
  watch,
}) => {
  await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'employment')
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }
  await chooseFiles(page, PAYSLIPS, [text])
  const skipped = page.getByRole('group', { name: PAYSLIPS }).getByText(/notes\.txt is not a valid format/u)
  await expect(skipped).toBeVisible()
  await page.getByRole('group', { name: PAYSLIPS }).getByRole('button', { name: 'Use your phone' }).click()
  const shown = page.getByRole('dialog', { name: 'Use your phone' })
  await expect(shown.getByRole('img', { name: /^QR code/u })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const code = await shown.locator('.font-mono').innerText()

  const { page: phone } = await openBrowser()
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto('/phone')
  watch.expect(400, '/api/phone')
  await phone.getByLabel('Code', { exact: true }).fill('K7QM-2XWD-9FHT-4BNC')
  await button(phone, 'Continue').click()
  await expect(phone.getByRole('alert')).toContainText('This code isn’t one of ours.')
  await phone.getByLabel('Code', { exact: true }).fill(code)
  await button(phone, 'Continue').click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Payslip')
  const photo = await realFile('march', 'image/png')
  await phone.locator('input[type=file]').setInputFiles([photo])
  await expect(phone.getByText('Your photo is on your computer.')).toBeVisible()
  expect(await findViolations(phone)).toEqual([])
  expect(await widthBeyond(phone)).toBe(0)

  await expect(shown.getByText('One photo has arrived.')).toBeVisible()
  await button(shown, 'Done').click()
  await expectUploaded(page, PAYSLIPS, [photo.name])
  await expect(skipped).toHaveCount(0)
})

test('a failed FAIS document is listed in the review, until a good one has taken its place', async ({
  page,
  product,
  watch,
}) => {
  await sit(page, product, { answers: fullAnswers, currentStep: 'review' })
  await page.goto('/')
  await expectStep(page, 'review')
  const documents = page.getByRole('region', { name: 'Documents Status' })
  await button(documents, `Manage ${LETTER}`).click()
  watch.expect(415, '/api/fais-uploads')
  const broken = { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF at all') }
  await chooseFiles(page, LETTER, [broken])
  await expect(fileList(page, LETTER)).toContainText('broken.pdf')
  const steps = page.getByRole('navigation', { name: 'Application Progress' })
  await button(steps, 'Review').click()
  await expectStep(page, 'review')
  await expect(documents).toContainText('broken.pdf')
  await button(documents, `Manage ${LETTER}`).click()
  const good = await realFile('signed', 'application/pdf')
  await chooseFiles(page, LETTER, [good])
  await expect(page.getByText('FAIS Document Uploaded Successfully!')).toBeVisible()
  await button(steps, 'Review').click()
  await expectStep(page, 'review')
  await expect(documents).toContainText(good.name)
  await expect(page.getByText('broken.pdf')).toHaveCount(0)
})
