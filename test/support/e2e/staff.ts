import { expect, type Locator, type Page } from '@playwright/test'
import { makeClient, type ApplicationFacts, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makePng } from '#test/support/files.ts'
import { addStaff, signIn, type Manager, type Person } from './people.ts'
import type { Product } from './product.ts'

interface Listed extends ApplicationFacts {
  fullName: string | null
  username: string
  manager?: Manager
}

/** A client with an application, who does not sign in here. */
export async function addToBook(
  { context }: Product,
  { fullName, username, manager, ...application }: Listed,
): Promise<MadeClient> {
  return makeClient(context, { fullName, username, wealthManagerId: manager?.id, application })
}

/** Uploads two pictures of payslips and one of a pension statement; every browser shows pictures in the page. */
export async function handInPictures({ context }: Product, client: MadeClient): Promise<void> {
  const owner = { ownerId: client.id, applicationId: client.applicationId }
  const picture = { contentType: 'image/png', bytes: makePng() } as const
  await makeDocument(context, { ...owner, ...picture, kind: 'payslip', name: 'Payslip March.png' })
  await makeDocument(context, { ...owner, ...picture, kind: 'payslip', name: 'Payslip April.png' })
  await makeDocument(context, { ...owner, ...picture, kind: 'pensionBenefits', name: 'Pension fund.png' })
}

/** Signs in as an admin, and opens the dashboard or an address on it. */
export async function openAsAdmin(page: Page, { context }: Product, address = '/admin'): Promise<Person> {
  const admin = await addStaff(context, 'admin', 'Ayanda Pule')
  await signIn(page.context(), admin)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Client Applications' })).toBeVisible()
  return admin
}

/** Signs in as a wealth manager, and opens an address. */
export async function openAsManager(
  page: Page,
  manager: Manager,
  address = '/wealth-manager',
): Promise<void> {
  await signIn(page.context(), manager)
  await page.goto(address)
}

/** The button of the list's status filter, which says what is chosen. */
export function statusFilter(page: Page): Locator {
  return page.getByRole('button', { name: /^Status /u })
}

/** Filters the list by a status too, or no longer. */
export async function toggleStatus(page: Page, status: string): Promise<void> {
  await statusFilter(page).click()
  const choices = page.getByRole('group', { name: 'Status', exact: true })
  await choices.getByRole('checkbox', { name: new RegExp(`^${status} \\(`, 'u') }).click()
  await page.keyboard.press('Escape')
}

/** The list of applications as a table. */
export function applicationsTable(page: Page): Locator {
  return page.getByRole('table', { name: /^(?:Client applications|Applications of your clients)$/u })
}

/** Expects exactly these names, in order. */
export async function expectNames(page: Page, names: readonly string[]): Promise<void> {
  await expect(applicationsTable(page).locator('tbody td:nth-child(2)')).toHaveText([...names])
}

/**
 * Expects the specified columns in their order and whole at common widths, with an address of 30 characters, and the sort
 * order and status filter in sight. From 1300 px on others are before the last one.
 *
 * @param specified their titles
 */
export async function expectWholeColumns(page: Page, specified: string): Promise<void> {
  const before = page.viewportSize()
  const table = applicationsTable(page)
  for (const width of [1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 768 })
    const titles = await table.getByRole('columnheader').allTextContents()
    const shown = titles.filter((title) => specified.split(', ').includes(title))
    expect(shown.join(', '), `${width} px`).toBe(specified)
    expect(specified.split(', ').at(-1)).toBe(titles.at(-1))
    const address = table.getByRole('link', { name: '@' }).first()
    const cut = await address.evaluate((link: HTMLElement) => {
      const text = link.firstChild?.textContent
      if (link.firstChild !== null) link.firstChild.textContent = 'nomvula.mahlang'
      const isCut = link.scrollWidth > link.clientWidth || (link.textContent?.length ?? 0) < 30
      if (link.firstChild !== null) link.firstChild.textContent = text ?? ''
      return isCut
    })
    expect(cut, `an address at ${width} px`).toBe(false)
    const cells = await table
      .getByRole('cell')
      .evaluateAll((all: HTMLTableCellElement[]) =>
        all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
      )
    expect(cells, `${width} px`).toEqual([])
    await expect(statusFilter(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeInViewport({ ratio: 1 })
  }
  if (before !== null) await page.setViewportSize(before)
}

/** Opens a panel of the list's toolbar. Esc closes it. */
export async function openToolbar(page: Page, name: 'Filter' | 'More' | 'Filter and more'): Promise<Locator> {
  const panel = page.getByRole('region', { name, exact: true })
  if (!(await panel.isVisible())) await page.getByRole('button', { name, exact: true }).click()
  await expect(panel).toBeVisible()
  return panel
}

export function rowOf(page: Page, name: string): Locator {
  return applicationsTable(page).getByRole('row').filter({ hasText: name })
}

export function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true })
}

/** Opens a topic of the review page; on a phone from its overview. */
export async function openTopic(page: Page, name: string): Promise<void> {
  const back = page.getByRole('link', { name: 'Back to the overview' })
  if (await back.isVisible()) await back.click()
  const topics = page.getByRole('navigation', { name: 'Topics' })
  await topics.getByRole('link', { name: new RegExp(`^${name}`, 'u') }).click()
}

/** Expects a document beside the application with its content visible. */
export async function expectDocumentShown(page: Page, name: string): Promise<void> {
  const preview = part(page, 'Document preview')
  if (!name.endsWith('.pdf')) {
    const picture = preview.getByRole('img', { name: `Uploaded file ${name}` })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    return
  }
  await expect(preview).toContainText(name)
  await expect(preview.getByRole('group', { name: /^Page 1 of /u })).toBeVisible()
}

/** A section of a summary or review, by its heading. */
export function part(within: Page | Locator, title: string): Locator {
  return within.getByRole('region', { name: title, exact: true })
}
