import { randomUUID } from 'node:crypto'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, notification } from '#test/support/e2e/forms.ts'
import { addManager } from '#test/support/e2e/people.ts'
import { expectLowRow } from '#test/support/e2e/screenshot.ts'
import {
  addToBook,
  applicationsTable,
  dialog,
  expectNames,
  handInPictures,
  openAsManager,
  openTopic,
  part,
  rowOf,
  expectWholeColumns,
  toggleStatus,
} from '#test/support/e2e/staff.ts'

test('a wealth manager sees their own clients, and invites another', async ({ page, product }) => {
  const manager = await addManager(product.context, { letter: false })
  const other = await addManager(product.context, { letter: false })
  await addToBook(product, { fullName: 'Someone Else', username: 'else@people.example', manager: other })
  await openAsManager(page, manager)
  await expect(page.getByText('No clients yet. Invite your first one.')).toBeVisible()

  await test.step('an invited client is assigned to them', async () => {
    await button(page, 'Invite New Client').click()
    const form = dialog(page, 'Invite New Client')
    await expect(form).toContainText('The client is assigned to you automatically.')
    await expect(form.getByLabel('Assign Wealth Manager')).toHaveCount(0)
    await expect(button(form, 'Create User')).toBeDisabled()
    await form.getByLabel('Email Address').fill('fikile.dube@people.example')
    await form.getByLabel('Full Name').fill('Fikile Dube')
    await button(form, 'Create User').click()
    await expect(notification(page, 'User Created Successfully')).toContainText('fikile.dube@people.example')
    await button(dialog(page, 'The account is ready'), 'Done').click()
    await button(page, 'Invite New Client').click()
    await expect(button(form, 'Create User')).toBeDisabled()
    await button(form, 'Cancel').click()
    await expectNames(page, ['Fikile Dube'])
    await expect(page.getByRole('definition')).toHaveText(['0', '1'])
  })

  await test.step('counts and columns', async () => {
    await addToBook(product, {
      fullName: 'Zanele Dube',
      username: 'zanele.dube@people.example',
      manager,
      status: 'submitted',
      submittedAt: new Date('2026-03-02T08:00:00Z'),
    })
    await page.reload()
    await expect(page.getByRole('term').filter({ hasText: 'New Applications' })).toBeVisible()
    await expect(page.getByRole('definition').first()).toHaveText('1')
    await expect(page.getByRole('definition').nth(1)).toHaveText('2')
    await expect(applicationsTable(page).getByRole('columnheader')).toHaveText([
      'Select all 2',
      'Client Name',
      'Email',
      'Status',
      'Net Worth',
      'Submitted',
      'Phone',
      'Waiting for',
      'Review',
    ])
    await expectNames(page, ['Zanele Dube', 'Fikile Dube'])
    await expectLowRow(rowOf(page, 'Zanele Dube'))
    await expect(rowOf(page, 'Zanele Dube').getByRole('cell')).toHaveText([
      'Select Zanele Dube',
      'Zanele Dube',
      'zanele.dube@people.example',
      'Submitted',
      'R 1 541 750',
      '2 Mar 2026',
      '+27 82 123 4567',
      /^Us, \d+ days, late$/u,
      'Review Zanele Dube',
    ])
    await expect(rowOf(page, 'Fikile Dube')).toContainText('Client, today')
    await expectWholeColumns(page, 'Client Name, Email, Status, Net Worth, Submitted, Phone, Review')
    await toggleStatus(page, 'Rejected')
    await expect(page.getByText('No applications with status Rejected.')).toBeVisible()
  })
})

