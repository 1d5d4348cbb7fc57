import type { Page } from '@playwright/test'
import { makeClient } from '#app/demo/factories/applications.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { makePdf } from '#test/support/files.ts'
import { openConsole, userRow, usersTable } from '#test/support/e2e/console.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification, notification } from '#test/support/e2e/forms.ts'
import { addManager, addStaff, signIn } from '#test/support/e2e/people.ts'
import { addToBook, dialog } from '#test/support/e2e/staff.ts'

// Counts include the whole firm, so this file has its own server.
test.use({ variables: { SELF_REGISTRATION: '0' } })

const alertDialog = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true })

/** Fills in the form for a new user without submitting it. */
async function fillForm(page: Page, { email, role }: { email: string; role: string }) {
  await button(page, 'Create User').click()
  const form = dialog(page, 'Create User')
  await form.getByLabel('Email Address').fill(email)
  await form.getByLabel('Role', { exact: true }).selectOption(role)
  return form
}

/** Expects this many whole rows without scrolling, among them one with two lines. */
async function expectRowsInSight(page: Page, size: { width: number; height: number }, rows: number) {
  await page.setViewportSize(size)
  const row = userRow(page, 'André Müller')
  await expect(row).toBeVisible()
  const { y = Number.NaN, height = Number.NaN } = (await row.boundingBox()) ?? {}
  // Staff have a further line, of 6 px more.
  expect(y + rows * (height + 6), `${rows} rows at ${size.width} px`).toBeLessThanOrEqual(size.height)
}

/** The temporary password from the dialog, which is then closed. */
async function takePassword(page: Page, title: string): Promise<string> {
  const credentials = dialog(page, title)
  const password = await credentials.locator('dd .font-mono').innerText()
  await button(credentials, 'Done').click()
  return password
}

test('tabs are reachable by keyboard, and in the address', async ({ page, product }) => {
  await openConsole(page, product)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await expect(page.getByRole('tab')).toHaveText([
    'Overview',
    'Users',
    'System',
    'Security',
    'Audit Logs',
    'Firm',
  ])
  await expect(page.getByRole('term').first()).toHaveText('Total Users')
  await tab('Overview').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Users')).toBeFocused()
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?tab=users$/u)
  await expect(usersTable(page)).toBeVisible()
  await page.keyboard.press('End')
  await expect(tab('Firm')).toBeFocused()
  await page.goBack()
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true')
  await tab('Users').click()
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Wealth Manager')
  await expect(page).toHaveURL(/tab=users&role=wealth_manager$/u)
  await expect(page.getByText('No users match the current filters.')).toBeVisible()
})

