import type { Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { pressInHeader } from '#test/support/e2e/header.ts'
import { button, expectNotification, notification, section } from '#test/support/e2e/forms.ts'
import { realFile } from '#test/support/e2e/journey/journey.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { widthBeyond } from '#test/support/e2e/screenshot.ts'
import { fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import {
  chooseFiles,
  expectUploaded,
  fileList,
  openUploader,
  uploadButton,
  type GivenFile,
} from '#test/support/e2e/uploads.ts'
import { expectStep, goOn, heading, nextLabels } from '#test/support/e2e/wizard.ts'
import { makeLockedPdf, PASSWORD } from '#test/support/locked-pdfs.ts'

const PAYSLIPS = 'Payslips'
const REGISTER = '/api/payslip-uploads'
const PHONE = { width: 390, height: 844 }

test.use({ viewport: PHONE })

async function lockedSlip(name: string): Promise<GivenFile> {
  return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: await makeLockedPdf() }
}

/** The password form of a file. */
function asked(page: Page, { name }: GivenFile) {
  const box = page.getByRole('group', { name: `Password for ${name}` })
  return {
    box,
    field: box.getByLabel('File password', { exact: true }),
    open: box.getByRole('button', { name: /^(?:Unlock|Opening)/u }),
    another: button(box, 'Choose a different file'),
  }
}

async function expectSound(page: Page): Promise<void> {
  // Sticky headers cover nothing there.
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await findViolations(page)).toEqual([])
  expect(await widthBeyond(page)).toBe(0)
}

test.beforeEach(({ watch }) => watch.expect(422, REGISTER))

test('a locked payslip asks for its password at once, says where one is wrong, and is opened: by keyboard alone', async ({
  page,
  product,
}) => {
  const client = await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'employment')
  const keys = new Keyboard(page)
  const slip = await lockedSlip('Payslip October 2026')
  const { field, open } = asked(page, slip)
  await openUploader(page, PAYSLIPS)
  await (await keys.browse(uploadButton(page, PAYSLIPS))).setFiles([slip])
  await expectNotification(page, 'Password needed', `${slip.name} needs a password.`)
  await expect(fileList(page, PAYSLIPS)).toContainText('Password needed')
  await expect(uploadButton(page, PAYSLIPS)).toBeFocused()
  await button(notification(page, 'Password needed'), 'Close notification').click()
  await expectSound(page)

  await test.step('none, and a wrong one', async () => {
    await keys.activate(open)
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(/Error: Please enter the password for this file\./u)
    await keys.type(field, '8001015009088')
    await keys.press('Enter')
    await expect(field).toHaveAccessibleDescription(/Error: That password didn’t work\./u)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('8001015009088')
    await expectSound(page)
    await expectStep(page, 'employment')
  })

  await test.step('the right one', async () => {
    await keys.type(field, PASSWORD)
    await keys.activate(open)
    await expectNotification(page, 'Upload successful', '1 payslip(s) uploaded successfully.')
    await expectUploaded(page, PAYSLIPS, [slip.name])
    await expect(page.getByRole('group', { name: PAYSLIPS, exact: true })).toBeFocused()
    await keys.to(button(fileList(page, PAYSLIPS), `Preview ${slip.name}`))
  })
  const [stored] = (await readStored(product.context, client.id)).documents
  expect(stored?.name).toBe(slip.name)
})

test('another file can be sent in its place', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'employment')
  const slip = await lockedSlip('Payslip October 2026')
  const plain = await realFile('Payslip as printed', 'application/pdf')
  await chooseFiles(page, PAYSLIPS, [slip])
  const chooser = page.waitForEvent('filechooser')
  await asked(page, slip).another.click()
  await (await chooser).setFiles([plain])
  await expectUploaded(page, PAYSLIPS, [plain.name])
})

test('leaving a page with a locked file asks for confirmation', async ({ page, product }) => {
  const client = await sit(page, product, {
    answers: fullAnswers,
    handedIn: ['pensionBenefits', 'signedFais'],
  })
  await openAt(page, 'employment')
  const slip = await lockedSlip('Payslip October 2026')
  const { box, field } = asked(page, slip)
  await chooseFiles(page, PAYSLIPS, [slip])
  await expect(field).toBeVisible()
  const question = page.getByRole('alertdialog', { name: 'A file is still waiting for its password' })

  await test.step('signing out', async () => {
    await pressInHeader(page, 'Save & Sign Out')
    await expect(question).toContainText('If you sign out now, the file will be lost.')
    expect(await findViolations(page)).toEqual([])
    await button(question, 'Go back').click()
    await expect(question).toHaveCount(0)
    await expectStep(page, 'employment')
  })

  await test.step('continuing: the review shows it, with the heading focused', async () => {
    await field.fill('8001015009088')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(/Error: /u)
    for (const step of ['employment', 'net-worth-intro', 'assets', 'liabilities', 'documents'] as const) {
      await goOn(page, step)
    }
    await expect(heading(page, 'review')).toBeFocused()
    await expect(section(page, 'Documents Status')).toContainText('Password needed')
    await expectSound(page)
  })

  for (const statement of await section(page, 'Terms').getByRole('checkbox').all()) await statement.check()
  await test.step('submitting', async () => {
    await button(page, nextLabels.review).click()
    await expect(question).toContainText('If you submit now, it won’t be part of your application')
    await button(question, 'Go back').click()
    await expectStep(page, 'review')
  })

  await test.step('typed there it is a part of the application, and there is nothing to ask', async () => {
    await field.fill(PASSWORD)
    await field.press('Enter')
    await expect(box).toHaveCount(0)
    await expect(section(page, 'Documents Status')).toContainText(slip.name)
    await expect(button(page, 'Manage Payslips')).toBeFocused()
    await button(page, nextLabels.review).click()
    await expectStep(page, 'success')
  })
  const { documents } = await readStored(product.context, client.id)
  expect(documents.map(({ name }) => name)).toContain(slip.name)
})

test('leaving the page asks too, until the user has signed out without it', async ({ page, product }) => {
  const client = await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'employment')
  const slip = await lockedSlip('Payslip October 2026')
  expect(await asksBeforeLeaving(page)).toBe(false)
  await chooseFiles(page, PAYSLIPS, [slip])
  await expect(asked(page, slip).field).toBeVisible()
  expect(await asksBeforeLeaving(page)).toBe(true)
  await pressInHeader(page, 'Save & Sign Out')
  await button(page.getByRole('alertdialog'), 'Sign out anyway').click()
  await expect(page).toHaveURL(/\/auth$/u)
  await expect.poll(() => asksBeforeLeaving(page)).toBe(false)
  expect((await readStored(product.context, client.id)).documents).toEqual([])
})

/** Whether the browser asks before leaving the page. */
function asksBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
}
