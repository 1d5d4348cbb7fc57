import type { Page } from '@playwright/test'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { holdCall } from '#test/support/e2e/hold.ts'
import { addClient, signIn } from '#test/support/e2e/people.ts'
import { expectStep } from '#test/support/e2e/wizard.ts'

const SCRIPTS = '**/assets/*.js'

/** Opens the sign-in page with its script delayed; returns a function that releases the script. */
async function openWithoutScript(page: Page, address: string): Promise<() => void> {
  const release = await holdCall(page, SCRIPTS)
  await page.goto(address, { waitUntil: 'commit' })
  await expect(button(page, 'Sign In')).toBeDisabled()
  return release
}

async function typeCredentials(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('Email Address').pressSequentially(username)
  await page.getByLabel('Password', { exact: true }).pressSequentially(password)
}

test('the HTML of the sign-in page carries its form, its styles and the firm', async ({ request }) => {
  for (const address of ['/auth', '/']) {
    const answer = await request.get(address)
    const html = await answer.text()
    expect(html).toContain('<title>Sign In – Protea Private Wealth</title>')
    expect(html).toMatch(/<form[^>]* method="post"/u)
    expect(html).toMatch(/<input[^>]* name="username"/u)
    expect(html).toMatch(/<button[^>]* disabled=""[^>]*><span>Sign In<\/span><\/button>/u)
    expect(html).toMatch(/<link rel="stylesheet" media="print"/u)
    expect(html).not.toContain('.woff2')
    expect(answer.headers()['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^']+';/u)
    const again = await request.get(address, { headers: { 'if-none-match': answer.headers()['etag'] ?? '' } })
    expect(again.status()).toBe(304)
  }
})

for (const [accepted, encoding] of [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.8', 'gzip'],
  ['identity', undefined],
] as const) {
  test(`the sign-in page comes ${encoding ?? 'as it is'} to who takes ${accepted}`, async ({ request }) => {
    const answer = await request.get('/auth', { headers: { 'accept-encoding': accepted } })
    expect(answer.headers()['content-encoding']).toBe(encoding)
    expect(answer.headers()['vary']).toContain('accept-encoding')
    expect(await answer.text()).toContain('<title>Sign In – Protea Private Wealth</title>')
  })
}

test('a browser that may be signed in gets a page without the form', async ({ context, product }) => {
  await signIn(context, await addClient(product.context))
  for (const address of ['/auth', '/']) {
    const answer = await context.request.get(address)
    expect(await answer.text()).not.toContain('<form')
    expect(answer.headers()['vary']).toContain('cookie')
  }
})

test('typing that begins before the script is kept, with the focus, and signs in', async ({
  page,
  product,
}) => {
  const client = await addClient(product.context)
  const release = await openWithoutScript(page, '/')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await typeCredentials(page, client)
  await page.keyboard.press('Enter')
  release()
  await expect(button(page, 'Sign In')).toBeEnabled()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByLabel('Email Address')).toHaveValue(client.username)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(client.password)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectStep(page, 'personal')
})

test('typing is kept too where a password manager changed the form meanwhile', async ({ page, product }) => {
  const client = await addClient(product.context)
  const release = await openWithoutScript(page, '/auth')
  await page.evaluate(() => document.querySelector('form label')?.before(document.createElement('div')))
  await typeCredentials(page, client)
  release()
  await expect(button(page, 'Sign In')).toBeEnabled()
  await expect(page.getByLabel('Email Address')).toHaveValue(client.username)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await button(page, 'Create an account').click()
  await expect(page.getByLabel('Email Address')).toHaveValue(client.username)
})
