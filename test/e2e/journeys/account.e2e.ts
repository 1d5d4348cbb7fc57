import { readFile } from 'node:fs/promises'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification, section } from '#test/support/e2e/forms.ts'
import { addClient, addManager, addStaff, signIn } from '#test/support/e2e/people.ts'

test('everyone sees where they are signed in, and ends it', async ({ page, product, openBrowser, watch }) => {
  watch.expect(401, '/api/application')
  const client = await addClient(product.context)
  const others = await Promise.all([openBrowser(), openBrowser(), openBrowser()])
  for (const { context } of others) await signIn(context, client)
  await signIn(page.context(), client)
  await page.goto('/')
  await page.getByRole('link', { name: 'Account' }).click()
  const sessions = section(page, 'Where you are signed in').getByRole('listitem')
  await expect(sessions).toHaveCount(4)
  const here = sessions.filter({ hasText: 'This device' })
  await expect(here).toContainText('Chrome on')
  await expect(here.getByRole('button')).toHaveCount(0)

  await sessions.getByRole('button').first().click()
  await expectNotification(page, 'Device signed out', 'Anyone using that device will have to sign in again.')
  await expect(sessions).toHaveCount(3)
  await button(page, 'Sign out everywhere else').click()
  await expect(sessions).toHaveCount(1)
  await expect(button(page, 'Sign out everywhere else')).toHaveCount(0)

  for (const other of others) {
    await other.page.goto('/')
    await expect(other.page).toHaveURL('/auth')
  }
  await page.getByRole('link', { name: 'Back to my application' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Personal Details' })).toBeVisible()
})

test('staff find it in the header; anonymous users do not', async ({ page, product }) => {
  await page.goto('/account')
  await expect(page).toHaveURL('/auth')
  const admin = await addStaff(product.context, 'admin', 'Ayanda Pule')
  await signIn(page.context(), admin)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Welcome, Ayanda Pule' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ayanda Pule')
  for (const text of [admin.username, 'Admin'])
    await expect(page.getByRole('definition').getByText(text, { exact: true })).toBeVisible()
  await expect(section(page, 'Your data')).toHaveCount(0)
})

test('a client downloads everything that is held about them', async ({ page, product }) => {
  await signIn(page.context(), await addClient(product.context))
  await page.goto('/account')
  const saved = page.waitForEvent('download')
  await button(section(page, 'Your data'), 'Download my data').click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('my-data.zip')
  const content = await readFile(await file.path())
  expect(content.subarray(0, 2).toString()).toBe('PK')
  for (const name of ['account.json', 'application.json', 'activity.json'])
    expect(content.includes(name)).toBe(true)
})

test('a wealth manager gives a number of their own, and clients call it', async ({ page, product }) => {
  const manager = await addManager(product.context)
  await signIn(page.context(), manager)
  await page.goto('/account?section=you')
  const form = page.getByRole('form', { name: 'Your name and number' })
  await form.getByLabel('Phone Number').fill('555 0142')
  await button(form, 'Save').click()
  await expect(form).toContainText('Please enter a phone number such as 082 123 4567')
  await form.getByLabel('Phone Number').fill('021 555 0142')
  await button(form, 'Save').click()
  await expectNotification(page, 'Saved', 'Clients and colleagues see it from now on.')
  await expect(form.getByLabel('Phone Number')).toHaveValue('+27 21 555 0142')

  await signIn(page.context(), await addClient(product.context, { manager }))
  await page.goto('/')
  await page.getByText('Before you begin').click()
  await expect(page.getByRole('link', { name: '+27 21 555 0142' })).toHaveAttribute(
    'href',
    'tel:+27215550142',
  )
})
