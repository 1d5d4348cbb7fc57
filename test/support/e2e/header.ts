import type { Locator, Page } from '@playwright/test'

/** Header items that are in the menu on a phone. */
export function menuButton(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
}

/** A link or button of the header; on a phone this opens the menu. */
export async function inHeader(page: Page, name: string): Promise<Locator> {
  const header = page.getByRole('banner')
  const item = header
    .getByRole('link', { name, exact: true })
    .or(header.getByRole('button', { name, exact: true }))
  const menu = menuButton(page)
  await menu.or(item).first().waitFor()
  if (!(await item.isVisible())) await menu.click()
  return item
}

/** Opens a page of what admins set up for the firm, by its index. */
export async function openFirmPage(page: Page, name: string): Promise<void> {
  await pressInHeader(page, 'Firm')
  await page.getByRole('navigation', { name: 'Firm', exact: true }).getByRole('link', { name }).click()
}

/** Clicks a link or button of the header. */
export async function pressInHeader(page: Page, name: string): Promise<void> {
  await (await inHeader(page, name)).click()
}
