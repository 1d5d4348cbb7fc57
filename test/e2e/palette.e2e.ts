import { findViolations } from '#test/support/e2e/axe.ts'
import { onEachDevice } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { pressInHeader } from '#test/support/e2e/header.ts'
import { addManager, addStaff, signIn } from '#test/support/e2e/people.ts'
import { addToBook, dialog, expectNames, openAsAdmin, openAsManager } from '#test/support/e2e/staff.ts'

const NUMBER = '6705125123089'

test('an admin finds a client by ID number, which stays out of addresses, and works by keyboard only', async ({
  page,
  product,
}) => {
  const manager = await addManager(product.context, { fullName: 'Bukelwa Palette' })
  const client = await addToBook(product, {
    fullName: 'Refilwe Palette',
    username: 'refilwe@palette.example',
    status: 'submitted',
    answers: { fullName: 'Refilwe Palette', idNumber: NUMBER },
    manager,
  })
  await addToBook(product, { fullName: 'Sizwe Elsewhere', username: 'sizwe@palette.example' })
  await openAsAdmin(page, product)

  await test.step('the list’s search takes the number, and is then searched by the reference', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('670512 5123 089')
    await expectNames(page, ['Refilwe Palette'])
    await expect(page).toHaveURL(/search=[A-Z]+-[2-9HKMQRWXY]{4}-[2-9]{2}$/u)
    await page.getByRole('searchbox', { name: 'Search' }).fill('bukelwa')
    await page.getByRole('button', { name: 'All clients of Bukelwa Palette' }).click()
    await expectNames(page, ['Refilwe Palette'])
  })

  const palette = dialog(page, 'Find')
  const field = palette.getByRole('combobox')
  await test.step('the palette opens the application, and lists it as recent', async () => {
    await page.getByRole('link', { name: 'Annual Reviews' }).focus()
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await expect(page.getByRole('link', { name: 'Annual Reviews' })).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(NUMBER)
    await page.keyboard.press('ArrowDown')
    const found = palette.getByRole('option', { name: 'Refilwe Palette', selected: true })
    await expect(found).toBeVisible()
    await expect(field).toHaveAttribute('aria-activedescendant', (await found.getAttribute('id')) ?? '')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Application Summary')).toContainText('Refilwe Palette')
    await expect(page).toHaveURL(`/admin?application=${client.applicationId}`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('group', { name: 'Recently opened' })).toContainText('Refilwe Palette')
  })

  await test.step('a manager opens their clients, an action its page', async () => {
    await page.keyboard.type('bukelwa')
    const person = palette.getByRole('group', { name: 'People' }).getByRole('option')
    await expect(person).toHaveText([/^Bukelwa Palette/u])
    await expect(person).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/admin?wealthManager=${manager.id}`)
    await expectNames(page, ['Refilwe Palette'])
    await page.keyboard.press('Control+k')
    await page.keyboard.type('invite')
    await expect(palette.getByRole('option', { selected: true })).toHaveText('New Client Invitation')
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Create New Client User')).toBeVisible()
  })
})

onEachDevice((device) => {
  const client = { desktop: 'Mpho Table', phone: 'Mpho Pocket' }[device]

  test('each role finds its own pages and actions', async ({ page, product, openBrowser }) => {
    const manager = await addManager(product.context, { fullName: 'Own Palette' })
    await addToBook(product, { fullName: client, username: `mpho@mine.${device}.example`, manager })
    await addToBook(product, { fullName: 'Mpho Others', username: `mpho@others.${device}.example` })
    await openAsManager(page, manager)
    await pressInHeader(page, 'Find')
    const palette = dialog(page, 'Find')
    await expect(palette.getByRole('option').first()).toBeVisible()
    await palette.getByRole('combobox').fill('mpho')
    await expect(palette.getByRole('option')).toHaveText([new RegExp(`^${client}`, 'u')])
    await palette.getByRole('option').click()
    await expect(page).toHaveURL(/\/wealth-manager\/review\?application=/u)

    const { page: console } = await openBrowser()
    await signIn(console.context(), await addStaff(product.context, 'system_administrator', 'Sam Console'))
    await console.goto('/system-admin')
    await expect(console.getByRole('heading', { level: 1, name: 'System Administration' })).toBeVisible()
    await console.keyboard.press('Control+k')
    const found = dialog(console, 'Find')
    await found.getByRole('combobox').fill(client.toLowerCase())
    await expect(found.getByRole('option')).toHaveText([new RegExp(`^${client}Client`, 'u')])
    await found.getByRole('combobox').fill('audit')
    await found.getByRole('option', { name: 'Audit Logs' }).click()
    await expect(console).toHaveURL('/system-admin?tab=audit-logs')
  })
})
