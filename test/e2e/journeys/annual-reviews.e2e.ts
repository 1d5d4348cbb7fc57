import type { Locator, Page } from '@playwright/test'
import { REVIEW_MONTH_MS } from '#features/applications/rules/annual-reviews.ts'
import { formatShortDate } from '#base/rules/time/dates.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { inHeader, pressInHeader } from '#test/support/e2e/header.ts'
import { mailsInOutbox } from '#test/support/e2e/outbox.ts'
import { addManager, addStaff, signIn } from '#test/support/e2e/people.ts'
import { expectLowRow, widthBeyond } from '#test/support/e2e/screenshot.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { expectSound } from '#test/support/e2e/sound.ts'
import { addToBook, dialog, openAsAdmin, openTopic, part } from '#test/support/e2e/staff.ts'

// Counts include the whole firm, so this file has its own server.
test.use({ variables: { SELF_REGISTRATION: '0', BRAND_FIRM_NAME: 'Reviews of Its Own' } })
test.describe.configure({ mode: 'serial' })

const PATH = '/admin/annual-reviews'
const table = (page: Page) => page.getByRole('table', { name: 'Onboarded clients' })
const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const rows = (page: Page) => table(page).locator('tbody tr')
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const all = (within: Page | Locator) =>
  within.getByRole('checkbox', { name: 'Select all shown', exact: true })
const figures = (page: Page) => page.getByRole('definition')

/** Months since onboarding by first name; the alphabetical order differs. */
const clients = [
  { fullName: 'Anika Botha', months: 12, mobileNumber: '+27821234567' },
  { fullName: 'Zama Nene', months: 1, mobileNumber: null },
  { fullName: null, months: 9, mobileNumber: null },
  { fullName: 'Mpho Sebola', months: 10, mobileNumber: '+27731234567' },
] as const

const addressOf = (fullName: string | null) =>
  `${(fullName ?? 'nameless').split(' ')[0]}@people.example`.toLowerCase()
const onboardedOf = (months: number) => new Date(Date.now() - months * REVIEW_MONTH_MS - 60_000)

async function fillBook(product: Product): Promise<void> {
  for (const { fullName, months, mobileNumber } of clients) {
    const onboardedAt = onboardedOf(months)
    await addToBook(product, {
      fullName,
      username: addressOf(fullName),
      status: 'onboarded',
      createdAt: onboardedAt,
      onboardedAt,
      answers: { mobileNumber, fullName },
    })
  }
  await addToBook(product, { fullName: 'Not Yet', username: 'not.yet@people.example', status: 'approved' })
}

test('before there are any users: no clients, and no wealth manager to assign one to', async ({
  page,
  product,
}) => {
  await openAsAdmin(page, product)
  await expect(page.getByText('No applications yet. Send an invitation to get started.')).toBeVisible()

  await test.step('an invitation needs a wealth manager', async () => {
    await button(page, 'New Client Invitation').click()
    const form = dialog(page, 'Create New Client User')
    const managers = form.getByLabel('Assign Wealth Manager')
    await expect(managers).toBeDisabled()
    await expect(managers.getByRole('option')).toHaveText(['No wealth managers available'])
    await expect(form.getByRole('link', { name: 'System Administration' })).toHaveAttribute(
      'href',
      '/system-admin',
    )
    await form.getByLabel('Email Address').fill('somebody@people.example')
    await expect(button(form, 'Create User')).toBeDisabled()
    await button(form, 'Cancel').click()
  })

  await test.step('the page of annual reviews says so', async () => {
    await page.getByRole('link', { name: 'Annual Reviews' }).click()
    await expect(page).toHaveURL(PATH)
    await expect(page.getByText('No onboarded clients yet.')).toBeVisible()
    await expect(page.getByRole('term')).toHaveText(['Total Onboarded', 'Reviews Due', 'Upcoming Reviews'])
    await expect(figures(page)).toHaveText(['0', '0', '0Due within 2 months'])
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL('/admin')
  })
})

