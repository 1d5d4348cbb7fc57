import { findViolations } from '#test/support/e2e/axe.ts'
import type { Locator, Page } from '@playwright/test'
import { nextReviewAt, REVIEW_MONTH_MS } from '#features/applications/rules/annual-reviews.ts'
import { clientStatuses, headingForClient } from '#features/applications/rules/lifecycle/tracker.ts'
import { formatDate, formatShortDate } from '#base/rules/time/dates.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makePdf, makePng } from '#test/support/files.ts'
import { wholeBrowser } from '#test/support/e2e/browser.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification, notification, section } from '#test/support/e2e/forms.ts'
import { mailsInOutbox } from '#test/support/e2e/outbox.ts'
import { addManager, signIn } from '#test/support/e2e/people.ts'
import { standardOffice } from '#test/support/office.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { openAt } from '#test/support/e2e/sitter.ts'
import {
  dialog,
  expectDocumentShown,
  openTopic,
  openAsAdmin,
  openAsManager,
  part,
  rowOf,
} from '#test/support/e2e/staff.ts'
import { chooseFiles, expectUploaded } from '#test/support/e2e/uploads.ts'
import { expectStep, goOn, nextLabels } from '#test/support/e2e/wizard.ts'

test.use({ clockMoves: true, launchOptions: wholeBrowser })
test.setTimeout(360_000)

const HOUR_MS = 3_600_000
const client = { username: 'lindiwe.zungu@people.example', password: 'seven grey cranes over Ceres' }
const NAME = 'Lindiwe Zungu'
const NOTE = 'Sold the flat in Hermanus. Wants to retire in 2041.'

/** @returns the temporary password */
async function invite(page: Page, managerName: string): Promise<string> {
  await button(page, 'New Client Invitation').click()
  const form = dialog(page, 'Create New Client User')
  await form.getByLabel('Email Address').fill(client.username)
  await form.getByLabel('Full Name').fill(NAME)
  const managers = form.getByLabel('Assign Wealth Manager')
  await managers.selectOption({ index: 1 })
  await expect(managers.getByRole('option', { selected: true })).toContainText(managerName)
  await button(form, 'Create User').click()
  await button(notification(page, 'User Created Successfully'), 'Copy').click()
  await expectNotification(page, 'Copied!', 'Login credentials copied to clipboard')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const ready = dialog(page, 'The account is ready')
  await expect(ready).toContainText(client.username)
  await button(ready, 'Done').click()
  return /^Temporary password: (\S+)$/mu.exec(copied)?.[1] ?? ''
}

async function choosePassword(page: Page, temporary: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email Address').fill(client.username)
  await page.getByLabel('Password', { exact: true }).fill(temporary)
  await button(page, 'Sign In').click()
  await page.getByLabel('New Password', { exact: true }).fill(client.password)
  await page.getByLabel('Confirm New Password', { exact: true }).fill(client.password)
  await button(page, 'Change Password').click()
  await expectStep(page, 'personal')
}

/** Uploads a picture and a PDF, and submits. complete-application.e2e.ts covers the answers. */
async function completeAndSubmit(page: Page): Promise<void> {
  await openAt(page, 'employment', { ...completeAnswers(client.username), fullName: NAME })
  const payslip = { name: 'Payslip.png', mimeType: 'image/png', buffer: makePng() }
  await chooseFiles(page, 'Payslips', [payslip])
  await expectUploaded(page, 'Payslips', [payslip.name])
  await openAt(page, 'documents')
  const signed = {
    name: 'Signed.pdf',
    mimeType: 'application/pdf',
    buffer: await makePdf({ text: 'Signed' }),
  }
  await chooseFiles(page, 'Signed FAIS document', [signed])
  await goOn(page, 'documents')
  for (const box of await section(page, 'Terms').getByRole('checkbox').all()) await box.check()
  await button(page, nextLabels.review).click()
  await expectStep(page, 'success')
}

/** The client's row in the list of annual reviews. */
function reviewRow(page: Page): Locator {
  return page.getByRole('table', { name: 'Onboarded clients' }).getByRole('row').filter({ hasText: NAME })
}

const subjects = async (product: Product) =>
  (await mailsInOutbox(product, client.username)).map(({ subject }) => subject ?? '')

