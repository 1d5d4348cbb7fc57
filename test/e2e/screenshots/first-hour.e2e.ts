import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { runCommandFile } from '#test/support/command.ts'
import { button, section } from '#test/support/e2e/forms.ts'
import { startHttpsProxy, type HttpsProxy } from '#test/support/e2e/https-proxy.ts'
import { look } from '#test/support/e2e/screenshot.ts'
import { dialog } from '#test/support/e2e/staff.ts'
import { makePdf } from '#test/support/files.ts'
import { freePort } from '#test/support/free-port.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/support/smtp.ts'

const owner = 'owner@khumalo.example'
const manager = 'naledi@khumalo.example'
const client = 'thandi@home.example'
const password = 'a lighthouse in the fog'
const FIRM = 'Khumalo & Söhne Wealth'
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><script>alert(1)</script>
  <rect width="60" height="60" rx="12" fill="#7a1f5c"/><rect x="80" y="22" width="220" height="16" fill="#7a1f5c"/></svg>`

let folder = ''
let database: TestDatabase
let smtp: TestSmtpServer
let proxy: HttpsProxy
let server: ServerProcess
let firstPassword = ''

/** An empty production start: nothing about the firm is set. */
test.beforeAll(async () => {
  folder = makeFolder('onboarding-first-hour-')
  database = await createTestDatabase({ empty: true })
  smtp = await startSmtpServer()
  const port = String(await freePort())
  proxy = await startHttpsProxy(port)
  const settings = {
    NODE_ENV: 'production',
    BASE_URL: proxy.url,
    TRUST_PROXY: '1',
    PORT: port,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'onboarding@khumalo.example',
  }
  const command = 'src/app/commands/create-admin.ts'
  const made = await runCommandFile(command, ['--email', owner, '--name', 'Annelise Botha'], settings)
  firstPassword = /^ {2}(\S{14})$/mu.exec(made.output)?.[1] ?? ''
  server = await startServerProcess(settings)
})
test.afterAll(async () => {
  await endProcess(server.process, 'SIGTERM')
  proxy.close()
  await smtp.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: proxy.url, ignoreHTTPSErrors: true })
  return context.newPage()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm New Password', { exact: true }).fill(password)
  await button(page, 'Change Password').click()
}

async function fill(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts))
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
}

const saveBar = (page: Page) => page.getByRole('group', { name: 'Unsaved changes' })
const save = (page: Page) => button(saveBar(page), 'Save').click()

/** Opens the account of an invited user by the link in their mail. */
async function openInvitation(page: Page, address: string): Promise<void> {
  const text = () => smtp.arrived.find(({ recipients }) => recipients.includes(address))?.parsed.text ?? ''
  await expect.poll(text).toContain('/welcome#')
  await page.goto(/\/welcome#\S+/u.exec(text())?.[0] ?? '')
}

test('the first hour of a firm, from an empty start to the first invited client', async ({ browser }) => {
  const page = await open(browser)
  await test.step('the sign-in page names no firm', async () => {
    await page.goto('/auth')
    await expect(page.getByLabel('Email Address')).toBeVisible()
    expect(await page.content()).not.toMatch(/protea|\.example/iu)
    await look(page, 'first-hour-sign-in', { dark: true })
  })

  await test.step('the first administrator is led to the setup', async () => {
    await page.getByLabel('Email Address').fill(owner)
    await page.getByLabel('Password', { exact: true }).fill(firstPassword)
    await button(page, 'Sign In').click()
    await choosePassword(page)
    await expect(heading(page, 'Set up your firm')).toBeVisible()
    await look(page, 'first-hour-firm', { dark: true })
  })

  await test.step('ten details are needed, and the checklist says what follows', async () => {
    await button(page, 'Save and continue').click()
    await expect(page.getByText('This is needed')).toHaveCount(20)
    await fill(page, {
      'Firm name': FIRM,
      'FSP number': 'FSP 12345',
      'Physical address': '1 Kloof Street\nCape Town\n8001',
      'Support email': 'help@khumalo.example',
      'Support phone': '021 555 0140',
      'Compliance officer': 'Annelise Botha',
      'Compliance email': 'compliance@khumalo.example',
      'Complaints email': 'complaints@khumalo.example',
      'Terms of service': 'www.khumalo.example/terms',
      'Privacy policy': 'https://khumalo.example/privacy',
    })
    await button(page, 'Save and continue').click()
    const steps = section(page, 'Set up').getByRole('listitem')
    await expect(steps).toHaveText([
      'Firm’s detailsDone',
      'FAIS letterOpen: FAIS letter',
      'Wealth managersOpen: Wealth managers',
      'First clientOpen: First client',
    ])
    await look(page, 'first-hour-finish', { dark: true })
    await page.goto('/system-admin?tab=firm&section=identity')
    await expect(page.getByRole('textbox', { name: 'FSP number' })).toHaveValue('12345')
    await page.goto('/system-admin?tab=firm&section=links')
    await expect(page.getByRole('textbox', { name: 'Terms of service' })).toHaveValue(
      'https://www.khumalo.example/terms',
    )
  })

  await test.step('two tabs: both changes show, and none is lost', async () => {
    const other = await page.context().newPage()
    for (const tab of [page, other]) {
      await tab.goto('/system-admin?tab=firm&section=contacts')
      await expect(tab.getByRole('textbox', { name: 'Support phone' })).toHaveValue('+27 21 555 0140')
    }
    await fill(other, { 'Support phone': '021 555 0199' })
    await save(other)
    await expect(saveBar(other)).toHaveCount(0)
    await other.close()
    await fill(page, { 'Compliance officer': 'Vusi Ngcobo' })
    await save(page)
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else has changed these settings' })
    await expect(conflict).toContainText('Saved now: +27 21 555 0199')
    await expect(conflict).toContainText('You entered: Vusi Ngcobo')
    await look(page, 'first-hour-conflict', { dark: true })
    await button(conflict, 'Save my changes').click()
    await expect(saveBar(page)).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Support phone' })).toHaveValue('+27 21 555 0199')
    await expect(page.getByRole('textbox', { name: 'Compliance officer' })).toHaveValue('Vusi Ngcobo')
  })

  await test.step('logo and colours', async () => {
    await page.goto('/system-admin?tab=firm&section=appearance')
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await expect(page.getByAltText('The logo on a light background')).toBeVisible()
    await expect(page.getByAltText('The logo on a dark background')).toBeVisible()
    await fill(page, { 'Primary colour': '#ffee00', 'Accent colour': '#ffffff' })
    await expect(page.getByText(/^Low contrast: text in this colour/u)).toHaveCount(2)
    await look(page, 'first-hour-appearance', { dark: true })
    await save(page)
    await expect(saveBar(page)).toHaveCount(0)
  })

  await test.step('a test email arrives', async () => {
    await page.goto('/system-admin?tab=firm&section=mail')
    await button(page, 'Send a test email to me').click()
    await expect(page.getByText(/^We’ve sent an example/u)).toBeVisible()
    await expect.poll(() => smtp.arrived.some(({ recipients }) => recipients.includes(owner))).toBe(true)
    await look(page, 'first-hour-email')
  })

  await test.step('security', async () => {
    await page.goto('/system-admin?tab=firm&section=sign-in')
    await expect(page.getByLabel('Staff: minutes without activity')).toBeVisible()
    await look(page, 'first-hour-security', { dark: true })
    await fill(page, { 'Staff: minutes without activity': '15' })
    await page.getByLabel('Your password').fill(password)
    await save(page)
    await expect(saveBar(page)).toHaveCount(0)
    await page.goto('/system-admin?tab=users')
  })

  await test.step('the first wealth manager', async () => {
    await button(page, 'Create User').click()
    const form = dialog(page, 'Create User')
    await form.getByLabel('Full Name').fill('Naledi Dube')
    await form.getByLabel('Email Address').fill(manager)
    await form.getByLabel('Role', { exact: true }).selectOption('Wealth Manager')
    const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: await makePdf() }
    await form.locator('input[type=file]').setInputFiles(letter)
    await expect(form.getByRole('listitem').filter({ hasText: 'letter.pdf' })).toContainText('Uploaded')
    await button(form, 'Create User').click()
    await expect(form).toBeHidden()
  })

  await test.step('the manager invites the first client, who is greeted by the firm', async () => {
    const asManager = await open(browser)
    await openInvitation(asManager, manager)
    await button(asManager, 'Open my account').click()
    await choosePassword(asManager)
    await button(asManager, 'Invite New Client').click()
    const form = dialog(asManager, 'Invite New Client')
    await form.getByLabel('Full Name').fill('Thandi Mokoena')
    await form.getByLabel('Email Address').fill(client)
    await button(form, 'Create User').click()
    await expect(form).toBeHidden()
    const asClient = await open(browser)
    await openInvitation(asClient, client)
    await expect(asClient.getByText(FIRM).first()).toBeVisible()
    await look(asClient, 'first-hour-client', { dark: true })
  })

  for (const { raw } of smtp.arrived) expect(raw).not.toMatch(/protea/iu)
})