test('the clients of the firm, and how near their reviews are', async ({ page, product }) => {
  await fillBook(product)
  await openAsAdmin(page, product)
  await page.goto(PATH)

  await test.step('five rows of 40 px are in sight on a small screen', async () => {
    const large = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize({ width: 1366, height: 768 })
    await expectLowRow(rows(page).first())
    expect((await rows(page).first().boundingBox())?.y).toBeLessThanOrEqual(768 - 5 * 40)
    await page.setViewportSize(large)
  })

  await test.step('figures, columns, and texts for missing values', async () => {
    await expect(figures(page)).toHaveText(['4', '1', '1Due within 2 months'])
    const headers = table(page).getByRole('columnheader')
    await expect(headers).toHaveText([
      'Select all shown',
      'Client Name',
      'Email',
      'Phone',
      'Onboarded Date',
      'Duration',
      'Review Status',
      'Review',
    ])
    const cells = rowOf(page, 'Anika Botha').getByRole('cell')
    await expect(cells.nth(1)).toHaveText('Anika Botha')
    await expect(cells.nth(2).getByRole('link')).toHaveAttribute('href', 'mailto:anika@people.example')
    await expect(cells.nth(3).getByRole('link')).toHaveAttribute('href', 'tel:+27821234567')
    await expect(cells.nth(4)).toHaveText(formatShortDate(onboardedOf(12)))
    await expect(cells.nth(5)).toHaveText('12 months')
    await expect(cells.nth(6)).toHaveText('Due')
    await expect(rowOf(page, 'Mpho Sebola')).toContainText('Upcoming')
    await expect(rowOf(page, 'nameless@people.example')).toContainText('Not Due')
    const nameless = rowOf(page, 'nameless@people.example').getByRole('cell')
    await expect(nameless.nth(1)).toHaveText('Not provided')
    await expect(nameless.nth(3)).toHaveText('Not provided')
    await expect(rowOf(page, 'Zama Nene')).toContainText('1 month')
  })

  const expectOrder = (names: readonly string[]) =>
    expect(rows(page).locator('td:nth-child(2)')).toHaveText([...names])
  const byDate = ['Zama Nene', 'Not provided', 'Mpho Sebola', 'Anika Botha']

  await test.step('by the date of onboarding, the latest first; by name; the other way round', async () => {
    await expectOrder(byDate)
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    await expect(sort).toHaveValue('onboardedAt')
    await expect(sort.getByRole('option')).toHaveText(['Onboarded Date', 'Client Name'])
    await sort.selectOption('Client Name')
    await expectOrder(['Zama Nene', 'Mpho Sebola', 'Anika Botha', 'Not provided'])
    await button(table(page), 'Client Name').click()
    await expectOrder(['Anika Botha', 'Mpho Sebola', 'Zama Nene', 'Not provided'])
    await button(table(page), 'Onboarded Date').click()
    await expectOrder(byDate.toReversed())
    await button(page, 'Ascending').click()
    await expectOrder(byDate)
  })

  await test.step('a figure opens the list of the clients that it counts, with the filter set', async () => {
    const filter = page.getByRole('combobox', { name: 'Annual review' })
    await expect(filter.getByRole('option')).toHaveText(['All reviews', 'Due', 'Upcoming', 'Notified'])
    await page.getByRole('link', { name: 'Upcoming Reviews' }).click()
    await expect(page).toHaveURL(`${PATH}?review=upcoming`)
    await expectOrder(['Mpho Sebola'])
    await expect(filter).toHaveValue('upcoming')
    await page.getByRole('link', { name: 'Reviews Due' }).click()
    await expectOrder(['Anika Botha'])
    await expectSound(page)
    await filter.selectOption('Notified')
    await expect(page.getByText('No clients with “Notified”.')).toBeVisible()
    await page.getByRole('link', { name: 'Total Onboarded' }).click()
    await expectOrder(byDate)
  })

  await test.step('select all and none; a search limits the selection to visible rows', async () => {
    const notify = page.getByRole('button', { name: /^Notify for Annual Review/u })
    await expect(notify).toHaveCount(0)
    await all(table(page)).check()
    await expect(notify).toHaveText('Notify for Annual Review (4)')
    await tick(page, 'Zama Nene').uncheck()
    await expect(notify).toHaveText('Notify for Annual Review (3)')
    await expect(all(table(page))).not.toBeChecked()
    await page.getByRole('searchbox', { name: 'Search' }).fill('mpho')
    await expect(rows(page)).toHaveCount(1)
    await expect(notify).toHaveText('Notify for Annual Review (1)')
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await expect(rows(page)).toHaveCount(4)
    await all(table(page)).check()
    await all(table(page)).uncheck()
    await expect(notify).toHaveCount(0)
  })

  await test.step('cards on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const cards = page.getByRole('list', { name: 'Onboarded clients' }).getByRole('listitem')
    await expect(cards).toHaveCount(4)
    await expect(cards.first()).toContainText('Zama Nene')
    await all(page).check()
    await expect(page.getByRole('button', { name: 'Notify for Annual Review (4)' })).toBeVisible()
    await all(page).uncheck()
    await page.setViewportSize({ width: 360, height: 780 })
    expect(await widthBeyond(page)).toBe(0)
  })
})

