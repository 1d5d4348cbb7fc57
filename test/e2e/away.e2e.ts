import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addManager } from '#test/support/e2e/people.ts'
import { addToBook, dialog, openAsAdmin } from '#test/support/e2e/staff.ts'

test('an admin names a stand-in for a manager who is ill, by the palette, and undoes it', async ({
  page,
  product,
}) => {
  const manager = await addManager(product.context, { fullName: 'Awayne Ill' })
  await addManager(product.context, { fullName: 'Present Well' })
  await addToBook(product, { fullName: 'Vuyo Patient', username: 'vuyo@away.example', manager })
  await openAsAdmin(page, product)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Find people/u })).toBeFocused()
  await page.keyboard.type('holiday')
  await expect(dialog(page, 'Find').getByRole('option', { selected: true })).toHaveText(
    'Wealth managers away',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wealth managers away')
  const row = page.getByRole('listitem').filter({ hasText: 'Awayne Ill' }).first()
  await expect(row).toContainText('1 client')
  await button(row, 'Name a stand-in for Awayne Ill').click()
  await button(row, 'Name stand-in').click()
  await expect(row.getByText('Please choose a colleague')).toBeVisible()
  await row.getByLabel('Colleague').selectOption('Present Well')
  await row.getByLabel('Last day').fill(dayAfter(dayOf(new Date()), 5))
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(tooWide).toBeLessThanOrEqual(0)
    expect(await findViolations(page)).toEqual([])
  }
  await button(row, 'Name stand-in').click()
  await expect(row).toContainText(/Present Well until/u)
  await button(page, 'Undo').click()
  await expect(row).not.toContainText('Present Well until')
})