test('a manager, a client and an admin are created', async ({ page, product, openBrowser, watch }) => {
  await openConsole(page, product, 'users')

  await test.step('a manager needs a FAIS document first', async () => {
    const form = await fillForm(page, { email: 'naledi.dube@people.example', role: 'Wealth Manager' })
    await form.getByLabel('Full Name').fill('Naledi Dube')
    await button(form, 'Create User').click()
    await expectNotification(
      page,
      'FAIS Document Required',
      'Please upload a FAIS document for the wealth manager before creating the user.',
    )
    const files = form.locator('input[type=file]')
    await files.setInputFiles({
      name: 'letter.docx',
      mimeType: 'application/msword',
      buffer: Buffer.from('x'),
    })
    await expectNotification(page, 'Invalid file type', 'File type .docx is not allowed. Allowed types: .pdf')
    await files.setInputFiles({
      name: 'large.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
    })
    await expectNotification(page, 'File too large', 'File size exceeds 10MB limit')
    await files.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: await makePdf() })
    await expect(form.getByRole('listitem').filter({ hasText: 'letter.pdf' })).toContainText('Uploaded')
    await button(form, 'Create User').click()
    await expect(notification(page, 'User Created Successfully')).toContainText('naledi.dube@people.example')
    await takePassword(page, 'The account is ready')
    await expect(userRow(page, 'Naledi Dube')).toContainText('Invited')
  })

  await test.step('a client needs a manager, and can begin with the password that is shown', async () => {
    const email = 'thabo.nkosi@people.example'
    const form = await fillForm(page, { email, role: 'Client' })
    await button(form, 'Create User').click()
    await expectNotification(
      page,
      'Wealth Manager Required',
      'Please select a wealth manager for this client.',
    )
    await form
      .getByLabel('Wealth Manager')
      .selectOption({ label: 'Naledi Dube (naledi.dube@people.example)' })
    await expect(form.getByRole('article')).toContainText('made-when-this-is-sent')
    await form.getByLabel(/^Password/u).fill('a quiet harbour wall')
    await expect(form.getByRole('article'), 'no temporary password, no email').toHaveCount(0)
    await form.getByLabel(/^Password/u).fill('')
    await button(form, 'Create User').click()
    const password = await takePassword(page, 'The account is ready')
    await expect(userRow(page, email)).toContainText('InvitedPersonal InfoNaledi Dube')
    const elsewhere = await openBrowser()
    await signIn(elsewhere.context, { username: email, password })
    await elsewhere.page.goto('/')
    await expect(elsewhere.page).toHaveURL(/\/change-password$/u)
    await elsewhere.page.getByLabel('New Password', { exact: true }).fill('a quiet harbour wall')
    await elsewhere.page.getByLabel('Confirm New Password', { exact: true }).fill('a quiet harbour wall')
    await button(elsewhere.page, 'Change Password').click()
    await expect(elsewhere.page.getByRole('heading', { level: 1 })).toHaveText('Personal Details')
    await page.reload()
    await expect(userRow(page, email)).toContainText('Active')
  })

  await test.step('errors stay on the form, and a closed form is reset', async () => {
    watch.expect(400, '/api/system-admin/users')
    watch.expect(409, '/api/system-admin/users')
    const form = await fillForm(page, { email: 'thabo.nkosi@people.example', role: 'Admin' })
    await form.getByLabel(/^Password/u).fill('password1234')
    await button(form, 'Create User').click()
    await expect(form.getByRole('alert')).toContainText('password')
    await form.getByLabel(/^Password/u).fill('')
    await button(form, 'Create User').click()
    await expect(form.getByRole('alert')).toContainText(
      'There is already an account with this email address.',
    )
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await button(page, 'Create User').click()
    await expect(form.getByLabel('Email Address')).toHaveValue('')
    await expect(form.getByLabel(/^Password/u)).toHaveValue('')
    await expect(form.getByRole('alert')).toHaveCount(0)
  })
})

test('users are found', async ({ page, product }) => {
  const { context } = product
  const manager = await addManager(context, { letter: false })
  for (let one = 1; one <= 55; one += 1) {
    await addToBook(product, { fullName: null, username: `client${one}@people.example`, manager })
  }
  await makeClient(context, { fullName: 'André Müller', invited: true })
  await openConsole(page, product, 'users')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ users$/u })).toBeVisible()
  await expectRowsInSight(page, { width: 1366, height: 768 }, 5)
  await expectRowsInSight(page, { width: 1440, height: 900 }, 8)

  await page.getByRole('searchbox', { name: 'Search' }).fill('muller')
  await expect(page.getByText(/^Showing 1 of \d+ users$/u)).toBeVisible()
  await expect(userRow(page, 'André Müller')).toContainText('InvitedPersonal InfoNot assigned')
  await expect(page).toHaveURL(/search=muller/u)

  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  await page.getByLabel('Role', { exact: true }).selectOption('Client')
  await expect(usersTable(page).getByRole('row')).toHaveCount(51)
  await button(page, 'Show more users').click()
  await expect(userRow(page, 'client1@people.example')).toBeVisible()

  await page.getByLabel('Role', { exact: true }).selectOption('Admin')
  await expect(page.getByText('No users match the current filters.')).toBeVisible()
  await page.goBack()
  await expect(userRow(page, 'client55@people.example')).toBeVisible()
})

