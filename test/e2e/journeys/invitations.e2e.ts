import { eq } from 'drizzle-orm'
import { applications } from '#features/access/schema/tables.ts'
import { temporaryPasswords } from '#features/access/schema/sign-in-schema.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { openConsole, userRow } from '#test/support/e2e/console.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, notification } from '#test/support/e2e/forms.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { linkTo, mailsInOutbox } from '#test/support/e2e/outbox.ts'
import { addManager, type Manager } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { expectSound } from '#test/support/e2e/sound.ts'
import { dialog, openAsAdmin, openAsManager, rowOf } from '#test/support/e2e/staff.ts'
import type { Page } from '@playwright/test'

// Checks colours, so transitions are disabled.
const HOUR_MS = 3_600_000

/** A client invited a number of hours ago, for 72 hours, who has not signed in. */
async function inviteBefore(
  { context }: Product,
  { hours, manager, ...facts }: { hours: number; manager: Manager; fullName: string; username: string },
) {
  const client = await makeClient(context, { ...facts, invited: true, wealthManagerId: manager.id })
  const createdAt = new Date(Date.now() - hours * HOUR_MS)
  const expiresAt = new Date(createdAt.getTime() + 72 * HOUR_MS)
  const { db } = context.database
  await db.update(applications).set({ createdAt }).where(eq(applications.id, client.applicationId))
  await db
    .update(temporaryPasswords)
    .set({ createdAt, expiresAt })
    .where(eq(temporaryPasswords.userId, client.id))
  return client
}

/** Signs in through the page; returns the response. */
async function typeIn(page: Page, username: string, password: string): Promise<number> {
  await page.goto('/auth')
  await page.getByLabel('Email Address').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const answered = page.waitForResponse('/api/login')
  await button(page, 'Sign In').click()
  return (await answered).status()
}

/** The new password, from the dialog that stays open. */
async function takePassword(page: Page, keys?: Keyboard): Promise<string> {
  const credentials = dialog(page, 'The invitation was renewed')
  const password = await credentials.locator('dd .font-mono').innerText()
  await expect(button(credentials, 'Done')).toBeFocused()
  await expectSound(page)
  if (keys) await keys.press('Enter')
  else await button(credentials, 'Done').click()
  return password
}

test('an invitation of 73 hours ago is found, resent by keyboard only, and used to sign in', async ({
  page,
  product,
  openBrowser,
  watch,
}) => {
  const manager = await addManager(product.context, { fullName: 'Naledi Khumalo' })
  const facts = { fullName: 'Bongani Xaba', username: 'bongani.invited@people.example', manager }
  const { username, temporaryPassword } = await inviteBefore(product, { ...facts, hours: 73 })
  const old = temporaryPassword ?? ''
  const { page: theirs } = await openBrowser()
  watch.expect(401, '/api/login')
  expect(await typeIn(theirs, username, old)).toBe(401)
  await expect(theirs.getByText('This temporary password is no longer valid.').first()).toBeVisible()

  await openAsAdmin(page, product)
  const keys = new Keyboard(page)
  await keys.activate(button(page, 'Filter'))
  await keys.to(page.getByLabel('Invitation'))
  await page.keyboard.type('Invitation expired')
  await keys.press('Escape')
  await expect(page).toHaveURL(/invitation=expired/u)
  await expect(rowOf(page, 'Bongani Xaba')).toContainText('Client, invitation expired')
  await expectSound(page)
  await keys.activate(button(page, 'View Bongani Xaba'))
  const summary = dialog(page, 'Application Summary')
  await expect(summary).toContainText('the temporary password has expired')
  await expect(button(summary, 'Send Reminder')).toHaveCount(0)
  await expectSound(page)
  const resend = button(summary, 'Resend Invitation')
  await keys.activate(resend)
  const resending = dialog(page, 'Resend Invitation')
  await expect(resending.getByRole('article')).toContainText('made-when-this-is-sent')
  await expectSound(page)
  await keys.press('Enter')
  const renewed = await takePassword(page, keys)
  await expect(notification(page, 'Invitation Resent')).toContainText(username)
  await expect(summary).toContainText('The client hasn’t signed in yet.')
  await expect(resend).toBeFocused()
  await keys.press('Escape')
  await expect(page.getByText('No applications with “Invitation expired”.')).toBeVisible()

  await expect
    .poll(async () => (await mailsInOutbox(product, username)).map(({ text }) => text?.includes('/welcome#')))
    .toEqual([true])
  expect(await typeIn(theirs, username, old)).toBe(401)
  expect(await typeIn(theirs, username, renewed)).toBe(200)
  await expect(theirs.getByText('Choose your own password to continue.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No applications with “Invitation expired”.')).toBeVisible()
})

