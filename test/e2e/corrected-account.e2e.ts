import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addClient, addManager, addStaff, signIn } from '#test/support/e2e/people.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { linkTo } from '#test/support/e2e/outbox.ts'

const EMAIL = 'thandiwe.new@people.example'

test('staff correct a client’s name and address; the client confirms the new address', async ({
  page,
  product,
  openBrowser,
}) => {
  const { context } = product
  const manager = await addManager(context)
  const client = await addClient(context, { manager, fullName: 'Thandwe Nkosi' })
  await signIn(page.context(), await addStaff(context, 'admin'))
  await page.goto('/admin')
  await page
    .getByRole('button', { name: /Thandwe Nkosi/u })
    .first()
    .click()
  const summary = page.getByRole('dialog', { name: 'Application Summary' })
  const correct = async (email: string) => {
    await button(summary, 'Correct Name or Address').click()
    const dialog = page.getByRole('dialog', { name: 'Correct name or address' })
    await dialog.getByLabel('Full Name').fill('Thandiwe Nkosi')
    await dialog.getByLabel('Email Address').fill(email)
    await button(dialog, 'Save').click()
    await expect(dialog).toHaveCount(0)
    await expect(summary).toContainText('A new email address is waiting to be confirmed')
  }
  await correct('somebody.else@people.example')
  await expect(summary).toContainText(`Account Thandiwe Nkosi, ${client.username}`)
  const { page: theirs } = await openBrowser()
  await theirs.goto(await linkTo(product, client.username, 'keep-address'))
  await button(theirs, 'Stop the change').click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Your email address stays the same')

  await correct(EMAIL)
  await theirs.goto(await linkTo(product, EMAIL, 'new-address'))
  await theirs.getByLabel('Email Address').fill(client.username)
  await theirs.getByLabel('Password', { exact: true }).fill(client.password)
  await button(theirs, 'Sign In').click()
  await button(theirs, 'Use the new address').click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Your email address has been changed')
  await theirs.getByRole('link', { name: 'Sign In' }).click()
  await theirs.getByLabel('Email Address').fill(EMAIL)
  await theirs.getByLabel('Password', { exact: true }).fill(client.password)
  await button(theirs, 'Sign In').click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Personal Details' })).toBeVisible()

  await page.reload()
  await expect(summary).toContainText(`Account Thandiwe Nkosi, ${EMAIL}`)
})

test('system administrators correct a client’s name and address in the list of users', async ({
  page,
  product,
}) => {
  const { context } = product
  const client = await addClient(context, { fullName: 'Rooksana Mistyped' })
  await signIn(page.context(), await addStaff(context, 'system_administrator'))
  await page.goto('/system-admin?tab=users&search=rooksana')
  const keys = new Keyboard(page)
  await keys.activate(page.getByRole('button', { name: 'Edit Rooksana Mistyped' }))
  const shown = page.getByRole('dialog', { name: 'Edit Rooksana Mistyped' }).getByLabel('Email Address')
  expect(await shown.evaluate((field) => field.scrollWidth - field.clientWidth), 'cut off').toBe(0)
  await keys.activate(button(page, 'Correct Name or Address'))
  const dialog = page.getByRole('dialog', { name: 'Correct name or address' })
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Rooksana Mistyped')
  await expect(dialog.getByLabel('Email Address')).toHaveValue(client.username)
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel('Full Name').fill('Rukhsana Mistyped')
  await dialog.getByLabel('Email Address').fill('rukhsana@corrected.example')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search' }).fill('rukhsana')
  await expect(page.getByRole('button', { name: 'Edit Rukhsana Mistyped' })).toBeVisible()
  const notice = 'rukhsana@corrected.example takes effect once the client confirms it.'
  await expect(page.getByText(notice, { exact: true })).toBeVisible()
  expect(await linkTo(product, client.username, 'keep-address')).toContain('#')
})

test('errors of a name or address show beside the field, and the input stays', async ({
  page,
  product,
  watch,
}) => {
  const { context } = product
  const manager = await addManager(context)
  await addClient(context, { manager, fullName: 'Refilwe Phiri' })
  await signIn(page.context(), await addStaff(context, 'admin'))
  await page.goto('/admin')
  await page
    .getByRole('button', { name: /Refilwe Phiri/u })
    .first()
    .click()
  await button(page.getByRole('dialog', { name: 'Application Summary' }), 'Correct Name or Address').click()
  const dialog = page.getByRole('dialog', { name: 'Correct name or address' })
  const [name, address] = [dialog.getByLabel('Full Name'), dialog.getByLabel('Email Address')]
  const expectBeside = async (field: typeof name, text: RegExp) => {
    await button(dialog, 'Save').click()
    await expect(dialog.getByRole('alert')).toContainText(text)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(text)
  }
  await name.fill(' ')
  await expectBeside(name, /Please enter the client’s name/u)
  await name.fill('Refilwe Phiri-Nkosi')
  await address.fill('refilwe')
  await expectBeside(address, /Valid email is required/u)
  await address.fill(manager.username)
  watch.expect(409, '/api/admin/clients')
  await expectBeside(address, /already/u)
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(0)
  await expect(name).toHaveValue('Refilwe Phiri-Nkosi')
  await expect(address).toHaveValue(manager.username)
})
