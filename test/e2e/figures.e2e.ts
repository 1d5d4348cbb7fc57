import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { addManager } from '#test/support/e2e/people.ts'
import { addToBook, expectNames, openAsAdmin } from '#test/support/e2e/staff.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

test('an admin sees processing times, and opens the clients behind a figure', async ({ page, product }) => {
  const manager = await addManager(product.context, { fullName: 'Figura Botha' })
  await addToBook(product, {
    fullName: 'Vuyo Counted',
    username: 'vuyo@figures.example',
    manager,
    status: 'submitted',
    createdAt: daysAgo(20),
    submittedAt: daysAgo(14),
  })
  await addToBook(product, {
    fullName: 'Draft Counted',
    username: 'draft@figures.example',
    createdAt: daysAgo(9),
  })
  await openAsAdmin(page, product)
  await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reports')
  const ofManagers = page.getByRole('table', { name: 'Turnaround times by wealth manager' })
  await expect(ofManagers.getByRole('row', { name: 'Figura Botha' }).getByRole('cell')).toHaveText([
    /^6/u,
    '–',
    '–',
  ])
  const index = page.getByRole('navigation', { name: 'Reports' })
  for (const [section, table] of [
    ['Applications by status', 'Applications by status'],
    ['Where drafts stop', 'Where drafts stop'],
  ] as const) {
    await index.getByRole('link', { name: section }).click()
    await expect(page.getByRole('table', { name: table })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
  }
  await expect(page.getByRole('table', { name: 'Where drafts stop' })).toContainText('9')
  await index.getByRole('link', { name: 'Times' }).click()
  await new Keyboard(page).activate(ofManagers.getByRole('link', { name: 'Figura Botha' }))
  await expectNames(page, ['Vuyo Counted'])
})
