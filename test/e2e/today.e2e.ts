import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addManager } from '#test/support/e2e/people.ts'
import { addToBook, dialog, openAsAdmin, openAsManager } from '#test/support/e2e/staff.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

/** Rows for data begin here at the latest (docs: quiet screens). */
const FIRST_ROW = 200

test('all work is in one list, late work first, and leaves it when it is done', async ({
  page,
  product,
  openBrowser,
}) => {
  const manager = await addManager(product.context, { fullName: 'Todana Botha' })
  const client = (fullName: string, days: number, status: 'submitted' | 'under_review' = 'submitted') =>
    addToBook(product, {
      fullName,
      username: `${fullName.toLowerCase().replaceAll(' ', '.')}@today.example`,
      manager,
      status,
      createdAt: daysAgo(days + 5),
      submittedAt: daysAgo(days),
    })
  await client('Vuyo Tardy', 30, 'under_review')
  for (const name of ['Ayesha Fresh', 'Bongi Fresh', 'Carl Fresh', 'Dineo Fresh']) await client(name, 0)

  await test.step('the manager’s list', async () => {
    const { page: managerPage } = await openBrowser()
    await openAsManager(managerPage, manager, '/today')
    const link = managerPage.getByRole('link', { name: /^Today/u })
    await expect(link).toHaveText('Today5')
    const rows = managerPage.getByRole('main').getByRole('listitem')
    await expect(rows.first()).toContainText('Vuyo Tardy')
    await expect(rows).toHaveCount(4)
    await button(managerPage, 'Show all 5: Application submitted').press('Enter')
    await expect(rows).toHaveCount(5)
    for (const [width, height] of [
      [1366, 768],
      [390, 844],
    ] as const) {
      await managerPage.setViewportSize({ width, height })
      const top = (await rows.first().boundingBox())?.y ?? Number.POSITIVE_INFINITY
      expect(top, `first row at ${width} px`).toBeLessThanOrEqual(FIRST_ROW)
      const tooWide = () => managerPage.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(tooWide).toBeLessThanOrEqual(0)
      expect(await findViolations(managerPage)).toEqual([])
    }
    await expect(managerPage.getByText('Notifications', { exact: true })).toHaveCount(0)
  })

  await openAsAdmin(page, product)
  await page.goto('/today')
  const late = page.getByRole('link', { name: /^Late answer Vuyo Tardy With Todana Botha for 30 days/u })
  await expect(late).toBeVisible()

  const { page: managerPage } = await openBrowser()
  await openAsManager(managerPage, manager, '/today')
  await managerPage.getByRole('link', { name: /Vuyo Tardy/u }).press('Enter')
  await button(managerPage, 'Approve').click()
  await button(dialog(managerPage, 'Approve'), 'Approve').click()
  await managerPage.getByRole('link', { name: /^Today/u }).click()
  await expect(managerPage.getByRole('link', { name: /^Today/u })).toHaveText('Today4')
  await page.reload()
  // Other clients of the firm may wait.
  const loaded = page
    .getByRole('main')
    .getByRole('listitem')
    .first()
    .or(page.getByText(/^Nothing to do\./u))
  await expect(loaded).toBeVisible()
  await expect(late).toHaveCount(0)
})
