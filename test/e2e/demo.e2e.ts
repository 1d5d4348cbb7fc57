import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { signIn } from '#test/support/e2e/people.ts'

/** One valid password for all demo accounts. */
const password = 'demo herons wade quietly'

test.use({ variables: { DEMO: '1', DEMO_PASSWORD: password, SELF_REGISTRATION: '0' } })

const demonstration = 'Demonstration. Everyone here is fictional.'

test('a notice marks every page of demo data', async ({ page }) => {
  for (const address of ['/auth', '/reset-password', '/nowhere']) {
    await page.goto(address)
    await expect(page.getByRole('complementary', { name: 'Demonstration' })).toContainText(demonstration)
  }
  await signIn(page.context(), { username: 'client@demo.example', password })
  for (const address of ['/', '/change-password', '/admin']) {
    await page.goto(address)
    await expect(page.getByRole('complementary', { name: 'Demonstration' })).toContainText(demonstration)
  }
})

test('registration is refused where it is switched off; a forgotten password is shown instead of mailed, and opens the account', async ({
  page,
  context,
}) => {
  await test.step('registration is refused where it is switched off', async () => {
    await page.goto('/auth')
    await expect(button(page, 'Sign In')).toBeVisible()
    await expect(button(page, 'Create an account')).toHaveCount(0)
    const refused = await page.request.post('/api/register', {
      data: { username: 'new@people.example', password: 'seven grey cranes over Ceres' },
    })
    expect(refused.status()).toBe(403)
    expect(await refused.json()).toMatchObject({
      detail: 'Accounts are by invitation only. Please ask your wealth manager to invite you.',
    })
  })

  const main = page.getByRole('main')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  const ask = async (username: string) => {
    await page.getByLabel('Email Address').fill(username)
    await button(page, 'Send Reset Password').click()
    await expect(main).toContainText('Password Reset Sent')
  }

  await test.step('an email that could not be written is reported with the password', async () => {
    const asked = '/api/request-password-reset'
    await page.route(asked, (route) =>
      route.fulfill({
        json: {
          message: 'Done.',
          temporaryPassword: 'Abcdefgh1234!?',
          emailError: 'The mail server is away',
        },
      }),
    )
    await ask('client@demo.example')
    await expect(main).toContainText('The email could not be sent: The mail server is away')
    await page.unroute(asked)
    await button(page, 'Reset Another Account').click()
  })

  await test.step('a forgotten password is shown instead of mailed, and opens the account', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await ask('manager2@demo.example')
    await expect(main).toContainText('Development mode')
    await expect(main).not.toContainText('Email Sent Successfully')
    await button(page, 'Copy').click()
    await expectNotification(page, 'Copied!', 'Temporary password copied to clipboard')
    const temporary = await page.evaluate(() => navigator.clipboard.readText())
    await expect(main.getByRole('code')).toHaveText(temporary)

    await page.getByRole('link', { name: 'Return to Login' }).click()
    await page.getByLabel('Email Address').fill('manager2@demo.example')
    await page.getByLabel('Password', { exact: true }).fill(temporary)
    await button(page, 'Sign In').click()
    await expect(page).toHaveURL('/change-password')
  })
})
