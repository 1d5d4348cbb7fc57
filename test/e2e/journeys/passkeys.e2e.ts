import { expect, test, type CDPSession, type Locator, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { applications } from '#features/access/schema/tables.ts'
import { passkeys as passkeyTable } from '#features/sign-in/schema/passkey-schema.ts'
import { button, section } from '#test/support/e2e/forms.ts'
import { addClient, addManager, addStaff, type Person } from '#test/support/e2e/people.ts'
import { addDevice, addFirstFactor } from '#test/support/e2e/passkeys.ts'
import { startProduct, type RunningProduct } from '#test/support/e2e/product.ts'
import { expectSound } from '#test/support/e2e/sound.ts'
import { expectSigned, NAME, sealOfTheFirm } from '#test/support/e2e/signing.ts'
import { runDocumentedCheck, SIGNED_LETTER } from '#test/support/signature-evidence.ts'
import { unzip } from '#test/support/unzip.ts'
import { codeAt } from '#test/support/second-factor.ts'

/** Passkeys belong to a host name, so these pages are opened at localhost and not at the address of the other tests. */
let running: RunningProduct
let site: string
test.beforeAll(async () => {
  test.setTimeout(120_000)
  running = await startProduct({ variables: await sealOfTheFirm(), clockMoves: false })
  await running.product.crash()
  // Now with a fixed port, which belongs to the origin of passkeys.
  await running.product.restart()
  site = `http://localhost:${new URL(running.product.url).port}`
})
test.afterAll(() => running.close())

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Client Applications' })
const codePage = (page: Page) => page.getByRole('heading', { level: 1, name: 'Enter your code' })

async function enterPassword(
  page: Page,
  { username, password }: Person,
  next: Locator = home(page),
): Promise<void> {
  await page.goto(`${site}/auth`)
  await page.getByLabel('Email Address').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign In').click()
  await expect(next).toBeVisible()
}

/** Adds a passkey on the account page of a signed-in user. */
async function addPasskey(page: Page, person: Person): Promise<void> {
  await page.goto(`${site}/account?section=sign-in`)
  await button(page, 'Add a passkey').click()
  await confirm(page, person, 'Continue')
  await expect(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(1)
}

/** Sets up an authenticator in the session of the page. */
async function setUpAuthenticator(page: Page, { password }: Person): Promise<void> {
  const url = `${site}/api/account/second-factor`
  const headers = { origin: site }
  const begun = await page.request.post(url, { data: { password }, headers })
  const { secret } = (await begun.json()) as { secret: string }
  const confirmed = await page.request.put(url, { data: { code: codeAt(secret, new Date()) }, headers })
  expect(confirmed.status()).toBe(200)
}

/** The browser deletes a passkey on the device once this site says that it does not know it. */
async function expectForgotten(device: CDPSession, authenticatorId: string): Promise<void> {
  await expect
    .poll(async () => (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials)
    .toEqual([])
}

async function confirm(page: Page, { password }: Person, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await button(dialog, name).click()
  await expect(dialog).toBeHidden()
}

test('a passkey is added, signs in, is rejected when it was copied, and is removed', async ({ page }) => {
  const admin = await addStaff(running.product.context, 'admin')
  await enterPassword(page, admin)
  const { device, authenticatorId } = await addDevice(page)
  const [firstCode = '', secondCode = ''] = await addFirstFactor(page, site, admin)
  const passkeys = section(page, 'Passkeys').getByRole('listitem')
  await page.context().clearCookies()

  // The address field offers it: this device answers without being asked twice.
  await page.goto(`${site}/auth`)
  await expect(home(page)).toBeVisible()
  await page.context().clearCookies()

  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.goto(`${site}/auth`)
  await button(page, 'Sign in with a passkey').click()
  await expect(home(page)).toBeVisible()
  await page.context().clearCookies()

  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId })
  const [credential] = credentials
  if (credential === undefined) throw new Error('The device has no passkey.')
  const { credentialId } = credential
  await device.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
  await device.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: { ...credential, signCount: 0 },
  })
  await page.goto(`${site}/auth`)
  await button(page, 'Sign in with a passkey').click()
  await expect(page.getByText('This passkey can’t be used here.')).toBeVisible()

  // The password alone is not enough any more, and a recovery code stands in for the passkey.
  await enterPassword(page, admin, page.getByRole('heading', { level: 1, name: 'Use your passkey' }))
  await page.getByLabel('Recovery code').fill(firstCode)
  await button(page, 'Continue').click()
  await expect(home(page)).toBeVisible()
  await page.goto(`${site}/account?section=sign-in`)
  await passkeys.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(secondCode)
  await confirm(page, admin, 'Remove')
  await expect(section(page, 'Passkeys')).toContainText('You have no passkeys.')
  await expectForgotten(device, authenticatorId)
})

