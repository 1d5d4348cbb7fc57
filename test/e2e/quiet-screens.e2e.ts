import type { Locator, Page } from '@playwright/test'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { addManager, addStaff, signIn, type Manager } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import {
  addToBook,
  applicationsTable,
  openAsAdmin,
  openAsManager,
  statusFilter,
} from '#test/support/e2e/staff.ts'

// Lists show the whole firm, so this file has its own server.
test.use({ variables: { SELF_REGISTRATION: '0', FICA_PACK: 'on' } })

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
]
const HEADER = 56

/** Every control is in the window, on one line, and none covers another. */
async function expectOneRow(page: Page): Promise<void> {
  const header = page.getByRole('banner')
  const { height = Infinity } = (await header.boundingBox()) ?? {}
  expect.soft(height, 'the header').toBeLessThanOrEqual(HEADER)
  const boxes = await header.evaluate((element) =>
    [...element.querySelectorAll('a, button')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => ({ name: one.textContent, ...one.getBoundingClientRect().toJSON() }) as DOMRect),
  )
  const ordered = boxes.toSorted((one, other) => one.left - other.left)
  for (const [index, box] of ordered.entries()) {
    expect.soft(box.bottom).toBeLessThanOrEqual(HEADER)
    expect.soft(box.right).toBeLessThanOrEqual(ordered[index + 1]?.left ?? page.viewportSize()?.width ?? 0)
  }
}

const staffPages = {
  admin: [
    '/admin',
    '/admin/annual-reviews',
    '/figures',
    '/admin/imports',
    '/account?section=you',
    '/change-password',
  ],
  wealth_manager: ['/wealth-manager', '/wealth-manager/annual-reviews'],
  system_administrator: ['/system-admin'],
} as const

for (const [role, addresses] of Object.entries(staffPages)) {
  test(`${role}: the header is one row with the welcome, Change Password and Sign Out`, async ({
    page,
    product,
  }) => {
    const person = await addStaff(product.context, role as keyof typeof staffPages, 'Johanna van der Merwe')
    await signIn(page.context(), person)
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const size of SIZES) {
        await page.setViewportSize(size)
        const header = page.getByRole('banner')
        for (const item of [
          header.getByRole('link', { name: 'Welcome, Johanna van der Merwe', exact: true }),
          header.getByRole('link', { name: 'Change Password', exact: true }),
          header.getByRole('button', { name: 'Sign Out', exact: true }),
        ])
          await expect(item).toBeInViewport({ ratio: 1 })
        await test.step(`${address} at ${size.width} px`, () => expectOneRow(page))
      }
    }
    expect(await findViolations(page)).toEqual([])
  })
}

const [SMALL, LARGE] = SIZES as [(typeof SIZES)[number], (typeof SIZES)[number]]
const PHONE = { width: 390, height: 844 }

/** An address of 30 characters. */
const ADDRESS = (index: number) => `client.number.${String(index).padStart(2, '0')}@mail.example`

/** More clients than fit on a screen, in every status and with long names. */
async function fillBook(product: Product): Promise<Manager> {
  const manager = await addManager(product.context, { fullName: 'Johanna van der Merwe' })
  for (let index = 0; index < 24; index += 1) {
    const status = applicationStatuses[index % applicationStatuses.length] ?? 'draft'
    await addToBook(product, {
      fullName: index % 5 === 0 ? 'Margaretha van der Westhuizen' : `Client ${index}`,
      username: ADDRESS(index),
      status,
      answers: { mobileNumber: '+27825550108' },
      ...(index !== 3 && { manager }),
    })
  }
  return manager
}

/** Where the first row begins, and how many rows are whole in sight. */
async function measureRows(rows: Locator): Promise<{ first: number; whole: number }> {
  await expect(rows.first()).toBeVisible()
  return rows.evaluateAll((all) => {
    const boxes = all.map((row) => row.getBoundingClientRect())
    return {
      first: boxes[0]?.top ?? Infinity,
      whole: boxes.filter(({ top, bottom }) => top >= 0 && bottom <= window.innerHeight + 0.5).length,
    }
  })
}

const tableRows = (page: Page) => applicationsTable(page).locator('tbody tr[data-index]')

async function expectRows(rows: Locator, first: number, whole: number): Promise<void> {
  await expect.poll(async () => (await measureRows(rows)).first).toBeLessThanOrEqual(first)
  expect((await measureRows(rows)).whole).toBeGreaterThanOrEqual(whole)
}

