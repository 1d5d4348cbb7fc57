import { expect, type Locator, type Page } from '@playwright/test'
import type { Product } from './product.ts'
import { addStaff, signIn, type Person } from './people.ts'

/** Signs in as a system administrator, and opens a tab of the console. */
export async function openConsole(
  page: Page,
  { context }: Product,
  tab?: 'users' | 'system' | 'security' | 'audit-logs',
): Promise<Person> {
  const person = await addStaff(context, 'system_administrator', 'Carmen Fortuin')
  await signIn(page.context(), person)
  await page.goto(tab === undefined ? '/system-admin' : `/system-admin?tab=${tab}`)
  await expect(page.getByRole('heading', { level: 1, name: 'System Administration' })).toBeVisible()
  return person
}

/** The table of users. */
export function usersTable(page: Page): Locator {
  return page.getByRole('table', { name: 'Users', exact: true })
}

/** A user's row, by any text in it. */
export function userRow(page: Page, text: string): Locator {
  return usersTable(page).getByRole('row').filter({ hasText: text })
}