test('rows of users stay in place while others change them', async ({ page, product, elsewhere }) => {
  await addStaff(product.context, 'admin', 'Sizwe Steady')
  await openConsole(page, product, 'users')
  const row = userRow(page, 'Sizwe Steady')
  await expect(row).toBeVisible()
  const { y } = (await row.boundingBox()) ?? {}
  const other = await addStaff(product.context, 'system_administrator', 'Zola Quicker')
  await signIn(elsewhere, other)
  const created = await elsewhere.request.post('/api/system-admin/users', {
    data: { username: 'newcomer@people.example', role: 'admin' },
  })
  expect(created.status()).toBe(201)

  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  // The other administrator is new as well.
  await expect(page.getByRole('status').filter({ hasText: '2 changed' })).toBeVisible()
  expect((await row.boundingBox())?.y).toBe(y)
  await expect(userRow(page, 'newcomer@people.example')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])

  await button(page, 'Show changes').click()
  await expect(userRow(page, 'newcomer@people.example')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: / users$/u })).toBeFocused()

  await button(page, 'Edit newcomer@people.example').click()
  await button(dialog(page, 'Edit newcomer@people.example'), 'Deactivate').click()
  await button(alertDialog(page, 'Deactivate newcomer@people.example?'), 'Deactivate').click()
  await expect(userRow(page, 'newcomer@people.example'), 'own changes show at once').toContainText(
    'Deactivated',
  )
})

test('a user is edited, reset and signed out', async ({ page, product, elsewhere, watch }) => {
  const { context } = product
  const [first, second] = [
    await addManager(context, { fullName: 'Lwazi Botha' }),
    await addManager(context, { fullName: 'Sarah Cele', letter: false }),
  ]
  await addToBook(product, {
    fullName: 'Zanele Radebe',
    username: 'zanele.console@people.example',
    manager: first,
  })
  const admin = await addStaff(context, 'admin', 'Ayanda Pule')
  await openConsole(page, product, 'users')

  await test.step('a client gets another manager', async () => {
    await button(page, 'Edit Zanele Radebe').click()
    const form = dialog(page, 'Edit Zanele Radebe')
    await expect(form.getByLabel('Email Address')).toHaveAttribute('readonly')
    await form.getByLabel('Wealth Manager').selectOption(second.id)
    const mails = form.getByRole('region', { name: 'Emails' }).getByRole('article')
    await expect(mails).toHaveText([
      /To .*You now look after Zanele Radebe/su,
      /To .*You no longer look after Zanele Radebe/su,
    ])
    await button(form, 'Save Changes').click()
    await expectNotification(page, 'User Updated', 'Zanele Radebe has been updated.')
    await expect(userRow(page, 'Zanele Radebe')).toContainText('Sarah Cele')
  })

  await test.step('a manager with clients keeps the role until another takes them over, and is not deleted', async () => {
    watch.expect(409, `/api/system-admin/users/${second.id}`)
    await button(page, 'Edit Sarah Cele').click()
    const form = dialog(page, 'Edit Sarah Cele')
    await form.getByLabel('Role', { exact: true }).selectOption('Admin')
    const successor = form.getByLabel('Who takes over the 1 client?')
    await button(form, 'Save Changes').click()
    await expectNotification(
      page,
      'Wealth Manager Required',
      'Please select a wealth manager for these clients.',
    )
    await expect(successor).toHaveAccessibleDescription(/Please select a wealth manager for these clients/u)
    await button(form, 'Cancel').click()
    await button(page, 'Delete Sarah Cele').click()
    const question = alertDialog(page, 'Delete Sarah Cele?')
    await expect(question).toContainText(
      'Are you sure you want to delete this user? This action cannot be undone.',
    )
    await button(question, 'Delete User').click()
    await expect(question.getByRole('alert')).toContainText('Please reassign 1 client first.')
    await button(question, 'Cancel').click()
  })

  await test.step('a FAIS document is replaced, and the one before can still be viewed', async () => {
    await button(page, 'Edit Lwazi Botha').click()
    const form = dialog(page, 'Edit Lwazi Botha')
    const versions = form.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    await expect(versions).toHaveCount(1)
    const file = { name: 'new.pdf', mimeType: 'application/pdf', buffer: await makePdf() }
    await form.locator('input[type=file]').setInputFiles(file)
    await expectNotification(page, 'FAIS Document Uploaded', 'Clients will now get this one.')
    await expect(versions).toHaveCount(2)
    await expect(versions.first()).toContainText('Current')
    await expect(versions.first()).toContainText('By Carmen Fortuin')
    await expect(versions.nth(1)).not.toContainText('Current')
    for (const index of [0, 1]) {
      const href = await versions.nth(index).getByRole('link').getAttribute('href')
      expect((await page.request.get(href ?? '')).headers()['content-type']).toBe('application/pdf')
    }
    await button(notification(page, 'FAIS Document Uploaded'), 'Undo').click()
    await expectNotification(page, 'FAIS Document Restored', 'Clients now get the earlier one again.')
    await expect(versions).toHaveCount(2)
    await expect(versions.first()).not.toContainText('Current')
    await expect(versions.nth(1)).toContainText('Current')
    await button(form, 'Cancel').click()
  })

  await test.step('a reset password signs out, and works until an own one is chosen', async () => {
    await signIn(elsewhere, admin)
    await button(page, 'Reset the password for Ayanda Pule').click()
    const question = alertDialog(page, 'Reset the password for Ayanda Pule?')
    await expect(question).toContainText("Are you sure you want to reset this user's password?")
    await button(question, 'Reset Password').click()
    await expect(notification(page, 'Password Reset Successfully')).toContainText(admin.username)
    const password = await takePassword(page, 'The password was reset')
    expect((await elsewhere.request.get('/api/user')).status()).toBe(401)
    await signIn(elsewhere, { username: admin.username, password })
    await button(page, 'Edit Ayanda Pule').click()
    await button(dialog(page, 'Edit Ayanda Pule'), 'Sign out everywhere').click()
    await expectNotification(page, 'Signed out everywhere', 'Signed Ayanda Pule out of 1 session.')
    await button(dialog(page, 'Edit Ayanda Pule'), 'Cancel').click()
  })
})

