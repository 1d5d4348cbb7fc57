import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { look } from '#test/support/e2e/photograph.ts'

test.use({ variables: { DEMO: '1', SELF_REGISTRATION: '0' } })

test('signing in where accounts come by invitation, and on demo data', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('complementary', { name: 'Demonstration' })).toBeVisible()
  await expect(button(page, 'Create an account')).toHaveCount(0)
  await look(page, 'sign-in-demo')
})
