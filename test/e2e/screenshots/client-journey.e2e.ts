import type { Page } from '@playwright/test'
import type { Email } from 'postal-mime'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { withPictures } from '#features/mail/server/outbox-page/present.ts'
import { demoLetterFacts } from '#app/demo/demo-firm.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeFaisLetter } from '#features/signing/server/fais-letter/make-fais-letter.ts'
import { makeFile } from '#test/support/files.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, section } from '#test/support/e2e/forms.ts'
import { linkTo, mailsInOutbox } from '#test/support/e2e/outbox.ts'
import { addManager, addStaff, signIn, type Manager } from '#test/support/e2e/people.ts'
import { onTheWay, widthBeyond } from '#test/support/e2e/screenshot.ts'
import type { Product } from '#test/support/e2e/product.ts'
import {
  expectSigned,
  fillInSignature,
  NAME,
  PASSWORD,
  sealOfTheFirm,
  shownLetter,
} from '#test/support/e2e/signing.ts'
import { openAt } from '#test/support/e2e/sitter.ts'
import { chooseFiles, expectUploaded } from '#test/support/e2e/uploads.ts'
import { expectStep, goOn } from '#test/support/e2e/wizard.ts'

test.use({
  variables: await sealOfTheFirm(),
  viewport: { width: 390, height: 844 },
  hasTouch: true,
})
test.setTimeout(240_000)

const CLIENT = 'thandiwe.nkosi@people.example'
const { emailAddress: _, assets, liabilities, checkedDefaults, ...answers } = completeAnswers(CLIENT)

/** A wealth manager with a realistic letter. */
async function managerWithLetter({ context }: Product): Promise<Manager> {
  const manager = await addManager(context, { fullName: 'Naledi Khumalo', letter: false })
  const bytes = await makeFaisLetter(demoLetterFacts(context.settings, manager, context.now()))
  await makeFaisDocument(context, { managerId: manager.id, bytes })
  return manager
}

/** The latest mail to the client with a subject, once it is sent. */
async function mailAbout(product: Product, subject: RegExp): Promise<Email> {
  const find = async () =>
    (await mailsInOutbox(product, CLIENT)).find((mail) => subject.test(mail.subject ?? ''))
  await expect.poll(find).toBeDefined()
  const mail = await find()
  if (mail === undefined) throw new Error('It was there.')
  return mail
}

test('a client, from the invitation to being onboarded', async ({ page, product, openBrowser }) => {
  const manager = await managerWithLetter(product)
  const { page: office } = await openBrowser()
  await signIn(office.context(), await addStaff(product.context, 'admin'))
  const { page: letters } = await openBrowser()
  await letters.setViewportSize({ width: 390, height: 844 })
  /** Shows a mail's HTML with its embedded images, as a mail program does. */
  const readMail = async (subject: RegExp, time: string) => {
    const mail = await mailAbout(product, subject)
    await letters.setContent(withPictures(mail))
    expect(await widthBeyond(letters)).toBe(0)
    await onTheWay(letters, time)
    return mail
  }

  await test.step('is invited, and signs in', async () => {
    const invited = await office.request.post('/api/send-invitation', {
      data: { email: CLIENT, fullName: NAME, wealthManagerId: manager.id },
    })
    expect(invited.ok()).toBe(true)
    await readMail(/^Your invitation/u, 'invitation')
    await page.goto(await linkTo(product, CLIENT, 'welcome'))
    await onTheWay(page, 'welcome')
    await button(page, 'Open my account').click()
    await page.getByLabel('New Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm New Password', { exact: true }).fill(PASSWORD)
    await expect(page.getByText('Password strength: Strong')).toBeVisible()
    await onTheWay(page, 'own-password')
    await button(page, 'Change Password').click()
    await expectStep(page, 'personal')
  })

  await test.step('starts with personal details', async () => {
    await page.getByText('Before you begin').click()
    await expect(button(page, 'Start')).toBeVisible()
    await onTheWay(page, 'before-you-begin')
    await button(page, 'Start').click()
    const identification = section(page, 'Identification')
    await identification.getByLabel('ID Number').fill('8001015009087')
    await identification.getByLabel('ID Number').blur()
    await expect(identification.getByText('From your ID number').first()).toBeVisible()
    await onTheWay(page, 'id-number', identification)
    await section(page, 'About You').getByLabel('Salutation').selectOption('Ms')
    await section(page, 'Contact').getByLabel('Mobile Number').fill('+27821234567')
    await onTheWay(page, 'about-you', section(page, 'About You'))
    await goOn(page, 'personal')
    await openAt(page, 'address', { ...answers, checkedDefaults })
    await onTheWay(page, 'address')
    await goOn(page, 'address')
  })

  await test.step('uploads a payslip, and enters assets', async () => {
    const payslip = { name: 'Payslip October.pdf', mimeType: 'application/pdf' }
    const buffer = await makeFile('application/pdf')
    await chooseFiles(page, 'Payslips', [{ ...payslip, buffer }])
    await expectUploaded(page, 'Payslips', [payslip.name])
    await onTheWay(page, 'payslip', page.getByLabel('Annual Income'))
    await goOn(page, 'employment')
    await onTheWay(page, 'net-worth')
    await goOn(page, 'net-worth-intro')
    await openAt(page, 'assets', { assets })
    await onTheWay(page, 'assets')
    await goOn(page, 'assets')
    await openAt(page, 'liabilities', { liabilities })
    await onTheWay(page, 'liabilities')
    await goOn(page, 'liabilities')
  })

  await test.step('reads the letter, and signs it', async () => {
    await button(page, 'Read the letter').click()
    await expect(shownLetter(page)).toContainText(/\w{4}/u)
    await onTheWay(page, 'letter', shownLetter(page))
    await fillInSignature(page)
    await onTheWay(page, 'signature', page.getByLabel('Your full name'))
    await button(page, 'Sign the letter').click()
    await expectSigned(page)
    await goOn(page, 'documents')
  })

  await test.step('checks everything, and submits', async () => {
    await onTheWay(page, 'review')
    const terms = section(page, 'Terms')
    for (const statement of await terms.getByRole('checkbox').all()) await statement.check()
    await onTheWay(page, 'terms', terms)
    await button(page, 'Submit Application').click()
    await expectStep(page, 'success')
    // The dates load after the text.
    await expect(page.getByText(/hear from us by/u)).toBeVisible()
    await onTheWay(page, 'home')
    await readMail(/^We’ve received/u, 'received')
  })

  await test.step('follows it until they are onboarded', async () => {
    const { id } = (await (await page.request.get('/api/application')).json()) as { id: string }
    const { page: staffPage } = await openBrowser()
    await signIn(staffPage.context(), manager)
    const moveTo = async (status: string, by: Page = staffPage) => {
      const moved = await by.request.patch(`/api/admin/applications/${id}/status`, { data: { status } })
      expect(moved.ok(), await moved.text()).toBe(true)
      await page.reload()
    }
    await moveTo('under_review')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/review/iu)
    await expect(page.getByText(/^Answer by/u)).toBeVisible()
    await onTheWay(page, 'under-review')
    await moveTo('approved')
    await readMail(/approved/u, 'approved')
    await moveTo('onboarded', office)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/welcome|onboard/iu)
    await onTheWay(page, 'onboarded')
  })
})