test('a user is deactivated and reactivated, and deleted where nothing has to be kept', async ({
  page,
  product,
  watch,
}) => {
  const own = await openConsole(page, product, 'users')
  const { context } = product
  const admin = await addStaff(context, 'admin', 'Lerato Sithole')
  const submitted = await addToBook(product, {
    fullName: 'Busisiwe Radebe',
    username: 'busisiwe@people.example',
    status: 'submitted',
  })
  await addToBook(product, { fullName: 'Bongani Xaba', username: 'bongani@people.example' })
  await page.reload()

  await test.step('deactivated, and back', async () => {
    await button(page, 'Edit Lerato Sithole').click()
    await button(dialog(page, 'Edit Lerato Sithole'), 'Deactivate').click()
    await button(alertDialog(page, 'Deactivate Lerato Sithole?'), 'Deactivate').click()
    await expect(userRow(page, 'Lerato Sithole')).toContainText('Deactivated')
    const refused = await page.request.post('/api/login', {
      data: { username: admin.username, password: admin.password },
    })
    expect(refused.status()).toBe(401)
    await button(page, 'Edit Lerato Sithole').click()
    await button(dialog(page, 'Edit Lerato Sithole'), 'Reactivate').click()
    await expectNotification(page, 'User Updated', 'Lerato Sithole can sign in again.')
    await expect(userRow(page, 'Lerato Sithole')).toContainText('Active')
  })

  await test.step('a client with a submitted application cannot be deleted, one with a draft can', async () => {
    watch.expect(409, `/api/system-admin/users/${submitted.id}`)
    await button(page, 'Delete Busisiwe Radebe').click()
    const question = alertDialog(page, 'Delete Busisiwe Radebe?')
    await button(question, 'Delete User').click()
    await expect(question.getByRole('alert')).toContainText('Please deactivate the account instead.')
    await button(question, 'Cancel').click()
    await button(page, 'Delete Bongani Xaba').click()
    await button(alertDialog(page, 'Delete Bongani Xaba?'), 'Delete User').click()
    await expectNotification(page, 'User Deleted', 'Bongani Xaba has been deleted.')
    await expect(userRow(page, 'Bongani Xaba')).toHaveCount(0)
  })

  await test.step('no user acts on their own account, and system administrators are never deleted', async () => {
    const row = userRow(page, own.username)
    await expect(row.getByRole('button')).toHaveCount(1)
    await row.getByRole('button').click()
    const form = dialog(page, 'Edit Carmen Fortuin')
    await expect(form.getByLabel('Role', { exact: true })).toBeDisabled()
    await expect(button(form, 'Deactivate')).toHaveCount(0)
  })
})
