import { eq } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { users } from '#features/access/schema/tables.ts'
import { makePdf } from '#test/support/files.ts'
import { openConsole } from '#test/support/e2e/console.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, notification } from '#test/support/e2e/forms.ts'
import { addManager, addStaff, type Manager } from '#test/support/e2e/people.ts'
import { look } from '#test/support/e2e/screenshot.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { addToBook, dialog } from '#test/support/e2e/staff.ts'

// Lists show the whole firm, so this file has its own server.
test.use({ variables: { SELF_REGISTRATION: '0' } })

/** The previous letter stays available. */
async function addLetters({ context }: Product, { id: managerId }: Manager): Promise<void> {
  await makeFaisDocument(context, { managerId, bytes: await makePdf() })
}

async function fill(product: Product): Promise<void> {
  const { context } = product
  const manager = await addManager(context)
  await addStaff(context, 'admin', 'Ayanda Pule')
  const gone = await addStaff(context, 'admin', 'Michael Jacobs')
  await context.database.db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, gone.id))
  const book = [
    ['Thabo Molefe', 'thabo.molefe', 'draft', 'employment'],
    ['Anneke van der Merwe', 'anneke.vdmerwe', 'submitted', 'success'],
    ['Priya Naidoo', 'priya.naidoo', 'draft', 'net-worth-intro'],
  ] as const
  for (const [index, [fullName, name, status, currentStep]] of book.entries()) {
    const createdAt = new Date(Date.now() - (index + 2) * DAY_MS)
    const username = `${name}@people.example`
    await addToBook(product, { fullName, username, manager, status, currentStep, createdAt })
  }
  await makeClient(context, { username: 'zoe.abrahams@people.example', invited: true })
}

test('screens of system administrators', async ({ page, product }) => {
  await fill(product)
  await openConsole(page, product)
  await expect(page.getByRole('definition').nth(3)).not.toContainText('–')
  await look(page, 'system-overview', { dark: true })

  await page.getByRole('tab', { name: 'Users' }).click()
  await expect(page.getByText(/^\d+ users$/u)).toBeVisible()
  await look(page, 'system-users', { dark: true })

  await page.getByRole('searchbox', { name: 'Search' }).fill('no one at all')
  await expect(page.getByText('No users match the current filters.')).toBeVisible()
  await look(page, 'system-users-none')
})

test('dialogs of system administrators', async ({ page, product }) => {
  const manager = await addManager(product.context, { fullName: 'Lwazi Botha' })
  await addLetters(product, manager)
  await addToBook(product, { fullName: 'Zanele Radebe', username: 'zanele@people.example', manager })
  await addStaff(product.context, 'admin', 'Anna Smit')
  await openConsole(page, product, 'users')

  await test.step('creating a user, with something missing', async () => {
    await button(page, 'Create User').click()
    const form = dialog(page, 'Create User')
    await form.getByLabel('Role', { exact: true }).selectOption('Wealth Manager')
    await button(form, 'Create User').click()
    await expect(form.getByRole('alert')).toBeVisible()
    await look(page, 'system-create-user')
    await button(form, 'Cancel').click()
  })

  await test.step('editing a wealth manager', async () => {
    await button(page, 'Edit Lwazi Botha').click()
    await expect(dialog(page, 'Edit Lwazi Botha').getByText('Current')).toBeVisible()
    await look(page, 'system-edit-user')
    await button(dialog(page, 'Edit Lwazi Botha'), 'Deactivate').click()
    const question = page.getByRole('alertdialog', { name: 'Deactivate Lwazi Botha?' })
    await button(question, 'Deactivate').click()
    const successor = question.getByLabel('Who takes over the 1 client?')
    await expect(successor).toHaveAccessibleDescription(/Please select a wealth manager/u)
    await look(page, 'system-deactivate-errors')
    await button(question, 'Cancel').click()
    await button(dialog(page, 'Edit Lwazi Botha'), 'Cancel').click()
  })

  await test.step('promoting a user without a letter', async () => {
    await button(page, 'Edit Anna Smit').click()
    const form = dialog(page, 'Edit Anna Smit')
    await form.getByLabel('Role', { exact: true }).selectOption('Wealth Manager')
    await button(form, 'Save Changes').click()
    await expect(form).toContainText('Please upload a FAIS document')
    await look(page, 'system-promote-errors')
    // It disappears automatically, or was closed for the screenshot.
    await expect(notification(page, 'FAIS Document Required')).toBeHidden()
    await button(form, 'Cancel').click()
  })

  await test.step('reassigning a client: the mails to both managers', async () => {
    await button(page, 'Edit Zanele Radebe').click()
    const form = dialog(page, 'Edit Zanele Radebe')
    await form.getByLabel('Wealth Manager').selectOption({ index: 0 })
    await expect(form.getByRole('article')).toHaveCount(1)
    await form.getByRole('article').scrollIntoViewIfNeeded()
    await look(page, 'system-edit-client')
    await button(form, 'Cancel').click()
  })

  await test.step('new credentials', async () => {
    await button(page, 'Reset the password for Anna Smit').click()
    await look(page, 'system-reset-password')
    await button(page, 'Reset Password').click()
    await expect(dialog(page, 'The password was reset')).toBeVisible()
    await look(page, 'system-credentials')
    await button(dialog(page, 'The password was reset'), 'Done').click()
  })
})
