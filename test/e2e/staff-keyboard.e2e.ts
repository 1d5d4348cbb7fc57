import { eq } from 'drizzle-orm'
import { applications } from '#features/access/schema/tables.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { addManager } from '#test/support/e2e/people.ts'
import {
  addToBook,
  applicationsTable,
  dialog,
  expectDocumentShown,
  openTopic,
  expectNames,
  handInPictures,
  openAsAdmin,
  openAsManager,
  part,
  rowOf,
  statusFilter,
} from '#test/support/e2e/staff.ts'

test('an admin finds, opens and decides an application by keyboard only', async ({ page, product }) => {
  const submitted = { status: 'submitted' } as const
  const client = await addToBook(product, {
    ...submitted,
    fullName: 'Keabetswe Ramogale',
    username: 'keabetswe@tastatur.example',
  })
  await handInPictures(product, client)
  await addToBook(product, { ...submitted, fullName: 'Aviwe Ramogale', username: 'aviwe@tastatur.example' })
  await addToBook(product, { fullName: 'Draft Ramogale', username: 'draft@tastatur.example' })
  await openAsAdmin(page, product)
  const keys = new Keyboard(page)

  await test.step('searches, filters, sorts', async () => {
    await keys.type(page.getByRole('searchbox', { name: 'Search' }), 'ramogale')
    await expectNames(page, ['Draft Ramogale', 'Aviwe Ramogale', 'Keabetswe Ramogale'])
    const filter = statusFilter(page)
    await keys.activate(filter)
    await keys.to(page.getByRole('checkbox', { name: /^Submitted \(/u }))
    await keys.press('Space')
    await keys.press('Escape')
    await expect(filter).toHaveText('Status Submitted')
    await expect(filter).toBeFocused()
    await expectNames(page, ['Aviwe Ramogale', 'Keabetswe Ramogale'])
    const header = button(applicationsTable(page), 'Client')
    await keys.activate(header)
    await keys.activate(header, { key: 'Space' })
    await expectNames(page, ['Keabetswe Ramogale', 'Aviwe Ramogale'])
    await expect(header).toBeFocused()
  })

  const view = button(page, 'View Keabetswe Ramogale')
  const summary = dialog(page, 'Application Summary')
  await test.step('opens it, and looks at everything', async () => {
    await keys.activate(view)
    await expect(part(summary, 'Personal Information')).toBeVisible()
    await keys.activate(button(summary, 'Show All Details'), { key: 'Space' })
    await expect(part(summary, 'System Information')).toContainText(client.applicationId)
    const file = button(summary, 'Payslip March.png')
    await keys.activate(file, { back: true })
    await expect(dialog(page, 'Payslip March.png').getByRole('img')).toBeVisible()
    await keys.press('Escape')
    await expect(file).toBeFocused()
  })

  await test.step('changes the status, with a reason', async () => {
    await keys.activate(button(summary, 'Mark Onboarded'), { back: true })
    const question = dialog(page, 'Mark Onboarded')
    await expect(question.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type('Signed on paper at the branch')
    await keys.activate(button(question, 'Mark Onboarded'))
    await expectNotification(page, 'Status Updated', 'Application status has been successfully updated.')
    await expect(page.locator(':focus')).toHaveText('Onboarded')
    await expect(part(summary, 'Application Status')).toContainText('Signed on paper at the branch')
  })

  await test.step('and closes it, back where they were', async () => {
    await keys.press('Escape')
    await expect(summary).toBeHidden()
    await expect(view).toBeFocused()
    await expect(rowOf(page, 'Keabetswe Ramogale')).toContainText('Onboarded')
    // A year passes.
    await product.context.database.db
      .update(applications)
      .set({ onboardedAt: new Date(Date.now() - 360 * 86_400_000) })
      .where(eq(applications.id, client.applicationId))
    await keys.activate(page.getByRole('link', { name: 'Annual Reviews' }), { back: true })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Annual Reviews')
  })

  await test.step('notifies the client of the review', async () => {
    const tick = page.getByRole('checkbox', { name: 'Select Keabetswe Ramogale' })
    await keys.activate(tick, { key: 'Space' })
    await expect(tick).toBeChecked()
    await keys.activate(button(page, 'Notify for Annual Review (1)'), { back: true })
    await expect(dialog(page, 'Notify for Annual Review').getByRole('article')).toContainText(
      'Your annual review is due',
    )
    await keys.press('Enter')
    await expectNotification(page, 'Notifications Sent', '1 email recorded (this demo does not send email).')
  })
})

test('a wealth manager moves through applications with the documented shortcuts', async ({
  page,
  product,
}) => {
  const manager = await addManager(product.context, { letter: false })
  const submitted = { manager, status: 'submitted' } as const
  const first = await addToBook(product, {
    ...submitted,
    fullName: 'Zodwa Keys',
    username: 'zodwa@tastatur.example',
    submittedAt: new Date('2026-03-02T08:00:00Z'),
  })
  await handInPictures(product, first)
  await addToBook(product, {
    ...submitted,
    fullName: 'Yanga Keys',
    username: 'yanga@tastatur.example',
    submittedAt: new Date('2026-02-02T08:00:00Z'),
  })
  await openAsManager(page, manager)
  const keys = new Keyboard(page)
  const heading = page.getByRole('heading', { level: 1 })
  const facts = page.locator('[data-decision]')

  await keys.activate(page.getByRole('link', { name: 'Review Zodwa Keys' }))
  await expect(heading).toHaveText('Zodwa Keys')

  await test.step('documents, next, previous', async () => {
    await expectDocumentShown(page, 'Payslip March.png')
    await keys.press('o')
    await expectDocumentShown(page, 'Payslip April.png')
    await keys.press('Alt+KeyN')
    await expect(heading).toHaveText('Yanga Keys')
    await expect(heading).toBeFocused()
    await keys.press('Alt+KeyP')
    await expect(heading).toHaveText('Zodwa Keys')
  })

  await test.step('approves one', async () => {
    await keys.press('Alt+KeyA')
    await keys.press('Enter')
    await expect(facts).toContainText('Approved')
    await expect(page.locator(':focus')).toHaveText('Approved')
  })

  await test.step('rejects another, with a reason, and no key does anything behind the question', async () => {
    await keys.press('Alt+KeyN')
    await expect(heading).toHaveText('Yanga Keys')
    await keys.activate(button(page, 'Reject'))
    const question = dialog(page, 'Reject')
    await expect(question.getByLabel('Reason')).toBeFocused()
    await keys.press('Alt+KeyA')
    await page.keyboard.type('No proof of income')
    await keys.activate(button(question, 'Reject'))
    await expect(facts).toContainText('Rejected')
    await openTopic(page, 'History')
    await expect(part(page, 'Timeline')).toContainText('No proof of income')
  })

  await test.step('and goes back to the list', async () => {
    await keys.activate(page.getByRole('link', { name: 'Back to your clients' }), { back: true })
    await expect(page).toHaveURL('/wealth-manager')
    await expect(rowOf(page, 'Yanga Keys')).toContainText('Rejected')
  })
})
