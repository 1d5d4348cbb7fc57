import { expect, test, type Page } from '@playwright/test'
import { makeUser } from '#app/demo/factories/users.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addStaff } from '#test/support/e2e/people.ts'
import { addDevice, addFirstFactor } from '#test/support/e2e/passkeys.ts'
import { expectSound } from '#test/support/e2e/sound.ts'
import { startSsoProduct, type SsoProduct } from '#test/support/e2e/sso.ts'

let running: SsoProduct
test.beforeAll(async () => {
  test.setTimeout(120_000)
  running = await startSsoProduct()
})
test.afterAll(() => running.close())

/** Presses the link, and chooses who to be on the provider's page. */
async function signInAs(page: Page, name: string): Promise<void> {
  await page.goto(`${running.site}/auth`)
  await page.getByRole('link', { name: 'Sign in with Demo Provider' }).click()
  await page.getByRole('button', { name }).click()
}

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Client Applications' })

test('an invited colleague signs in at the provider, and is not signed in again by signing out', async ({
  page,
}) => {
  const { username } = await makeUser(running.product.context, { role: 'admin', invited: true })
  running.idp.people.set('invited', { name: 'Invited colleague', email: username, email_verified: true })
  await signInAs(page, 'Invited colleague')
  await expect(home(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`${running.site}/admin`)
  await expect(home(other)).toBeVisible()
  const still = (tab: Page) => tab.getByText('You are still signed in at Demo Provider.')
  const signOutThere = page.getByRole('link', { name: 'Sign out at Demo Provider' })
  await button(page, 'Sign Out').click()
  await expect(page).toHaveURL(`${running.site}/auth`)
  await expect(still(page)).toBeVisible()
  await expect(signOutThere).toHaveAttribute('rel', 'noreferrer')
  await expectSound(page)
  await expect(other.getByText('Your session has ended.')).toBeVisible()
  await expect(still(other)).toHaveCount(0)
  await expect(still(page)).toBeVisible()
  await page.reload()
  await expect(button(page, 'Sign In')).toBeEnabled()
  await expect(page).toHaveURL(`${running.site}/auth`)
  await expect(still(page)).toHaveCount(0)

  // The provider asks no one until they sign out there.
  const signIn = page.getByRole('link', { name: 'Sign in with Demo Provider' })
  await signIn.click()
  await expect(home(page)).toBeVisible()
  await button(page, 'Sign Out').click()
  await signOutThere.click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.goto(`${running.site}/auth`)
  await signIn.click()
  await page.getByRole('button', { name: 'Invited colleague' }).click()
  await button(page, 'Sign Out').click()
  await expect(still(page)).toBeVisible()
  // As when the browser stores the page for Back.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect(still(page)).toHaveCount(0)
})

test('an active colleague is asked for the password once', async ({ page }) => {
  const admin = await addStaff(running.product.context, 'admin')
  running.idp.people.set('active', { name: 'Active colleague', email: admin.username, email_verified: true })
  await signInAs(page, 'Active colleague')
  await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not the right one')
  await button(page, 'Link and Sign In').click()
  await expect(page.getByText('That password is incorrect.').first()).toBeVisible()
  await password.fill(admin.password)
  await button(page, 'Link and Sign In').click()
  await expect(home(page)).toBeVisible()

  await page.context().clearCookies()
  await signInAs(page, 'Active colleague')
  await expect(home(page)).toBeVisible()
})

test('an active colleague uses a passkey instead of the password', async ({ page }) => {
  const admin = await addStaff(running.product.context, 'admin')
  running.idp.people.set('passkey', {
    name: 'Colleague with a passkey',
    email: admin.username,
    email_verified: true,
  })
  await page.goto(`${running.site}/auth`)
  await page.getByLabel('Email Address').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await button(page, 'Sign In').click()
  await expect(home(page)).toBeVisible()
  const { device, authenticatorId } = await addDevice(page)
  await addFirstFactor(page, running.site, admin)
  await page.context().clearCookies()

  // The address field of the sign-in page offers passkeys too: the device answers once it is asked by this page.
  const answers = (enabled: boolean) =>
    device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  await answers(false)
  await signInAs(page, 'Colleague with a passkey')
  await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
  await expectSound(page)
  await answers(true)
  await button(page, 'Use a passkey instead').click()
  await expect(home(page)).toBeVisible()
})

test('a colleague links a person at the provider on the account page, and removes it', async ({ page }) => {
  const admin = await addStaff(running.product.context, 'admin')
  running.idp.people.set('own', { name: 'Same colleague', email: 'private@elsewhere.example' })
  await page.goto(`${running.site}/auth`)
  await page.getByLabel('Email Address').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await button(page, 'Sign In').click()
  await expect(home(page)).toBeVisible()
  await page.goto(`${running.site}/account?section=sign-in`)
  await button(page, 'Link Demo Provider').click()
  await page.getByLabel('Your password', { exact: true }).fill(admin.password)
  await button(page.getByRole('dialog'), 'Continue').click()
  await page.getByRole('button', { name: 'Same colleague' }).click()
  const remove = button(page, 'Remove Demo Provider')
  await expect(remove).toBeVisible()
  await expect(button(page, 'Link Demo Provider')).toHaveCount(0)
  await remove.click()
  await page.getByLabel('Your password', { exact: true }).fill(admin.password)
  await button(page.getByRole('dialog'), 'Remove').click()
  await expect(button(page, 'Link Demo Provider')).toBeVisible()
})

test('an address that the provider does not confirm is refused in words, and no one is signed in', async ({
  page,
}) => {
  const admin = await addStaff(running.product.context, 'admin')
  running.idp.people.set('unverified', { name: 'Unverified', email: admin.username, email_verified: false })
  await signInAs(page, 'Unverified')
  await expect(page.getByRole('alert')).toContainText('didn’t confirm your email address')
  await expect(button(page, 'Sign In')).toBeEnabled()
})
