import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { addManager, addStaff, signIn } from '#test/support/e2e/people.ts'
import { addToBook } from '#test/support/e2e/staff.ts'

test('who has seen a client is two clicks from the client', async ({ page, product }) => {
  const manager = await addManager(product.context, { fullName: 'Themba Dube' })
  const client = await addToBook(product, {
    fullName: 'Naledi Mokoena',
    username: 'naledi.seen@people.example',
    manager,
    status: 'submitted',
  })
  await signIn(page.context(), await addStaff(product.context, 'admin', 'Ayanda Pule'))
  await page.goto(`/admin/review?application=${client.applicationId}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Who has seen this client?' }).click()
  const activity = page.getByRole('table', { name: 'Recent activity' })
  const rows = activity.locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Application viewed')
  await expect(rows).toContainText('Naledi Mokoena, ')
  await expect(rows).toContainText('Ayanda Pule')
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Kind of action').selectOption('All kinds')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(activity).toContainText('User created')
})
