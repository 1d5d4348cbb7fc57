import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addManager } from '#test/support/e2e/people.ts'
import { look } from '#test/support/e2e/screenshot.ts'
import { dialog, openAsAdmin } from '#test/support/e2e/staff.ts'

test.use({ variables: { DEMO: '1', SELF_REGISTRATION: '0' } })

test('signing in where accounts come by invitation, and on demo data', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('complementary', { name: 'Demonstration' })).toBeVisible()
  await expect(button(page, 'Create an account')).toHaveCount(0)
  await look(page, 'sign-in-demo')
})

test('the emails of a demonstration', async ({ page, product }) => {
  const manager = await addManager(product.context, { fullName: 'Nomsa Radebe', letter: false })
  await openAsAdmin(page, product)
  await page.goto('/admin/outbox')
  await expect(page.getByText('No emails yet.')).toBeVisible()
  await look(page, 'outbox-empty')

  const invite = (email: string, fullName: string) =>
    page.request.post('/api/send-invitation', { data: { email, fullName, wealthManagerId: manager.id } })
  await invite('gugu.mkhize@people.example', 'Gugu Mkhize')
  await invite('christiaan.oosthuizen@people.example', 'Christiaan Oosthuizen')
  await page.request.post('/api/request-password-reset', { data: { username: 'gugu.mkhize@people.example' } })
  const mails = page.getByRole('list', { name: 'Emails, latest first' }).getByRole('button')
  await expect(async () => {
    await page.getByRole('button', { name: /^Refresh/u }).click()
    expect(await mails.count()).toBe(3)
  }).toPass()
  await look(page, 'outbox', { dark: true })

  await mails.last().click()
  const opened = dialog(page, 'Your invitation to Protea Private Wealth')
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContainEqual(expect.stringMatching(/\/html$/u))
  await expect(opened.getByRole('paragraph').filter({ hasText: 'Dear Gugu' })).toBeVisible()
  await look(page, 'outbox-mail')
})