test('a manager finds unused invitations; inviting a known address links to the application', async ({
  page,
  product,
  watch,
}) => {
  const manager = await addManager(product.context, { fullName: 'Lindiwe Dube' })
  const facts = { fullName: 'Zoe Abrahams', username: 'zoe.invited@people.example', manager }
  await inviteBefore(product, { ...facts, hours: 150 })
  await openAsManager(page, manager)
  await expect(rowOf(page, 'Zoe Abrahams')).toContainText('Client, invitation expired')

  await button(page, 'Invite New Client').click()
  const form = dialog(page, 'Invite New Client')
  await form.getByLabel('Email Address').fill('zoe.invited@people.example')
  watch.expect(409, '/api/send-invitation')
  await button(form, 'Create User').click()
  await expect(form).toContainText('Invitation expired 3 days ago')
  await expect(form).toContainText('There is already an account with this email address.')
  await expectSound(page)
  await form.getByRole('link', { name: 'Open the application' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zoe Abrahams')
  await expectSound(page)
  await button(page, 'Resend Invitation').click()
  await button(dialog(page, 'Resend Invitation'), 'Resend Invitation').click()
  await takePassword(page)
  await expect(page.getByText('The client hasn’t signed in yet.')).toBeVisible()
})

test('a system administrator resends an unused invitation', async ({ page, product }) => {
  const manager = await addManager(product.context, { fullName: 'Kagiso Molefe' })
  const facts = { fullName: 'Refilwe Dlamini', username: 'refilwe.dlamini@people.example', manager }
  await inviteBefore(product, { ...facts, hours: 73 })
  await openConsole(page, product, 'users')
  await expect(userRow(page, 'Refilwe Dlamini')).toContainText('Invited')
  await button(page, 'Resend the invitation for Refilwe Dlamini').click()
  const question = page.getByRole('alertdialog', { name: 'Resend the invitation for Refilwe Dlamini?' })
  await expectSound(page)
  await button(question, 'Resend Invitation').click()
  await takePassword(page)
  await expect
    .poll(async () =>
      (await mailsInOutbox(product, 'refilwe.dlamini@people.example')).map(
        ({ text }) => text?.includes('/welcome#') && text.includes('Kagiso Molefe'),
      ),
    )
    .toEqual([true])
})

test('the link of an invitation opens the account with one press, also after closing the browser', async ({
  page,
  product,
  openBrowser,
}) => {
  const manager = await addManager(product.context, { fullName: 'Naledi Khumalo' })
  const email = 'arrives@people.example'
  await openAsManager(page, manager)
  const invited = await page.request.post('/api/send-invitation', { data: { email, fullName: 'Gugu Nkosi' } })
  expect(invited.ok()).toBe(true)
  const link = await linkTo(product, email, 'welcome')

  const { page: first } = await openBrowser()
  await first.goto(link)
  await expect(first).toHaveURL(/\/welcome$/u)
  await expectSound(first)
  await button(first, 'Open my account').click()
  await expect(first.getByText('Choose your own password to continue.')).toBeVisible()
  await first.close()

  const { page: later } = await openBrowser()
  await later.goto('/welcome')
  await later.getByLabel('Code from the email').fill(link.split('#')[1] ?? '')
  await button(later, 'Continue').click()
  await button(later, 'Open my account').click()
  await later.getByLabel('New Password', { exact: true }).fill('a lighthouse in the fog')
  await later.getByLabel('Confirm New Password', { exact: true }).fill('a lighthouse in the fog')
  await button(later, 'Change Password').click()
  await expect(later.getByText('Before you begin')).toBeVisible()
})
