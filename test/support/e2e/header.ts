import type { Locator, Page } from '@playwright/test'

/** What a header folds away on a phone; on a desk it is there. */
export function menuButton(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
}

/** A link or a button of the header; on a phone the menu is opened for it. */
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

/** Presses a link or a button of the header. */
export async function pressInHeader(page: Page, name: string): Promise<void> {
  await (await inHeader(page, name)).click()
}