test('a client is invited, submits, is reviewed and onboarded, and a year later reviewed again', async ({
  page,
  product,
  openBrowser,
}) => {
  const manager = await addManager(product.context, { fullName: 'Nomsa Radebe' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const admin = await openAsAdmin(page, product)
  const temporary = await test.step('an admin invites', () => invite(page, manager.fullName))

  const theirs = await openBrowser()
  await test.step('the client comes in', () => choosePassword(theirs.page, temporary))
  await test.step('and submits', () => completeAndSubmit(theirs.page))

  await test.step('the manager sees the documents, and approves', async () => {
    const { page: review } = await openBrowser()
    await openAsManager(review, manager)
    await review.getByRole('link', { name: `Review ${NAME}` }).click()
    await expectDocumentShown(review, 'Payslip.png')
    await review.keyboard.press('o')
    await expectDocumentShown(review, 'Signed.pdf')
    await button(review, 'Start Review').click()
    await expect(review.locator('[data-decision]')).toContainText('Under Review')
    await button(review, 'Approve').click()
    await button(dialog(review, 'Approve'), 'Approve').click()
    await expect(review.locator('[data-decision]')).toContainText('Approved')
    await openTopic(review, 'History')
    // The status updates optimistically; the history is loaded from the server.
    await expect(part(review, 'Timeline')).toContainText('Under Review → Approved')
  })

  await test.step('an admin onboards', async () => {
    await button(page, `View ${NAME}`).click()
    const summary = dialog(page, 'Application Summary')
    await button(summary, 'Mark Onboarded').click()
    await button(dialog(page, 'Mark Onboarded'), 'Mark Onboarded').click()
    await expectNotification(page, 'Status Updated', 'Application status has been successfully updated.')
    await expect(part(summary, 'Application Status')).toContainText('Onboarded Date')
    await button(summary, 'Close').click()
    await expect(rowOf(page, NAME)).toContainText('Onboarded')
  })
  const onboarded = new Date()
  const firstReview = formatDate(nextReviewAt(onboarded, standardOffice.annualReview))

  await test.step('the client is notified, and sees when the review is due', async () => {
    await theirs.page.reload()
    await expect(theirs.page.getByRole('main')).toContainText(`Next annual review${firstReview}`)
    await expect
      .poll(() => subjects(product))
      .toEqual([
        'Your invitation to Protea Private Wealth',
        'Your password was changed',
        'We’ve received your application',
        clientStatuses.under_review.heading,
        clientStatuses.approved.heading,
        headingForClient('onboarded', 'Protea Private Wealth'),
      ])
  })

  const comeBack = async (ms: number) => {
    await product.setAhead(ms)
    // Sessions end within a year.
    await signIn(page.context(), admin)
    await page.goto('/admin/annual-reviews')
    await expect(reviewRow(page)).toContainText(formatShortDate(onboarded))
  }
  const figures = page.getByRole('main').locator('dl').first().getByRole('definition')

  await test.step('nothing is due for ten months', async () => {
    await comeBack(10 * REVIEW_MONTH_MS - HOUR_MS)
    await expect(reviewRow(page)).toContainText('9 months')
    await expect(reviewRow(page)).toContainText('Not Due')
    await comeBack(10 * REVIEW_MONTH_MS)
    await expect(reviewRow(page)).toContainText('10 months')
    await expect(reviewRow(page)).toContainText('Upcoming')
    await expect(figures).toHaveText(['1', '0', '1Due within 2 months'])
  })

  await test.step('at twelve it is, and the client is notified by e-mail', async () => {
    await comeBack(12 * REVIEW_MONTH_MS)
    await expect(reviewRow(page).getByText('Due', { exact: true })).toBeVisible()
    await expect(figures).toHaveText(['1', '1', '0Due within 2 months'])
    await page.getByRole('checkbox', { name: `Select ${NAME}` }).check()
    await button(page, 'Notify for Annual Review (1)').click()
    await button(dialog(page, 'Notify for Annual Review'), 'Notify').click()
    await expectNotification(page, 'Notifications Sent', '1 email recorded (this demo does not send email).')
    await expect(reviewRow(page)).toContainText('Notified')
    await expect.poll(() => subjects(product)).toContain('Your annual review is due')
    const mails = await mailsInOutbox(product, client.username)
    const mail = mails.find(({ subject }) => subject === 'Your annual review is due')
    expect(mail?.text).toContain(`Your review is due on ${firstReview}.`)
  })

  const secondReview = formatDate(nextReviewAt(product.context.now(), standardOffice.annualReview))
  await test.step('it is completed with a note, and the next date moves', async () => {
    await button(page, `Review ${NAME}`).click()
    const notes = dialog(page, `Annual reviews: ${NAME}`)
    await button(notes, 'Mark Review Completed').click()
    const completing = dialog(page, 'Mark Review Completed')
    await button(completing, 'Mark Review Completed').click()
    const note = completing.getByLabel('Note')
    await expect(note).toHaveAccessibleDescription(/Please write a note/u)
    expect(await findViolations(page)).toEqual([])
    await note.fill(NOTE)
    await button(completing, 'Mark Review Completed').click()
    await expectNotification(page, 'Review Completed', `The next one is due on ${secondReview}.`)
    await expect(reviewRow(page)).toContainText('Not Due')
    await expect(figures).toHaveText(['1', '0', '0Due within 2 months'])
    await expect(notes).toContainText(`Next review dueon ${secondReview}`)
    await expect(part(notes, 'Completed reviews').getByRole('listitem')).toHaveText([
      new RegExp(`^${NOTE}Ayanda Pule, `, 'u'),
    ])
  })

  await test.step('the client sees the new date', async () => {
    await signIn(theirs.context, client)
    await theirs.page.goto('/')
    await expect(theirs.page.getByRole('main')).toContainText(`Next annual review${secondReview}`)
  })
})
