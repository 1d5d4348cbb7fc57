import { findViolations } from '#test/support/e2e/axe.ts'
import { onEachDevice } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { linkTo } from '#test/support/e2e/outbox.ts'
import { addStaff, signIn } from '#test/support/e2e/people.ts'
import { dialog } from '#test/support/e2e/staff.ts'

onEachDevice((device) => {
  test('a wealth manager changes the own name and email address', async ({ page, product, watch }) => {
    if (device === 'desktop') await page.setViewportSize({ width: 1440, height: 900 })
    watch.expect(400, '/api/account/address')
    const manager = await addStaff(product.context, 'wealth_manager', 'Thoho Nemukula')
    const email = `thoho.${device}@staff.example`
    await signIn(page.context(), manager)
    await page.goto('/account?section=you')
    await expect(page.getByRole('group', { name: 'Unsaved changes' })).toHaveCount(0)
    await page.getByLabel('Full Name').fill('Ṱhoho Ṋemukula')
    await button(page.getByRole('group', { name: 'Unsaved changes' }), 'Save').click()
    await expect(page.getByRole('group', { name: 'Unsaved changes' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel('Full Name')).toHaveValue('Ṱhoho Ṋemukula')
    await page.getByText('Change your email address').click()
    const address = page.getByRole('group').filter({ hasText: 'Change your email address' })
    await address.getByLabel('New Email Address').fill(email)
    await address.getByLabel('Current Password', { exact: true }).fill('not the password')
    await button(address, 'Send Confirmation Link').click()
    await expect(address).toContainText('That password is incorrect')
    expect(await findViolations(page)).toEqual([])
    await address.getByLabel('Current Password', { exact: true }).fill(manager.password)
    await button(address, 'Send Confirmation Link').click()
    await expect(address).toContainText(`We sent a link to ${email}`)
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.body.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await linkTo(product, manager.username, 'keep-address')).toContain('#')
    await page.goto(await linkTo(product, email, 'new-address'))
    await button(page, 'Use the new address').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address has been changed')
    await signIn(page.context(), { ...manager, username: email })
    await page.goto('/account?section=you')
    await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible()
  })

  test('a system administrator changes the name and address of staff', async ({ page, product }) => {
    if (device === 'desktop') await page.setViewportSize({ width: 1440, height: 900 })
    const name = `Misspelt ${device}`
    const { username } = await addStaff(product.context, 'admin', name)
    await signIn(page.context(), await addStaff(product.context, 'system_administrator'))
    await page.goto(`/system-admin?tab=users&search=${encodeURIComponent(name)}`)
    await button(page, `Edit ${name}`).click()
    const form = dialog(page, `Edit ${name}`)
    await form.getByLabel('Full Name').fill('')
    await button(form, 'Save Changes').click()
    await expect(form).toContainText('Please enter a name')
    await form.getByLabel('Full Name').fill(`Corrected ${device}`)
    await form.getByLabel('Email Address').fill(`corrected.${device}@staff.example`)
    await expect(form.getByRole('region', { name: 'Emails' }).getByRole('article')).toHaveCount(2)
    expect(await findViolations(page)).toEqual([])
    await button(form, 'Save Changes').click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText(`corrected.${device}@staff.example takes effect once`).first()).toBeVisible()
    expect(await linkTo(product, username, 'keep-address')).toContain('#')
    await page.getByRole('searchbox', { name: 'Search' }).fill(`Corrected ${device}`)
    await expect(button(page, `Edit Corrected ${device}`)).toBeVisible()
  })
})