test('a wealth manager reviews application after application', async ({ page, product }) => {
  const manager = await addManager(product.context, { letter: false })
  const submitted = { manager, status: 'submitted' } as const
  const first = await addToBook(product, {
    ...submitted,
    fullName: 'Zanele Dube',
    username: 'zanele.review@people.example',
    submittedAt: new Date('2026-03-02T08:00:00Z'),
    // Its last digit is wrong.
    answers: { idNumber: '8001015009088' },
  })
  await addToBook(product, {
    ...submitted,
    fullName: 'Yusuf Adams',
    username: 'yusuf.review@people.example',
    submittedAt: new Date('2026-02-02T08:00:00Z'),
  })
  await handInPictures(product, first)
  await openAsManager(page, manager, '/wealth-manager?status=submitted')
  await page.getByRole('link', { name: 'Review Zanele Dube' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  const actions = page.locator('[data-action]')
  const facts = page.locator('[data-decision]')
  await expect(heading).toHaveText('Zanele Dube')
  await expect(actions).toHaveText(['Start Review', 'Approve', 'Reject'])

  await test.step('its documents are beside it', async () => {
    const shown = part(page, 'Document preview').getByRole('img')
    await expect(shown).toHaveAccessibleName('Uploaded file Payslip March.png')
    await page.keyboard.press('o')
    await expect(shown).toHaveAccessibleName('Uploaded file Payslip April.png')
    await openTopic(page, 'All answers')
    await button(page, 'Pension fund.png').click()
    await expect(shown).toHaveAccessibleName('Uploaded file Pension fund.png')
    await page.keyboard.press('o')
    await expect(shown).toHaveAccessibleName('Uploaded file Payslip March.png')
  })

  await test.step('what is left is in one list, which leads there; the specified sections are in order', async () => {
    const parts = page.getByRole('main').getByRole('heading', { level: 3 })
    await expect(parts.first()).toHaveText('Personal Information')
    await expect(button(page, 'Approve')).toBeInViewport({ ratio: 1 })
    await button(page, 'Still to do 3').click()
    const left = page.getByRole('region', { name: 'Still to do 3' })
    await expect(left.getByRole('listitem')).toHaveText([
      'ID Number',
      'Income and tax: to check',
      'Pension and provident: to check',
    ])
    await left.getByRole('button', { name: 'ID Number' }).click()
    await expect(part(page, 'To check')).toContainText('ID Number 800101 5009 088')
  })

  await test.step('its review is started, and it is approved by keyboard', async () => {
    await button(page, 'Start Review').click()
    await expect(facts).toContainText('Under Review')
    await expect(actions).toHaveText(['Approve', 'Reject'])
    await expect(page.locator(':focus')).toHaveText('Under Review')
    await page.keyboard.press('Alt+KeyA')
    await expect(dialog(page, 'Approve').getByRole('article')).toContainText('Your application is approved')
    await page.keyboard.press('Enter')
    await expect(facts).toContainText('Approved')
    await expect(notification(page, 'Application Status Updated').first()).toBeVisible()
    await expect(actions).toHaveCount(0)
  })

  await test.step('the next waiting application opens, and is rejected with a reason', async () => {
    await page.getByRole('link', { name: 'Next waiting: Yusuf Adams' }).press('Enter')
    await expect(heading).toHaveText('Yusuf Adams')
    await expect(heading).toBeFocused()
    await expect(part(page, 'Document preview')).toContainText('No documents have been uploaded.')
    await button(page, 'Reject').click()
    const question = dialog(page, 'Reject')
    await button(question, 'Reject').click()
    const reason = question.getByLabel('Reason')
    await expect(reason).toHaveAccessibleDescription(/Please give a reason/u)
    await reason.fill('Income could not be verified')
    await expect(question.getByRole('article')).toContainText('Income could not be verified')
    await button(question, 'Reject').click()
    await expect(facts).toContainText('Rejected')
    await openTopic(page, 'History')
    await expect(part(page, 'Timeline')).toContainText('Income could not be verified')
    await expect(part(page, 'Timeline')).toContainText('Submitted → Rejected')
  })

  await test.step('and back to the list, as it was filtered', async () => {
    await page.getByRole('link', { name: 'Back to your clients' }).click()
    await expect(page).toHaveURL('/wealth-manager?status=submitted')
  })
})

test("another manager's application looks as if there were none", async ({ page, product, watch }) => {
  const manager = await addManager(product.context, { letter: false })
  const other = await addManager(product.context, { letter: false })
  const foreign = await addToBook(product, {
    fullName: 'Not Theirs',
    username: 'not.theirs@people.example',
    manager: other,
    status: 'submitted',
  })
  const alert = page.getByRole('main').getByRole('alert')
  const texts: string[] = []
  await openAsManager(page, manager)
  for (const id of [foreign.applicationId, randomUUID()]) {
    watch.expect(404, `/api/admin/applications/${id}`)
    await page.goto(`/wealth-manager/review?application=${id}`)
    await expect(alert).toContainText('This application could not be loaded')
    texts.push(await alert.innerText())
  }
  expect(texts[0]).toBe(texts[1])
})
