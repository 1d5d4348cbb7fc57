import { expect, type Locator, type Page } from '@playwright/test'
import { section } from './forms.ts'

/** What one can say to have of a section of the assets or liabilities. */
export function holding(page: Page, title: string, label: string): Locator {
  return section(page, title).getByRole('checkbox', { name: label, exact: true })
}

/** The amount of something that is chosen. */
export function amountField(page: Page, title: string, label: string): Locator {
  return section(page, title).getByRole('textbox', { name: `${label} in rand`, exact: true })
}

/** Says that there is something, and answers where its amount is typed. */
export async function chooseAmount(page: Page, title: string, label: string): Promise<Locator> {
  await holding(page, title, label).check()
  const field = amountField(page, title, label)
  await expect(field).toBeVisible()
  return field
}
