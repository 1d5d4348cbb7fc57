import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import type { Locator, Page } from '@playwright/test'
import { checkChain } from '#features/audit/server/log/check-chain.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { users } from '#features/access/schema/tables.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { openFirmPage } from '#test/support/e2e/header.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { addClient, addStaff, signIn } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { part } from '#test/support/e2e/staff.ts'

// Counts include the whole server, so this file has its own.
test.use({ variables: { METRICS_TOKEN: 'of-a-server-whose-figures-are-its-own' } })

const ATTACKER = '203.0.113.66'

async function open(page: Page, product: Product, role: 'admin' | 'system_administrator', address: string) {
  const person = await addStaff(product.context, role, 'Ayanda Pule')
  await signIn(page.context(), person)
  await page.goto(address)
  return person
}

/** Failed sign-ins from a unique address. */
async function guess(product: Product, times: number, address = ATTACKER): Promise<number[]> {
  const statuses = []
  for (let time = 0; time < times; time += 1) {
    const answer = await fetch(`${product.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username: `guess${time}@people.example`, password: 'a loud harbour wall' }),
    })
    statuses.push(answer.status)
  }
  return statuses
}

/** The text of a dashboard card. */
function figure(page: Page, label: string): Locator {
  return page
    .locator('dt', { hasText: new RegExp(`^${label.replaceAll(/[()]/gu, String.raw`\$&`)}$`, 'u') })
    .locator('xpath=following-sibling::dd[1]')
}

test('an admin sees an attack, lifts the block, and reads what happened', async ({
  page,
  product,
  watch,
}) => {
  await open(page, product, 'admin', '/admin')
  const asked = page.waitForRequest((request) => request.url().includes('/security/audit-logs'))
  await openFirmPage(page, 'Security')
  expect((await asked).url()).toBe(`${product.url}/api/admin/security/audit-logs?limit=50`)
  await expect(page.getByRole('heading', { level: 1, name: 'Security Dashboard' })).toBeVisible()
  await expect(page.getByText('No failed attempts recorded')).toBeVisible()
  await expect(figure(page, 'Failed Logins (24h)')).toHaveText('0')

  await test.step('Refresh Data shows the attack', async () => {
    expect(new Set(await guess(product, 20))).toEqual(new Set([401]))
    expect(await guess(product, 1)).toEqual([429])
    await button(page, 'Refresh Data').click()
    await expect(figure(page, 'Failed Logins (24h)')).toHaveText('20')
    await expect(figure(page, 'Suspicious Activity (24h)')).toHaveText('1')
    await expect(figure(page, 'Active Users')).not.toHaveText('0')
    const addresses = page.getByRole('table', { name: 'Top Failed IP Addresses' })
    await expect(addresses.getByRole('row').filter({ hasText: ATTACKER })).toContainText('20')
    const chart = page.getByRole('figure', { name: 'Failed sign-ins by hour' })
    await page.getByText('Show chart').click()
    await chart.getByText('Show as a table').click()
    await expect(chart.getByRole('row')).toHaveCount(25)
    await expect(chart.getByRole('row').last()).toContainText('20')
  })

  await test.step('the address is cleared, and can try again', async () => {
    const section = part(page, 'Clear Suspicious IP')
    const field = section.getByLabel('IP address')
    await button(section, 'Clear IP').click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(/Please enter an IP address/u)
    watch.expect(400, '/api/admin/security/clear-suspicious-ip')
    await field.fill('300.1.1.1')
    await button(section, 'Clear IP').click()
    await expectNotification(
      page,
      'Failed to clear suspicious IP',
      'Please enter one IP address, such as 192.0.2.10 or 2001:db8::1',
    )
    await field.fill(ATTACKER)
    await button(section, 'Clear IP').click()
    await expectNotification(page, 'Success', `Cleared suspicious activity for IP ${ATTACKER}`)
    await expect(section).toContainText('No sign-ins are blocked.')
    expect(await guess(product, 1)).toEqual([401])
  })

  await test.step('fifty entries show, and older ones on demand', async () => {
    await guess(product, 16, '203.0.113.67')
    await guess(product, 16, '203.0.113.68')
    await page.reload()
    const activity = page.getByRole('table', { name: 'Recent activity' })
    await expect(activity.locator('tbody tr')).toHaveCount(50)
    await expect(activity.locator('tbody tr').first()).toContainText('Sign-in failed')
    await button(page, 'Show older entries').click()
    await expect(activity).toContainText('IP address cleared')
    await expect.poll(() => activity.locator('tbody tr').count()).toBeGreaterThan(50)
  })
})

test('the page is denied to others, also to a former admin', async ({
  page,
  product,
  watch,
  openBrowser,
}) => {
  const elsewhere = await openBrowser()
  await signIn(elsewhere.page.context(), await addClient(product.context))
  await elsewhere.page.goto('/admin/security')
  await expect(elsewhere.page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()

  const admin = await open(page, product, 'admin', '/admin/security')
  await expect(part(page, 'Recent Activity')).toBeVisible()
  // A pending request would be answered for the admin who sent it.
  await expect(page.getByText('All time')).toBeVisible()
  await product.context.database.db
    .update(users)
    .set({ role: 'wealth_manager' })
    .where(eq(users.id, admin.id))
  watch.expect(403, '/api/admin/security/metrics')
  watch.expect(403, '/api/admin/security/audit-logs')
  await button(page, 'Refresh Data').click()
  await expect(page.getByText("Access Denied: You don't have permission to view this page.")).toBeVisible()
})

test('an altered log is reported in red to admins and system administrators', async ({
  page,
  product,
  openBrowser,
}) => {
  const { context } = product
  await open(page, product, 'admin', '/admin/security')
  await extendChain(context)
  await checkChain(context, 'whole')
  await page.reload()
  await expect(page.getByText(/^No tampering found, checked /u)).toBeVisible()

  const altered = await context.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    const { rows } = await tx.execute<{ id: string }>(
      sql`update audit_events set success = not success where id = (select max(event_id) from audit_chain) returning id`,
    )
    return rows[0]?.id
  })
  await checkChain(context, 'whole')
  const text = `The audit log was altered: row ${altered} is the first that does not match what was written`
  await button(page, 'Refresh Data').click()
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
  const elsewhere = await openBrowser()
  await open(elsewhere.page, product, 'system_administrator', '/system-admin?tab=audit-logs')
  await expect(elsewhere.page.getByRole('alert').filter({ hasText: text })).toBeVisible()
  await elsewhere.page.getByRole('tab', { name: 'Security' }).click()
  await expect(elsewhere.page.getByRole('listitem').filter({ hasText: 'Audit log chain' })).toContainText(
    'Off',
  )
})

test('a system administrator narrows the log, and takes it along as CSV', async ({ page, product }) => {
  const admin = await addStaff(product.context, 'admin', 'Palesa Mahlangu')
  await signIn(page.context(), admin)
  const person = await open(page, product, 'system_administrator', '/system-admin')
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log.locator('tbody tr').first()).toContainText('Ayanda Pule')

  const form = page.getByRole('search', { name: 'Audit log' })
  await form.getByLabel('User').fill(admin.username)
  await button(form, 'Filter').click()
  await form.getByLabel('Action', { exact: true }).selectOption({ label: 'Signed in' })
  await button(form, 'Show').click()
  await expect(log.locator('tbody tr')).toHaveCount(1)
  await expect(log.locator('tbody tr')).toContainText('Palesa Mahlangu')
  await expect(log.locator('tbody tr')).toContainText('SUCCESS')

  await test.step('the address keeps the filter, also for the export', async () => {
    await page.reload()
    await expect(log.locator('tbody tr')).toHaveCount(1)
    await expect(form.getByLabel('User')).toHaveValue(admin.username)
    await button(form, 'More').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ])
    await page.keyboard.press('Escape')
    expect(download.suggestedFilename()).toMatch(/^audit-log-[\d-]+\.csv$/u)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(admin.id)
  })

  await test.step('nothing that fits', async () => {
    await button(form, 'Filter').click()
    await form.getByLabel('Status').selectOption({ label: 'Failed' })
    await button(form, 'Show').click()
    await expect(page.getByText('No audit logs available.')).toBeVisible()
    await button(form, 'Clear filters').click()
    await expect(log.locator('tbody tr').first()).toContainText('Audit log exported')
    await expect(log.locator('tbody tr').first()).toContainText(
      (await product.context.database.db.select().from(users).where(eq(users.id, person.id)))[0]?.fullName ??
        '',
    )
  })
})

test('a system administrator sees metrics and protections of the system', async ({ page, product }) => {
  await open(page, product, 'system_administrator', '/system-admin?tab=system')
  const card = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  for (const title of ['CPU', 'Memory', 'Disk']) {
    await expect(card(title)).toContainText(/\d+%/u)
    await expect(card(title).getByRole('progressbar')).toBeVisible()
  }
  await expect(card('PostgreSQL')).toContainText(/Version \d+/u)
  for (const title of ['Uptime', 'Document storage', 'Mail queue', 'Job queue'])
    await expect(card(title)).toBeVisible()

  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'SSL/TLS' })).toContainText('Off')
  await expect(page.getByRole('listitem').filter({ hasText: 'Encryption at rest' })).toContainText('AES-256')
  await expect(page.getByRole('listitem').filter({ hasText: 'Rate limiting' })).toContainText('On')
})
