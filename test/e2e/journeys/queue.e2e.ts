import type { Locator, Page } from '@playwright/test'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { addManager, addStaff, signIn, type Manager } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { expectLowRow } from '#test/support/e2e/screenshot.ts'
import {
  addToBook,
  applicationsTable,
  dialog,
  expectNames,
  openAsAdmin,
  openAsManager,
  rowOf,
  openToolbar,
  statusFilter,
} from '#test/support/e2e/staff.ts'

// Counts include the whole firm, so this file has its own server.
test.use({ variables: { SELF_REGISTRATION: '0' } })

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Two applications waiting for staff, an inactive and an active draft, an approved one, and an unassigned one. */
async function fillBook(product: Product, manager: Manager): Promise<void> {
  const book = [
    ['Anele Early', 'submitted', 20],
    ['Busi Late', 'submitted', 2],
    ['Carel Quiet', 'draft', 30],
    ['Dineo Busy', 'draft', 1],
    ['Elsa Approved', 'approved', 6],
  ] as const
  for (const [fullName, status, days] of book) {
    const username = `${fullName.toLowerCase().replace(' ', '.')}@queue.example`
    await addToBook(product, { fullName, username, manager, status, createdAt: daysAgo(days) })
  }
  await addToBook(product, {
    fullName: 'Femi Nobodys',
    username: 'femi.nobodys@queue.example',
    status: 'under_review',
    createdAt: daysAgo(10),
  })
}

const NEWEST_FIRST = [
  'Dineo Busy',
  'Busi Late',
  'Elsa Approved',
  'Femi Nobodys',
  'Anele Early',
  'Carel Quiet',
] as const

const queue = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name })

/** The same as a selector, beside an opened application and on phones. */
const queueSelector = (page: Page) => page.getByRole('combobox', { name: 'Queue' })

/** Whether the first row is visible without scrolling, on desktop and phone. */
async function expectFirstRowInSight(page: Page, name: string, size: typeof DESKTOP): Promise<void> {
  await page.setViewportSize(size)
  const first = page.getByText(name).first()
  await expect(first).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  const bottomOfRow = async () => {
    const box = await first.boundingBox()
    return (box?.y ?? Number.NaN) + (box?.height ?? 0)
  }
  // The list switches layout shortly after a resize.
  await expect.poll(bottomOfRow, { message: `${size.width} px` }).toBeLessThanOrEqual(size.height)
}

/** How many rows of 40 px are in sight without scrolling. */
async function expectSpaceForRows(page: Page, size: typeof DESKTOP, rows: number): Promise<void> {
  await page.setViewportSize(size)
  const topOfRow = async () => (await rowOf(page, NEWEST_FIRST[0]).boundingBox())?.y
  await expect
    .poll(topOfRow, { message: `${rows} rows at ${size.width} px` })
    .toBeLessThanOrEqual(size.height - rows * 40)
}

async function expectRowOpens(page: Page, name: string): Promise<void> {
  // A cell with text and no link.
  await rowOf(page, name).getByRole('cell').nth(3).click()
}