test('clients are notified by e-mail, and none twice within a day without confirmation', async ({
  page,
  product,
  watch,
}) => {
  await openAsAdmin(page, product)
  await page.goto(PATH)
  const sent = async (name: string) =>
    (await mailsInOutbox(product, addressOf(name))).filter(
      ({ subject }) => subject === 'Your annual review is due',
    )

  await tick(page, 'Anika Botha').check()
  await tick(page, 'Mpho Sebola').check()
  await button(page, 'Notify for Annual Review (2)').click()
  const notifying = dialog(page, 'Notify for Annual Review')
  await expect(notifying.getByRole('article')).toContainText('To 2 people')
  await expect(notifying.getByRole('article')).toContainText('Your annual review is due')
  await expectSound(page)
  await button(notifying, 'Notify').click()
  await expectNotification(page, 'Notifications Sent', '2 emails recorded (this demo does not send email).')
  await expect.poll(() => sent('Anika Botha')).toHaveLength(1)
  await expect.poll(() => sent('Mpho Sebola')).toHaveLength(1)
  await expect(rowOf(page, 'Anika Botha')).toContainText(`Notified ${formatShortDate(new Date())}`)
  await expect(rowOf(page, 'Zama Nene')).not.toContainText('Notified')
  await page.getByRole('combobox', { name: 'Annual review' }).selectOption('Notified')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Total Onboarded' }).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(tick(page, 'Anika Botha')).not.toBeChecked()

  await test.step('a second notice asks for confirmation, and cancelling sends nothing', async () => {
    watch.expect(409, '/api/admin/annual-reviews/notify')
    await tick(page, 'Anika Botha').check()
    await tick(page, 'Zama Nene').check()
    await button(page, 'Notify for Annual Review (2)').click()
    await button(notifying, 'Notify').click()
    const question = dialog(page, 'Email them again?')
    await expect(question).toContainText('Anika Botha was emailed in the last 24 hours.')
    await button(question, 'Cancel').click()
    await expect(button(page, 'Notify for Annual Review (2)')).toBeVisible()
    await button(page, 'Notify for Annual Review (2)').click()
    await button(notifying, 'Notify').click()
    await button(question, 'Send again').click()
    await expectNotification(page, 'Notifications Sent', '1 email recorded (this demo does not send email).')
    await expect(page.getByText('Skipped: 1 client')).toBeVisible()
    await expect(page.getByText('Zama Nene: the review is neither due nor upcoming')).toBeVisible()
    await expectSound(page)
    await expect.poll(() => sent('Anika Botha')).toHaveLength(2)
    expect(await sent('Zama Nene')).toEqual([])
  })

  await test.step('the timeline of the client tells it', async () => {
    await page.goto('/admin?search=anika')
    await button(page, 'View Anika Botha').click()
    await page.getByRole('link', { name: 'Open full page' }).click()
    await openTopic(page, 'History')
    const timeline = part(page, 'Timeline')
    await expect(timeline.getByText('Annual review notification sent')).toHaveCount(2)
  })
})

