import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { checkChain } from '#features/audit/server/log/check-chain.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { answerOtherwise } from '#test/support/e2e/hold.ts'
import { addStaff, signIn } from '#test/support/e2e/people.ts'
import { look } from '#test/support/e2e/screenshot.ts'
import type { Product } from '#test/support/e2e/product.ts'

test.use({ variables: { SELF_REGISTRATION: '0' } })

/** A day's failed sign-ins from many addresses, mostly at night. */
async function fillLog({ context: { database } }: Product): Promise<void> {
  await database.db.execute(sql`
    insert into audit_events (at, action, success, ip, details)
    select now() - hours * interval '1 hour' - number * interval '2 minutes', 'session.sign-in-failed', false,
      ('203.0.113.' || (7 + (number * hours) % 5))::inet, '{"reason": "wrong-password"}'
    from generate_series(0, 23) hours, generate_series(1, 2 + (hours * 7) % 11) number`)
}

test('the security dashboard of admins', async ({ page, product }) => {
  const { context } = product
  await fillLog(product)
  await signIn(page.context(), await addStaff(context, 'admin', 'Ayanda Pule'))
  await extendChain(context)
  await checkChain(context, 'newest')
  await checkChain(context, 'whole')
  await answerOtherwise(page, 'GET /api/admin/security/metrics', (metrics) => ({
    ...metrics,
    systemStatus: 'healthy' as const,
    systemAttention: [],
  }))
  await page.goto('/admin/security')
  await expect(page.getByText(/^No tampering found/u)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Recent activity' })).toBeVisible()
  await look(page, 'security-dashboard', { dark: true })
})

/** Metrics of the system tab for a healthy, mostly idle system, by their neighbouring label. */
const AT_REST: Readonly<Record<string, string>> = {
  CPU: '12%',
  'Mean of the last': '5 s',
  Uptime: '9 h 12 min',
  Machine: '41 d 6 h',
  'Mail queue': '0 emails queued',
  Overdue: 'None',
  'Job queue': '0 jobs queued',
  'Last completed': '9 s ago',
  'Verified up to row': '167',
  'Newest local anchor': 'Row 167',
}

/** Stubs the load figures, which depend on the machine. */
async function showAtRest(page: Page): Promise<void> {
  await answerOtherwise(page, 'GET /api/system-admin/system', ({ checks, ...state }) => ({
    ...state,
    health: 'healthy' as const,
    checks: checks.map(({ title, summary, percent, figures, ...check }) => ({
      ...check,
      title,
      health: 'healthy' as const,
      summary: AT_REST[title] ?? summary,
      percent: title === 'CPU' ? 12 : percent,
      figures: figures.map(({ label, value }) => ({ label, value: AT_REST[label] ?? value })),
    })),
  }))
}

test('system and security tabs of system administrators', async ({ page, product }) => {
  await signIn(page.context(), await addStaff(product.context, 'system_administrator', 'Johan Botha'))
  await showAtRest(page)
  await page.goto('/system-admin?tab=system')
  await expect(page.getByRole('heading', { name: 'System Health' })).toBeVisible()
  await look(page, 'system-tab', { dark: true })
  await page.goto('/system-admin?tab=security')
  await expect(page.getByRole('heading', { name: 'Protections in this deployment' })).toBeVisible()
  await look(page, 'security-tab')
})

test('the audit log, as it was written and altered', async ({ page, product }) => {
  const { context } = product
  await fillLog(product)
  await signIn(page.context(), await addStaff(context, 'system_administrator', 'Johan Botha'))
  await extendChain(context)
  await checkChain(context, 'whole')
  await page.goto('/system-admin?tab=audit-logs')
  await expect(page.getByText(/^No tampering found/u)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Audit log' })).toBeVisible()
  await look(page, 'audit-logs')

  await context.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`delete from audit_events where id = 40`)
  })
  await checkChain(context, 'whole')
  await page.goto('/system-admin?tab=audit-logs&user=nobody@people.example')
  await expect(page.getByText('No audit logs available.')).toBeVisible()
  await expect(page.getByText(/^The audit log was altered: row 40 is the first/u)).toBeVisible()
  await look(page, 'audit-logs-altered')
})
