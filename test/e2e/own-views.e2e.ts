import type { Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { addManager } from '#test/support/e2e/people.ts'
import {
  addToBook,
  dialog,
  expectNames,
  openAsAdmin,
  openAsManager,
  openToolbar,
} from '#test/support/e2e/staff.ts'

// Lists show the whole firm, so this file has its own server.
test.use({ variables: { SELF_REGISTRATION: '0' } })

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Queues' }).getByRole('link')
const tab = (page: Page, name: string) => tabs(page).filter({ hasText: name })

async function saveView(page: Page, name: string): Promise<void> {
  await button(page, 'Save this view').click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await expectNotification(page, 'View saved', name)
  await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
}

test('staff save, rename and delete their own views', async ({ page, product, openBrowser }) => {
  const manager = await addManager(product.context, { letter: false })
  const people = [
    ['Anele Draft', 'draft', manager],
    ['Busi Draft', 'draft', undefined],
    ['Carel Rejected', 'rejected', manager],
  ] as const
  for (const [fullName, status, whose] of people) {
    const username = `${fullName.toLowerCase().replace(' ', '.')}@views.example`
    await addToBook(product, { fullName, username, status, ...(whose && { manager: whose }) })
  }
  await openAsAdmin(page, product)
  const save = button(page, 'Save this view')

  await test.step('an existing tab is not saved again as a view', async () => {
    await expect(tab(page, 'All')).toHaveAttribute('aria-current', 'page')
    await expect(save).toBeHidden()
    await tab(page, 'Waiting for us').click()
    await expect(save).toBeHidden()
  })

  await test.step('a list is given a name, and is a tab from then on', async () => {
    await page.goto('/admin?status=draft&sort=fullName&direction=asc&search=busi')
    await save.click()
    const saving = dialog(page, 'Save this view')
    await expect(saving).toContainText('without your search')
    await page.keyboard.press('Enter')
    await expect(saving).toContainText('Please name the view')
    expect(await findViolations(page)).toEqual([])
    await saving.getByRole('textbox', { name: 'Name' }).fill('Drafts by name')
    await button(page, 'Save View').click()
    await expectNotification(page, 'View saved', 'Drafts by name')
    await expect(tab(page, 'Drafts by name')).toHaveText('Drafts by name2')
    await tab(page, 'All').click()
    await tab(page, 'Drafts by name').click()
    await expectNames(page, ['Anele Draft', 'Busi Draft'])
    await expect(tab(page, 'Drafts by name')).toHaveAttribute('aria-current', 'page')
    await expect(save).toBeHidden()
  })

  await test.step('one is renamed and deleted by keyboard, and its list can be saved again', async () => {
    await page.goto('/admin?status=rejected')
    await saveView(page, 'Rejected')
    await page.goto('/admin?status=cancelled')
    await saveView(page, 'Withdrawn')
    const more = await openToolbar(page, 'More')
    await button(more, 'Rename this view').press('Enter')
    await dialog(page, 'Rename this view').getByRole('textbox', { name: 'Name' }).fill('Left')
    await page.keyboard.press('Enter')
    await expectNotification(page, 'View renamed', 'Left')
    await expect(tab(page, 'Left')).toHaveAttribute('aria-current', 'page')
    await openToolbar(page, 'More')
    await button(more, 'Delete this view').press('Enter')
    await expectNotification(page, 'View deleted', 'Left')
    await expect(tab(page, 'Left')).toHaveCount(0)
    await expect(button(page, 'More')).toBeFocused()
    await expect(save).toBeVisible()
    await page.goto('/admin?status=rejected')
    await page.setViewportSize({ width: 390, height: 844 })
    await openToolbar(page, 'Filter and more')
    await expect(button(page, 'Delete this view')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await findViolations(page)).toEqual([])
  })

  await test.step('others do not have them', async () => {
    const { page: staffPage } = await openBrowser()
    await openAsManager(staffPage, manager)
    await expect(tab(staffPage, 'All')).toBeVisible()
    await expect(tab(staffPage, 'Drafts by name')).toHaveCount(0)
  })

  await test.step('the palette finds own views by name, from any page and by keyboard', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/figures')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    const palette = dialog(page, 'Find')
    await page.keyboard.type('your view')
    await expect(palette.getByRole('group', { name: 'Views' }).getByRole('option')).toHaveCount(2)
    await page.keyboard.press('Control+a')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.type('your rejected')
    await expect(palette.getByRole('option')).toHaveText([/^RejectedYour view/u])
    await page.keyboard.press('Enter')
    await expectNames(page, ['Carel Rejected'])
  })
})