test('staff go through their queues: tabs, counts, rows, keys', async ({ page, product }) => {
  const manager = await addManager(product.context, { letter: false })
  await fillBook(product, manager)
  await openAsAdmin(page, product)

  await test.step('each tab shows its count, and empty ones are left out', async () => {
    const links = page.getByRole('navigation', { name: 'Queues' }).getByRole('link')
    await expect(links).toHaveText([
      'All6',
      'Unassigned1',
      'Waiting for us3',
      'Inactive drafts1',
      'Approved1',
    ])
    await expect(queue(page, 'All')).toHaveAttribute('aria-current', 'page')
  })

  await test.step('the first screen is the list', async () => {
    await expectNames(page, NEWEST_FIRST)
    for (const size of [PHONE, DESKTOP]) await expectFirstRowInSight(page, NEWEST_FIRST[0], size)
    await expectSpaceForRows(page, { width: 1366, height: 768 }, 14)
    await expectSpaceForRows(page, DESKTOP, 17)
  })

  await test.step('a tab is selected, and is in the address', async () => {
    await queue(page, 'Waiting for us').click()
    await expectNames(page, ['Anele Early', 'Femi Nobodys', 'Busi Late'])
    await expect(queue(page, 'Waiting for us')).toHaveAccessibleDescription(/Longest wait first\./u)
    await expect(rowOf(page, 'Anele Early')).toContainText(/Us, \d+ days, late/u)
    await expect(rowOf(page, 'Busi Late')).toContainText(/Us, (?:today|\d days?)/u)
    await page.reload()
    await expectNames(page, ['Anele Early', 'Femi Nobodys', 'Busi Late'])
    await expect(queue(page, 'Waiting for us')).toHaveAttribute('aria-current', 'page')
    await expect(statusFilter(page)).toHaveText('Status 2 chosen')
    await openToolbar(page, 'Filter')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('the first row is visible without scrolling on desktop and phone', async () => {
    for (const size of [DESKTOP, PHONE]) await expectFirstRowInSight(page, 'Anele Early', size)
    expect(await findViolations(page)).toEqual([])
    await page.setViewportSize(DESKTOP)
  })

  const summary = dialog(page, 'Application Summary')
  await test.step('a click anywhere on a row opens it, except on its links', async () => {
    await expectRowOpens(page, 'Femi Nobodys')
    await expect(summary).toContainText('Femi Nobodys')
    await page.keyboard.press('Escape')
    await expect(summary).toBeHidden()
    await expect(button(page, 'View Femi Nobodys')).toBeFocused()
  })

  await test.step('J and K move between rows, Enter opens', async () => {
    await page.keyboard.press('j')
    await expect(button(page, 'View Busi Late')).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect(button(page, 'View Anele Early')).toBeFocused()
    await page.keyboard.press('k')
    await expect(button(page, 'View Anele Early')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(summary).toContainText('Anele Early')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(summary).toBeHidden()
    await expect(button(page, 'View Anele Early')).toBeFocused()
  })

  await test.step('the panel is in the address; J and K move, O opens the page, and J moves there too', async () => {
    await page.keyboard.press('Enter')
    await expect(summary).toContainText('1 of 3')
    const row = rowOf(page, 'Anele Early')
    await expect(row).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('j')
    await expect(summary).toContainText('femi.nobodys@queue.example')
    await page.reload()
    await expect(summary).toContainText('2 of 3')
    await expect(summary).toContainText('femi.nobodys@queue.example')
    await page.keyboard.press('k')
    await expect(summary).toContainText('1 of 3')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('o')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Anele Early')
    await page.keyboard.press('j')
    await expect(heading).toHaveText('Femi Nobodys')
    await page.getByRole('link', { name: 'Back to all applications' }).click()
    await expect(queue(page, 'Waiting for us')).toHaveAttribute('aria-current', 'page')
    await expectNames(page, ['Anele Early', 'Femi Nobodys', 'Busi Late'])
    await button(page, 'View Anele Early').focus()
  })

  await test.step('on a phone it is a dialog', async () => {
    await page.setViewportSize(PHONE)
    await expect(queueSelector(page).getByRole('option', { selected: true })).toHaveText('Waiting for us 3')
    await page.getByRole('link', { name: 'Anele Early', exact: true }).click()
    await expect(page.locator('dialog[open]')).toContainText('anele.early@queue.example')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.press('Escape')
    await page.setViewportSize(DESKTOP)
    await button(page, 'View Anele Early').focus()
  })

  await test.step('the summary steps through the queue, and to the next waiting client after a decision', async () => {
    await page.keyboard.press('Enter')
    await expect(summary).toContainText('1 of 3')
    await page.keyboard.press('Alt+KeyN')
    await expect(summary).toContainText('2 of 3')
    await expect(summary).toContainText('femi.nobodys@queue.example')
    await summary.getByRole('link', { name: 'Next', exact: true }).click()
    await expect(summary).toContainText('busi.late@queue.example')
    await expect(summary.getByRole('link', { name: 'Next', exact: true })).toHaveCount(0)
    await expect(summary.getByRole('link', { name: /^Next waiting/u })).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
    await button(summary, 'Mark Onboarded').click()
    const question = dialog(page, 'Mark Onboarded')
    await question.getByLabel('Reason').fill('Signed on paper at the branch')
    await button(question, 'Mark Onboarded').click()
    await summary.getByRole('link', { name: 'Next waiting: Anele Early' }).click()
    await expect(summary).toContainText('anele.early@queue.example')
    await page.keyboard.press('Escape')
    await expect(button(page, 'View Anele Early')).toBeFocused()
    await expect(queue(page, 'Waiting for us')).toContainText('2')
    await page.reload()
    await expectNames(page, ['Anele Early', 'Femi Nobodys'])
  })

  await test.step('typing in a field triggers no shortcut', async () => {
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.focus()
    await page.keyboard.type('jk')
    await expect(search).toHaveValue('jk')
    await expect(search).toBeFocused()
    await search.fill('')
    await expectNames(page, ['Anele Early', 'Femi Nobodys'])
  })

  await test.step('the keys are named, and can be switched off for good', async () => {
    const help = page.getByRole('region', { name: 'Shortcuts' })
    await button(page, 'View Anele Early').focus()
    await page.keyboard.press('?')
    await expect(help).toContainText('next row')
    expect(await findViolations(page)).toEqual([])
    await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
    await page.reload()
    await expectNames(page, ['Anele Early', 'Femi Nobodys'])
    await button(page, 'View Anele Early').focus()
    await page.keyboard.press('j')
    await expect(button(page, 'View Anele Early')).toBeFocused()
    await page.goto('/account?section=keys')
    await page.getByRole('checkbox', { name: /^Single-key shortcuts/u }).check()
    await page.goBack()
    await button(page, 'View Anele Early').focus()
    await page.keyboard.press('j')
    await expect(button(page, 'View Femi Nobodys')).toBeFocused()
  })

  await test.step('rows are 40 px high, and hidden columns are stored', async () => {
    await expectLowRow(rowOf(page, 'Femi Nobodys'))
    const more = await openToolbar(page, 'More')
    await more.getByRole('checkbox', { name: 'Phone' }).uncheck()
    await page.reload()
    await expectNames(page, ['Anele Early', 'Femi Nobodys'])
    await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0)
    await openToolbar(page, 'More')
    await expect(more.getByRole('checkbox', { name: 'Phone' })).not.toBeChecked()
    await page.keyboard.press('Escape')
  })

  await test.step('the last queue is there again after another page, and not after a reload', async () => {
    const goTo = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    await goTo('Annual Reviews')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Annual Reviews')
    await goTo('Applications')
    await expect(queue(page, 'Waiting for us')).toHaveAttribute('aria-current', 'page')
    await expectNames(page, ['Anele Early', 'Femi Nobodys'])
    await page.goto('/admin')
    await expect(queue(page, 'All')).toHaveAttribute('aria-current', 'page')
    await queue(page, 'Waiting for us').click()
  })

  await test.step('the other tabs hold the matching applications; an empty tab has a positive message', async () => {
    for (const [name, names] of [
      ['Unassigned', ['Femi Nobodys']],
      ['Inactive drafts', ['Carel Quiet']],
      ['Approved', ['Elsa Approved']],
    ] as const) {
      await queue(page, name).click()
      await expectNames(page, names)
    }
    await page.goto('/admin?waitingOn=client')
    await expect(queue(page, 'Waiting for client')).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('We aren’t waiting for any clients.')).toBeVisible()
  })

  await test.step('columns that are chosen sort by duration', async () => {
    await queue(page, 'All').click()
    await expect(page).toHaveURL('/admin')
    const more = await openToolbar(page, 'More')
    await more.getByRole('checkbox', { name: 'Days in Status' }).check()
    await page.keyboard.press('Escape')
    const header = applicationsTable(page).getByRole('columnheader', { name: 'Days in Status' })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expectNames(page, [
      'Carel Quiet',
      'Anele Early',
      'Femi Nobodys',
      'Elsa Approved',
      'Dineo Busy',
      'Busi Late',
    ])
  })

  await test.step('a wealth manager has the queues of their own clients', async () => {
    await openAsManager(page, manager)
    const links = page.getByRole('navigation', { name: 'Queues' }).getByRole('link')
    await expect(links).toHaveText(['All5', 'Waiting for us1', 'Inactive drafts1', 'Approved1'])
    await queue(page, 'Waiting for us').click()
    await expectNames(page, ['Anele Early'])
    for (const size of [DESKTOP, PHONE]) {
      await expectFirstRowInSight(page, 'Anele Early', size)
      expect(await findViolations(page)).toEqual([])
    }
    // The list switches layout first.
    await expectFirstRowInSight(page, 'Anele Early', DESKTOP)
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: 'Anele Early', exact: true })).toBeFocused()
    await expectRowOpens(page, 'Anele Early')
    await expect(summary).toContainText('anele.early@queue.example')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anele Early')
    await page.getByRole('link', { name: 'Back to your clients' }).click()
    await expect(queue(page, 'Waiting for us')).toHaveAttribute('aria-current', 'page')
  })
})

