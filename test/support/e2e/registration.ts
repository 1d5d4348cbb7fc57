import { expect, type Page } from '@playwright/test'
import { confirmationPath } from '#features/sign-in/rules/address-confirmation.ts'
import { button } from './forms.ts'
import { mailsInOutbox } from './outbox.ts'
import type { Product } from './product.ts'

export const PASSWORD = 'seven grey cranes over Ceres'

let people = 0

/** Registers a user on the sign-in page, who then opens where the address is confirmed. @returns the address */
export async function registerAs(page: Page, fullName?: string): Promise<string> {
  const username = `newcomer${(people += 1)}@people.example`
  await page.goto('/auth')
  await button(page, 'Create an account').click()
  await page.getByLabel('Email Address').fill(username)
  if (fullName !== undefined) await page.getByLabel('Full Name').fill(fullName)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Create account').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Personal Details' })).toBeVisible()
  await page.goto('/confirm')
  await expectWaiting(page, username)
  return username
}

export async function expectWaiting(page: Page, username: string): Promise<void> {
  await expect(page).toHaveURL('/confirm')
  await expect(page.getByRole('main')).toContainText(`We have sent an email to ${username}.`)
}

/** The path of the link in the newest of a number of mails to a user. */
export async function mailedPath(product: Product, username: string, count = 1): Promise<string> {
  const mails = async () =>
    (await mailsInOutbox(product, username)).map(({ messageId, text }) => ({ messageId, text }))
  await expect.poll(mails).toHaveLength(count)
  // Mail ids are in the order of writing.
  const newest = (await mails()).toSorted((one, other) =>
    (one.messageId ?? '') < (other.messageId ?? '') ? 1 : -1,
  )[0]
  return confirmationPath(/confirm#(\S+)/u.exec(newest?.text ?? '')?.[1] ?? '')
}
