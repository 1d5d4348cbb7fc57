import { expect, test } from '#test/support/e2e/fixtures.ts'
import { openFirmPage } from '#test/support/e2e/header.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addManager } from '#test/support/e2e/people.ts'
import { dialog, openAsAdmin } from '#test/support/e2e/staff.ts'

const outbox = { level: 1, name: 'Outbox' } as const

// Tracing runs scripts in every frame, which the sandboxed frame of a mail refuses.
test.use({ variables: { DEMO: '1', SELF_REGISTRATION: '0' }, trace: 'off' })

test('an admin reads a client’s emails', async ({ page, product }) => {
  const manager = await addManager(product.context, { fullName: 'Nomsa Radebe', letter: false })
  await openAsAdmin(page, product)
  await openFirmPage(page, 'Outbox')
  await expect(page.getByRole('heading', outbox)).toBeFocused()
  await expect(page.getByText('No emails yet.')).toBeVisible()

  await page.getByRole('link', { name: 'Applications', exact: true }).click()
  await button(page, 'New Client Invitation').click()
  const form = dialog(page, 'Create New Client User')
  await expect(form).toContainText('No email is sent. Please pass them on to the client yourself.')
  await form.getByLabel('Email Address').fill('gugu@people.example')
  await form.getByLabel('Full Name').fill('Gugu <b>Mkhize</b>')
  await form.getByLabel('Assign Wealth Manager').selectOption(manager.id)
  await button(form, 'Create User').click()
  const ready = dialog(page, 'The account is ready')
  await button(ready, 'Done').click()

  await openFirmPage(page, 'Outbox')
  const mail = page.getByRole('button', { name: /^Your invitation to .* To gugu@people\.example/u })
  await expect(async () => {
    await page.getByRole('button', { name: /^Refresh/u }).click()
    expect(await mail.isVisible()).toBe(true)
  }).toPass()
  await mail.click()
  const opened = dialog(page, 'Your invitation to Protea Private Wealth')
  await expect(opened.getByRole('paragraph').filter({ hasText: 'Dear Gugu' })).toContainText('/welcome#')
  const frame = opened.getByTitle('The email')
  await expect(frame).toHaveAttribute('sandbox', '')
  const html = frame.contentFrame()
  await expect(html.getByText('Dear Gugu,')).toBeVisible()
  await expect(html.getByText('Begin your application')).toHaveCSS('background-color', 'rgb(23, 57, 47)')
  await expect(html.getByRole('link')).toHaveCount(0)
  const opening = page.waitForEvent('popup')
  await opened.getByRole('link', { name: /\/welcome#/u }).click()
  await (await opening).close()
  await page.keyboard.press('Escape')
  await expect(mail).toBeFocused()
})
