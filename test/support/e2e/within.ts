import type { Page } from '@playwright/test'

/** Goes to another address of the page that is open, as its links do: nothing is loaded again. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
}
