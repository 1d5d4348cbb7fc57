import { expect, type Locator, type Page } from '@playwright/test'
import { section } from './forms.ts'

/** A checkbox in a section of assets or liabilities. */
export function holding(page: Page, title: string, label: string): Locator {
  return section(page, title).getByRole('checkbox', { name: label, exact: true })
}

/** The amount field of a selected item. */
export function amountField(page: Page, title: string, label: string): Locator {
  return section(page, title).getByRole('textbox', { name: `${label} in rand`, exact: true })
}

/** Selects an item, and returns its amount field. */
export async function chooseAmount(page: Page, title: string, label: string): Promise<Locator> {
  await holding(page, title, label).check()
  const field = amountField(page, title, label)
  await expect(field).toBeVisible()
  return field
}
