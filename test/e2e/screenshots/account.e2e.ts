import { codeField, confirmKey, enterPassword, showKey, signOut } from '#test/support/e2e/authenticator.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, section } from '#test/support/e2e/forms.ts'
import { addClient, addStaff, signIn } from '#test/support/e2e/people.ts'
import { look } from '#test/support/e2e/screenshot.ts'
import { registerAs } from '#test/support/e2e/registration.ts'

test('the account of a client', async ({ page, product, elsewhere }) => {
  const client = await addClient(product.context, { fullName: 'Thandiwe Nkosi' })
  await signIn(elsewhere, client)
  await signIn(page.context(), client)
  await page.goto('/account')
  await expect(section(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(2)
  await look(page, 'account-client', { dark: true })
})

test('an authenticator', async ({ page, product, watch }) => {
  watch.expect(400, '/api/account/second-factor/code')
  const admin = await addStaff(product.context, 'admin', 'Ayanda Pule')
  await signIn(page.context(), admin)
  await page.goto('/account?section=sign-in')
  const own = section(page, 'Authenticator')
  await button(own, 'Set up an authenticator').click()
  await showKey(page, admin)
  await look(page, 'authenticator-set-up', { dark: true })
  await confirmKey(page, () => look(page, 'authenticator-recovery-codes'))
  await expect(own).toContainText('Recovery codes left: 10')
  await look(page, 'account-staff')
  await button(own, 'Turn off').click()
  await look(page, 'authenticator-turn-off')
  await page.keyboard.press('Escape')
  await signOut(page)

  await enterPassword(page, admin)
  await expect(codeField(page)).toBeVisible()
  await look(page, 'sign-in-code', { dark: true })
  await codeField(page).fill('123456')
  await button(page, 'Continue').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look(page, 'sign-in-code-wrong')
})

test('an address that waits to be confirmed', async ({ page, watch }) => {
  await registerAs(page, 'Lerato Dlamini')
  await look(page, 'confirm-address')
  watch.expect(400, '/api/confirm-address')
  await page.goto('/confirm#not-a-link-that-was-mailed')
  await expect(page.getByRole('alert')).toBeVisible()
  await look(page, 'confirm-address-wrong-link')
})