test('two browsers: what another admin decided is in the list and its tabs on coming back to the window', async ({
  page,
  product,
  elsewhere,
}) => {
  const username = 'lwazi@queue.example'
  const { applicationId } = await addToBook(product, {
    fullName: 'Lwazi Counted',
    username,
    status: 'submitted',
  })
  await openAsAdmin(page, product, '/admin?status=submitted&sort=fullName&direction=asc')
  await button(page, 'Save this view').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Submitted by name')
  await page.keyboard.press('Enter')
  await expectNotification(page, 'View saved', 'Submitted by name')
  const number = async (of: Locator) => Number(/\d+$/u.exec((await of.textContent()) ?? '')?.[0])
  const around = {
    'the queue': queue(page, 'Waiting for us'),
    'the own view': queue(page, 'Submitted by name'),
  }
  const before = await Promise.all(Object.values(around).map(number))
  await expect(rowOf(page, 'Lwazi Counted')).toBeVisible()

  await signIn(elsewhere, await addStaff(product.context, 'admin', 'Carmen Fortuin'))
  const decided = await elsewhere.request.patch(`/api/admin/applications/${applicationId}/status`, {
    data: { status: 'onboarded' },
  })
  expect(decided.status()).toBe(200)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  // Rows do not move under the pointer, and the counts agree with them.
  const show = button(page, 'Show changes')
  await expect(show).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 changed' })).toBeVisible()
  await expect(rowOf(page, 'Lwazi Counted')).toBeVisible()
  expect(await Promise.all(Object.values(around).map(number))).toEqual(before)
  await show.click()
  await expect(rowOf(page, 'Lwazi Counted')).toHaveCount(0)
  await expect(show).toHaveCount(0)
  for (const [index, [name, of]] of Object.entries(around).entries()) {
    await expect.poll(() => number(of), name).toBe((before[index] ?? 0) - 1)
  }
})