test('notes of a review show in its details', async ({ page, product, openBrowser, elsewhere }) => {
  const note = 'Two children now.\nMore cover, no more debt.'
  await openAsAdmin(page, product)
  await page.goto(PATH)
  await button(page, 'Review Anika Botha').click()
  const notes = dialog(page, 'Annual reviews: Anika Botha')
  await expect(notes).toContainText('No review has been completed yet.')
  await button(notes, 'Mark Review Completed').click()
  const completing = dialog(page, 'Mark Review Completed')
  await expect(completing).toContainText('The annual review for Anika Botha')
  await completing.getByLabel('Note').fill(note)
  await button(completing, 'Mark Review Completed').click()
  await expect(completing).toBeHidden()
  await expect(part(notes, 'Completed reviews').getByRole('listitem')).toContainText(
    'More cover, no more debt.',
  )
  await button(notes, 'Close').last().click()
  await expect(button(page, 'Review Anika Botha')).toBeFocused()
  await expect(rowOf(page, 'Anika Botha')).toContainText('12 months')
  await expect(rowOf(page, 'Anika Botha')).toContainText('Not Due')
  await expect(figures(page)).toHaveText(['4', '0', '1Due within 2 months'])

  await page.goto('/admin?search=anika')
  await button(page, 'View Anika Botha').click()
  await page.getByRole('link', { name: 'Open full page' }).click()
  await openTopic(page, 'History')
  await expect(part(page, 'Annual Reviews')).toContainText('Two children now.')

  await test.step('by the manager of the client too, and by no other', async () => {
    const manager = await addManager(product.context, { letter: false })
    const { applicationId } = await addToBook(product, {
      fullName: 'Neo Maleka',
      username: 'neo@people.example',
      manager,
      status: 'onboarded',
    })
    const { page: theirs, context } = await openBrowser()
    await signIn(context, manager)
    await theirs.goto(`/wealth-manager/review?application=${applicationId}&topic=history`)
    await expect(part(theirs, 'Annual Reviews')).toContainText('No review has been completed yet.')
    await signIn(elsewhere, await addStaff(product.context, 'wealth_manager'))
    const refused = await elsewhere.request.get(`/api/admin/applications/${applicationId}/annual-reviews`)
    expect(refused.status()).toBe(404)
  })
})

test('managers see the reviews of their own clients, and cannot notify them', async ({ page, product }) => {
  const [manager, other] = [
    await addManager(product.context, { letter: false }),
    await addManager(product.context, { letter: false }),
  ]
  const add = (fullName: string, months: number, theirs = manager) =>
    addToBook(product, {
      fullName,
      username: addressOf(fullName),
      manager: theirs,
      status: 'onboarded',
      createdAt: onboardedOf(months),
      onboardedAt: onboardedOf(months),
    })
  const due = await add('Boitumelo Seema', 13)
  await add('Xolani Xaba', 11)
  await add('Yusuf Abrahams', 2)
  await add('Foreign Fortuin', 12, other)
  await signIn(page.context(), manager)
  await page.goto('/wealth-manager')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Clients')
  await pressInHeader(page, 'Annual Reviews')
  await expect(page).toHaveURL('/wealth-manager/annual-reviews')
  await expect(await inHeader(page, 'Annual Reviews')).toHaveAttribute('aria-current', 'page')

  const own = page.getByRole('table', { name: 'Your onboarded clients' })
  await test.step('only their own clients, with figures that open the counted ones', async () => {
    await expect(own.locator('tbody tr td:first-child')).toHaveText([
      'Yusuf Abrahams',
      'Xolani Xaba',
      'Boitumelo Seema',
    ])
    await expect(figures(page)).toHaveText(['3', '1', '1Due within 2 months'])
    await expect(own.getByRole('checkbox')).toHaveCount(0)
    await expectSound(page)
    await page.getByRole('link', { name: 'Reviews Due' }).click()
    await expect(page).toHaveURL('/wealth-manager/annual-reviews?review=due')
    await expect(own.locator('tbody tr')).toHaveCount(1)
    await page.getByRole('searchbox', { name: 'Search' }).fill('foreign')
    await expect(page.getByText('Nothing found for “foreign”.')).toBeVisible()
    await page.getByRole('link', { name: 'Total Onboarded' }).click()
  })

  await test.step('notes, and a link to the application', async () => {
    await button(page, 'Review Boitumelo Seema').click()
    const notes = dialog(page, 'Annual reviews: Boitumelo Seema')
    await expect(notes).toContainText('No review has been completed yet.')
    await expect(button(notes, 'Mark Review Completed')).toHaveCount(0)
    await expectSound(page)
    await notes.getByRole('link', { name: 'Open Application' }).click()
    await expect(page).toHaveURL(`/wealth-manager/review?application=${due.applicationId}`)
    await openTopic(page, 'History')
    await expect(part(page, 'Annual Reviews')).toContainText('No review has been completed yet.')
    await page.goBack()
  })

  await test.step('as cards on a phone, reached by the menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/wealth-manager')
    await pressInHeader(page, 'Annual Reviews')
    const cards = page.getByRole('list', { name: 'Your onboarded clients' }).getByRole('listitem')
    await expect(cards).toHaveCount(3)
    await expect(all(page)).toHaveCount(0)
    await expectSound(page)
    expect(await widthBeyond(page)).toBe(0)
    await button(page, 'Review Boitumelo Seema').click()
    await expect(dialog(page, 'Annual reviews: Boitumelo Seema')).toBeVisible()
    await expectSound(page)
  })
})