test('the device forgets a passkey that is not known here any more', async ({ page }) => {
  const admin = await addStaff(running.product.context, 'admin')
  await enterPassword(page, admin)
  const { device, authenticatorId } = await addDevice(page)
  await addFirstFactor(page, site, admin)
  await running.product.context.database.db.delete(passkeyTable)
  await page.context().clearCookies()
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.goto(`${site}/auth`)
  await button(page, 'Sign in with a passkey').click()
  await expect(page.getByText('This passkey can’t be used here.')).toBeVisible()
  await expectForgotten(device, authenticatorId)
})

test('a passkey is offered after a sign-in by password, and not again after "Not now"', async ({ page }) => {
  const admin = await addStaff(running.product.context, 'admin')
  await addDevice(page)
  await enterPassword(page, admin)
  const offer = page.getByRole('complementary', { name: 'Passkey' })
  await expect(offer).toBeVisible()
  await expectSound(page)
  await button(offer, 'Add a passkey').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(offer).toBeHidden()

  await page.context().clearCookies()
  const loaded = page.waitForResponse(/passkey-offer/u)
  await enterPassword(page, admin)
  await loaded
  await expect(offer).toBeHidden()

  // 90 days later.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('passkey offer')) ?? ''
    localStorage.setItem(key, String(Number(localStorage.getItem(key)) - 91 * 86_400_000))
  })
  await page.context().clearCookies()
  await enterPassword(page, admin)
  await button(offer, 'Add a passkey').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(admin.password)
  await button(dialog, 'Continue').click()
  await dialog.getByLabel('I have saved these codes in a safe place').check()
  await button(dialog, 'Done').click()
  await expect(offer).toBeHidden()
  await page.goto(`${site}/account?section=sign-in`)
  await expect(button(section(page, 'Passkeys'), 'Add a second passkey')).toBeVisible()
})

test('a passkey is renamed, and proves who one is instead of the password', async ({ page }) => {
  const admin = await addStaff(running.product.context, 'admin')
  await enterPassword(page, admin)
  await addDevice(page)
  await addFirstFactor(page, site, admin)
  const passkeys = section(page, 'Passkeys').getByRole('listitem')
  await expect(passkeys).toContainText('This device')
  await passkeys.getByRole('button', { name: /^Rename / }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Blue key')
  await button(page.getByRole('dialog'), 'Save').click()
  await expect(section(page, 'Passkeys')).toContainText('Blue key')

  await button(section(page, 'Passkeys'), 'Remove Blue key').click()
  await button(page.getByRole('dialog'), 'Use a passkey instead').click()
  await expect(section(page, 'Passkeys')).toContainText('You have no passkeys.')
})

test('a passkey finishes a sign-in by password instead of a code; who has none is not offered it', async ({
  page,
}) => {
  const admin = await addStaff(running.product.context, 'admin')
  await enterPassword(page, admin)
  const { device, authenticatorId } = await addDevice(page)
  // The device answers nothing on the sign-in page, whose address field offers passkeys too.
  const answers = (enabled: boolean) =>
    device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  await setUpAuthenticator(page, admin)
  await addPasskey(page, admin)
  await page.context().clearCookies()
  await answers(false)
  await enterPassword(page, admin, codePage(page))
  await answers(true)
  await button(page, 'Use a passkey instead').click()
  await expect(home(page)).toBeVisible()

  await page.context().clearCookies()
  await answers(false)
  const another = await addStaff(running.product.context, 'admin')
  await enterPassword(page, another)
  await setUpAuthenticator(page, another)
  await page.context().clearCookies()
  const ways = page.waitForResponse('**/api/account/second-factor/ways')
  await enterPassword(page, another, codePage(page))
  expect(await (await ways).json()).toEqual({ passkey: false, authenticator: true })
  await expect(button(page, 'Use a passkey instead')).toHaveCount(0)
})

test('a client signs the letter with a passkey, without the password', async ({ page }) => {
  const { context } = running.product
  const manager = await addManager(context)
  const answers = completeAnswers('thandiwe@people.example', { fullName: NAME })
  const client = await addClient(context, { currentStep: 'documents', manager, answers })
  await enterPassword(page, client, button(page, 'Read the letter'))
  await addDevice(page)
  await addPasskey(page, client)
  await page.goto(site)
  await button(page, 'Read the letter').click()
  await page.getByLabel('Your full name').fill(NAME)
  for (const statement of await page.getByRole('checkbox').all()) await statement.check()
  await button(page, 'Sign with a passkey').click()
  await expectSigned(page)

  // The answer of this browser's device is verified as documented, from the ZIP that staff download.
  const [application] = await context.database.db
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.userId, client.id))
  await page.context().clearCookies()
  const admin = await addStaff(context, 'admin')
  await page.request.post(`${site}/api/login`, {
    data: { username: admin.username, password: admin.password },
    headers: { origin: site },
  })
  const zip = await page.request.get(`${site}/api/admin/applications/${application?.id}/download`)
  const checked = runDocumentedCheck(unzip(await zip.body()))
  expect(checked.output).toContain(SIGNED_LETTER)
  expect(checked.succeeded).toBe(true)
})
