import type { Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { pressInHeader } from '#test/support/e2e/header.ts'
import { button, expectNotification, expectProblems } from '#test/support/e2e/forms.ts'
import { failCall } from '#test/support/e2e/hold.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { addClient } from '#test/support/e2e/people.ts'
import { widthBeyond } from '#test/support/e2e/screenshot.ts'
import { expectWaiting, mailedPath, PASSWORD, registerAs } from '#test/support/e2e/registration.ts'

const CONFIRM = '/api/confirm-address'
const NOT_THIS_LINK = 'This link doesn’t confirm the address of this account.'

function pageHeading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

async function expectConfirmed(page: Page): Promise<void> {
  await expectNotification(page, 'Email address confirmed', 'You can now submit your application.')
  await expect(pageHeading(page, 'Personal Details')).toBeVisible()
}

/** On desktop and phone. */
async function expectFit(page: Page): Promise<void> {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    expect(await findViolations(page)).toEqual([])
    expect(await widthBeyond(page)).toBe(0)
  }
}

test('a new client creates an account, confirms the address, and begins', async ({
  page,
  product,
  watch,
}) => {
  const taken = await addClient(product.context)
  await page.goto('/auth')
  await button(page, 'Create an account').click()
  await expect(pageHeading(page, 'Create an account')).toBeFocused()
  const email = page.getByLabel('Email Address')
  const password = page.getByLabel('Password', { exact: true })
  const create = button(page, 'Create account')
  await create.click()
  await expectProblems(page, [
    { field: email, message: 'Please enter your email address' },
    { field: password, message: 'New password must be at least 12 characters long' },
  ])
  await email.fill(taken.username)
  await password.fill(PASSWORD)
  watch.expect(409, '/api/register')
  await create.click()
  await expectProblems(page, [
    { field: email, message: 'There is already an account with this email address.' },
  ])
  await expectNotification(
    page,
    'Registration failed',
    'There is already an account with this email address.',
  )

  const username = `new-${taken.username}`
  await email.fill(username)
  await page.getByLabel('Full Name').fill('Lerato Dlamini')
  await create.click()
  await expectNotification(page, 'Account created!', 'Your account has been successfully created.')
  await expect(pageHeading(page, 'Personal Details')).toBeVisible()
  await expect(page.getByText('Please confirm your email address')).toBeVisible()
  await expectFit(page)
  await page.getByLabel('ID Number').first().fill('8001015009087')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^Saved \d\d:\d\d$/u)).toBeVisible()
  await page.getByRole('link', { name: 'Enter the code, or send the email again' }).click()
  await expectWaiting(page, username)
  await expect(pageHeading(page, 'Confirm your email address')).toBeFocused()
  await expectFit(page)

  const path = await mailedPath(product, username)
  const mailProgram = await page.context().newPage()
  await mailProgram.goto(path)
  await expectConfirmed(mailProgram)
  await expect(mailProgram).not.toHaveURL(/#/u)
  // The waiting tab continues too.
  await expect(pageHeading(page, 'Personal Details')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Lerato Dlamini')
  await expect(page.getByRole('textbox', { name: 'Email Address' })).toHaveValue(username)

  await mailProgram.goto(path)
  await expect(pageHeading(mailProgram, 'Your email address is confirmed')).toBeVisible()
  await expect(mailProgram.getByRole('main')).toContainText(`You are signed in as ${username}`)
  await expectFit(mailProgram)
  await button(mailProgram, 'Continue').click()
  await expect(pageHeading(mailProgram, 'Personal Details')).toBeVisible()
})

test('a link that is followed without a session asks for the password first, by keyboard too', async ({
  page,
  product,
  openBrowser,
}) => {
  const username = await registerAs(page)
  const { page: other } = await openBrowser()
  const keyboard = new Keyboard(other)
  await other.goto(await mailedPath(product, username))
  await expect(pageHeading(other, 'Confirm your email address')).toBeVisible()
  await expectFit(other)
  await keyboard.activate(other.getByRole('link', { name: 'Sign In' }))
  await expect(other).toHaveURL('/auth')
  await keyboard.type(other.getByLabel('Email Address'), username)
  await keyboard.type(other.getByLabel('Password', { exact: true }), PASSWORD)
  await keyboard.press('Enter')
  await expectConfirmed(other)
  // The waiting browser notices when the user returns to it.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(pageHeading(page, 'Personal Details')).toBeVisible()
})

test('a link that was replaced, or belongs to another user, says so; the newest one confirms', async ({
  page,
  product,
  watch,
  openBrowser,
}) => {
  const username = await registerAs(page)
  const first = await mailedPath(product, username)
  await button(page, 'Send the email again').click()
  await expect(page.getByRole('main')).toContainText(
    'We have sent it again. Only the link in the newest email works.',
  )
  await expect(page.getByRole('link', { name: 'Open the link' })).toHaveCount(0)
  const second = await mailedPath(product, username, 2)
  const browser = await openBrowser()
  const foreign = await mailedPath(product, await registerAs(browser.page))
  for (const path of [first, foreign, '/confirm#nonsense']) {
    watch.expect(400, CONFIRM)
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText(NOT_THIS_LINK)
    await expect(page).not.toHaveURL(/#/u)
  }
  await expectFit(page)
  await page.reload()
  await expectWaiting(page, username)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goto(second)
  await expectConfirmed(page)
})

test('unanswered requests can be retried, and a user with a mistyped address can sign out', async ({
  page,
  product,
  watch,
}) => {
  const username = await registerAs(page)
  watch.expect(503, CONFIRM)
  const mend = await failCall(page, CONFIRM, 503)
  await page.goto(await mailedPath(product, username))
  await expect(page.getByRole('alert')).toContainText('The service isn’t available right now.')
  await mend()
  await button(page, 'Try again').click()
  await expectConfirmed(page)
  await pressInHeader(page, 'Save & Sign Out')
  await expect(page).toHaveURL('/auth')

  await registerAs(page)
  await button(page, 'Sign Out').click()
  await expect(page).toHaveURL('/auth')
  await page.goto('/confirm')
  await expect(page).toHaveURL('/auth')
})

test('a demonstration shows the link that was mailed', async ({ page, product }) => {
  const username = await registerAs(page)
  await page.route(`${CONFIRM}/mail`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { link: await mailedPath(product, username, 2) } })
  })
  await button(page, 'Send the email again').click()
  await page.getByRole('link', { name: 'Open the link' }).click()
  await expectConfirmed(page)
})