/** Visible controls outside of the rows. */
function countControls(page: Page): Promise<number> {
  return page
    .locator('a, button, input, select')
    .evaluateAll(
      (all) =>
        all.filter(
          (one) =>
            one.checkVisibility({ visibilityProperty: true }) &&
            one.closest('tbody') === null &&
            one.getBoundingClientRect().width > 2,
        ).length,
    )
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
}

async function expectSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('the lists of clients: rows, columns and controls in sight on a desktop and a phone', async ({
  page,
  product,
}) => {
  const manager = await fillBook(product)
  await page.setViewportSize(SMALL)
  await openAsAdmin(page, product)
  const queues = page.getByRole('navigation', { name: 'Queues' })

  await test.step('an admin’s list at 1366 px', async () => {
    await expectRows(tableRows(page), 200, 14)
    await expect(applicationsTable(page).getByRole('columnheader')).toHaveText([
      'Select all 24',
      'Client',
      'Email',
      'Status',
      'Step',
      'Created',
      'Phone',
      'Wealth Manager',
      'Waiting for',
      'View',
    ])
    await expect(statusFilter(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Shortcuts' })).toHaveCount(0)
    await expect(page.locator('main')).not.toContainText(
      /\b(?:packs?|hits?|verdict|in force|papers|handed in)\b/iu,
    )
    await expectSound(page)
  })

  await test.step('one row of tabs, none of them empty', async () => {
    const texts = await queues.getByRole('link').allTextContents()
    expect(texts.filter((text) => /\D0$/u.test(text) && !/^(?:All|Waiting for us)/u.test(text))).toEqual([])
    expect(texts.length + (await queues.getByRole('button').count())).toBeLessThanOrEqual(7)
    const tops = await queues
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    // Two of the thirty are tabs that the demonstration does not have.
    expect(await countControls(page)).toBeLessThanOrEqual(32)
  })

  await test.step('a filter, a selection and the summary do not move the list', async () => {
    await page.goto('/admin?status=submitted,draft')
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Draft, Submitted')
    await expectRows(tableRows(page), 200, 6)
    const before = await measureRows(tableRows(page))
    await page
      .getByRole('checkbox', { name: /^Select Client/u })
      .first()
      .check()
    await expect(page.getByRole('button', { name: 'Mark Cancelled' })).toBeInViewport({ ratio: 1 })
    expect((await measureRows(tableRows(page))).first).toBe(before.first)
    await expectSound(page)
    await page.getByRole('button', { name: 'Clear' }).click()
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: 'Application Summary' })).toBeVisible()
    await expectRows(tableRows(page), 250, 6)
  })

  await test.step('an admin’s list at 1440 px, with whole addresses', async () => {
    await page.setViewportSize(LARGE)
    await page.goto('/admin')
    await expectRows(tableRows(page), 200, 17)
    const cut = await applicationsTable(page)
      .getByRole('link', { name: '@' })
      .evaluateAll((links) => links.filter((link) => link.scrollWidth > link.clientWidth).length)
    expect(cut).toBe(0)
  })

  const cards = page
    .getByRole('list', { name: /^(?:Client applications|Applications of your clients)$/u })
    .getByRole('listitem')
  await test.step('an admin’s list on a phone', async () => {
    await page.setViewportSize(PHONE)
    await expectRows(cards, 220, 8)
    await expectNoSidewaysScroll(page)
    await expectSound(page)
  })

  await test.step('a manager’s list', async () => {
    await page.setViewportSize(SMALL)
    await openAsManager(page, manager)
    await expectRows(tableRows(page), 200, 14)
    await expect(applicationsTable(page).getByRole('columnheader')).toHaveText([
      'Select all 23',
      'Client Name',
      'Email',
      'Status',
      'Net Worth',
      'Submitted',
      'Phone',
      'Waiting for',
      'Review',
    ])
    await expect(page.getByRole('term').filter({ hasText: 'New Applications' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('term').filter({ hasText: 'Total Applications' })).toBeInViewport({
      ratio: 1,
    })
    await expectSound(page)
    await page.setViewportSize(PHONE)
    await expectRows(cards, 220, 8)
    await expect(page.getByRole('term').filter({ hasText: 'Total Applications' })).toBeInViewport({
      ratio: 1,
    })
    await expectNoSidewaysScroll(page)
    await expectSound(page)
  })
})

/** The top of what an address shows first. */
async function expectFirst(page: Page, address: string, first: Locator, top: number): Promise<void> {
  await page.goto(address)
  await expect(first).toBeVisible()
  await expect.poll(async () => (await first.boundingBox())?.y, { message: address }).toBeLessThanOrEqual(top)
}

test('other lists of staff begin as high', async ({ page, product }) => {
  const { context } = product
  const manager = await addManager(context, { fullName: 'Johanna van der Merwe' })
  for (let index = 0; index < 16; index += 1) {
    await addToBook(product, {
      fullName: `Client ${index}`,
      username: ADDRESS(index + 50),
      status: 'onboarded',
      manager,
    })
  }
  await page.setViewportSize(SMALL)
  await signIn(page.context(), await addStaff(context, 'admin', 'Ayanda Pule'))
  const rowsOf = (name: string) => page.getByRole('table', { name }).locator('tbody tr')
  await expectFirst(page, '/admin/annual-reviews', rowsOf('Onboarded clients').first(), 200)
  await expectSound(page)
  await expectFirst(page, '/admin/security', rowsOf('Recent activity').first(), 260)
  await expect(page.getByRole('button', { name: 'Refresh Data' })).toBeInViewport({ ratio: 1 })
  await expectSound(page)
  const drop = page.getByRole('button', { name: 'Choose a file' }).locator('..')
  await expectFirst(page, '/admin/imports', drop, 120)
  await expectSound(page)

  await signIn(page.context(), await addStaff(context, 'system_administrator', 'Thabo Sithole'))
  await expectFirst(page, '/system-admin?tab=users', rowsOf('Users').first(), 200)
  await expectRows(rowsOf('Users'), 200, 12)
  await expectSound(page)
  await expectFirst(page, '/system-admin?tab=audit-logs', rowsOf('Audit log').first(), 200)
  await expectSound(page)
})

/** Height of the page, and the controls in it. */
async function measurePage(page: Page): Promise<{ height: number; controls: number }> {
  return page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    controls: [
      ...document.querySelectorAll(
        'main :is(a, button, input, select, textarea, summary, [contenteditable=true])',
      ),
    ].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 2,
    ).length,
  }))
}

