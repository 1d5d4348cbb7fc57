import { findViolations } from '#test/support/e2e/axe.ts'
import { openConsole } from '#test/support/e2e/console.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { addManager } from '#test/support/e2e/people.ts'

test('a system administrator sees what there is to do, and opens it', async ({ page, product }) => {
  await addManager(product.context, { fullName: 'Unlettered Botha', letter: false })
  await openConsole(page, product)
  const row = page.getByRole('region', { name: 'To do' }).getByRole('link', {
    name: 'FAIS letter Unlettered Botha’s clients can’t sign Open',
  })
  await expect(row).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await row.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/FAIS letter/u)
})