test('two browsers on the same queue: decisions show in both, and an outdated one is refused with a message', async ({
  page,
  product,
  watch,
  elsewhere,
}) => {
  const { applicationId } = await addToBook(product, {
    fullName: 'Gugu Both',
    username: 'gugu.both@queue.example',
    status: 'submitted',
  })
  await openAsAdmin(page, product, `/admin?search=gugu&application=${applicationId}`)
  const summary = dialog(page, 'Application Summary')
  await expect(button(summary, 'Mark Onboarded')).toBeVisible()
  await signIn(elsewhere, await addStaff(product.context, 'admin', 'Carmen Fortuin'))
  const change = (status: string) =>
    elsewhere.request.patch(`/api/admin/applications/${applicationId}/status`, { data: { status } })
  expect((await change('onboarded')).status()).toBe(200)

  await test.step('a user who returns to the window sees it, in the list and beside it', async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(rowOf(page, 'Gugu Both')).toContainText('Onboarded')
    await expectNotification(page, 'Updated by another user', 'Gugu Both: now Onboarded.')
    // Buttons do not change under the pointer.
    await expect(summary).toContainText('Changed by Carmen Fortuin to')
    await expect(button(summary, 'Mark Onboarded')).toBeDisabled()
    await button(summary, 'Show the new status').click()
    await expect(summary.locator('[data-action]')).toHaveText(['Mark Cancelled'])
  })

  await test.step('the slower manager learns who decided first', async () => {
    expect((await change('cancelled')).status()).toBe(200)
    watch.expect(409, `/api/admin/applications/${applicationId}/status`)
    await button(summary, 'Mark Cancelled').click()
    const question = dialog(page, 'Mark Cancelled')
    await button(question, 'Mark Cancelled').click()
    await expectNotification(page, 'Update Failed', 'Carmen Fortuin changed that on')
  })
})
