import { confirmKey, enterPassword, showKey } from '#test/support/e2e/authenticator.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { addStaff } from '#test/support/e2e/people.ts'

test.use({ variables: { REQUIRE_SECOND_FACTOR: '1' } })

test('where it is required, staff set an authenticator up before anything else', async ({
  page,
  product,
}) => {
  const admin = await addStaff(product.context, 'admin')
  await enterPassword(page, admin)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await expect(heading('Set up your authenticator')).toBeVisible()
  await page.goto('/admin')
  await expect(page).toHaveURL('/account')
  await showKey(page, admin)
  await confirmKey(page)
  await expect(heading('Client Applications')).toBeVisible()
})