const firmSettings =
  'identity appearance contacts links hours mail reviews references sign-in due-diligence wording'
const sections = {
  system_administrator: [
    ...firmSettings.split(' ').map((name) => `/system-admin?tab=firm&section=${name}`),
    ...['sso', 'integrations'].map((tab) => `/system-admin?tab=${tab}`),
  ],
  admin: [
    ...['letter', 'facts', 'services', 'managers', 'versions'].map((name) => `/letters?section=${name}`),
    '/admin/wording',
    '/admin/away',
    '/sanctions-lists',
    '/admin/risk-model',
    ...['you', 'sign-in', 'notifications', 'keys'].map((name) => `/account?section=${name}`),
  ],
} as const

for (const [role, addresses] of Object.entries(sections)) {
  test(`${role}: sections of Firm and of the account are at most two screens, with 30 controls`, async ({
    page,
    product,
  }) => {
    await addManager(product.context, { fullName: 'Johanna van der Merwe' })
    await signIn(page.context(), await addStaff(product.context, role as keyof typeof sections))
    for (const address of addresses) {
      await test.step(address, async () => {
        await page.setViewportSize(SMALL)
        await page.goto(address)
        const index = page.getByRole('navigation').locator('[aria-current=page]').first()
        await expect(index).toBeVisible()
        await expect(page.locator('main [aria-busy=true], main [role=status]:has(svg)')).toHaveCount(0)
        await expect.poll(async () => (await measurePage(page)).height).toBeLessThanOrEqual(1536)
        expect.soft((await measurePage(page)).controls).toBeLessThanOrEqual(30)
        await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
        await expectSound(page)
        await page.setViewportSize(PHONE)
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
      })
    }
  })
}

test('Firm: the index is the page on a phone; Save is there once, while something is changed', async ({
  page,
  product,
}) => {
  await signIn(page.context(), await addStaff(product.context, 'system_administrator'))
  await page.setViewportSize(PHONE)
  await page.goto('/system-admin?tab=firm')
  const index = page.getByRole('navigation', { name: 'Firm', exact: true })
  await expectSound(page)
  for (const entry of await index.getByRole('link').all())
    expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await index.getByRole('link', { name: 'Emails' }).click()
  await page.getByLabel('Sender name').fill('Khumalo')
  await page.getByLabel('After days without a change').fill('14')
  const bar = page.getByRole('group', { name: 'Unsaved changes' })
  await expect(bar.getByRole('button')).toHaveText(['Discard', 'Save'])
  await expectSound(page)
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(bar).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Sender name')).toHaveValue('Khumalo')
  await expect(page.getByLabel('After days without a change')).toHaveValue('14')
  await page.getByLabel('Sender name').fill('Another')
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Sender name')).toHaveValue('Khumalo')
  await index.getByRole('link', { name: 'Firm' }).click()
  await expect(index.getByRole('link', { name: 'Emails' })).toBeVisible()
})
