import type { Page } from '@playwright/test'

/** Navigates within the open page, as its links do, without a reload. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
}
