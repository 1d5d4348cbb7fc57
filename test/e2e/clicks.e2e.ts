import type { Page } from '@playwright/test'
import { makeClient, type ApplicationFacts } from '#app/demo/factories/applications.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { openConsole, usersTable } from '#test/support/e2e/console.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { addManager } from '#test/support/e2e/people.ts'
import { dialog, openAsAdmin, openAsManager, rowOf, openToolbar } from '#test/support/e2e/staff.ts'

// Counts include the whole firm, so this file has its own server.
test.use({ variables: { BRAND_FIRM_NAME: 'Clicks Are Counted', UNDO_SECONDS: '0' } })

const COMES_TO_ITS_END = { timeout: 120_000 }
const LONG_AGO = new Date('2026-01-05T08:00:00Z')
const NUMBER = '8001015009087'

/** Daily tasks of staff, with the maximum number of clicks and selections from their usual page. */
const allowed = {
  'onboard 40': 4,
  'approve 10': 4,
  'remind 136 drafts': 4,
  'find by ID number': 2,
  export: 2,
  'hand over 80 clients': 3,
} as const

/** Counts a user's clicks and selections from browser events. */
async function countPresses(page: Page): Promise<(job: keyof typeof allowed) => void> {
  let pressed = 0
  await page.exposeFunction('onPressed', () => (pressed += 1))
  await page.addInitScript(() => {
    const heard = () => {
      const { onPressed } = window as { onPressed?: () => void }
      onPressed?.()
    }
    addEventListener('pointerdown', heard, { capture: true })
    addEventListener(
      'change',
      ({ target }) => {
        if (target instanceof HTMLSelectElement) heard()
      },
      { capture: true },
    )
  })
  return (job) => {
    expect(pressed, job).toBe(allowed[job])
    pressed = 0
  }
}

const queue = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name })

test('the jobs of a day take as many clicks as one would wish: each is counted', async ({
  page,
  product,
}) => {
  test.setTimeout(420_000)
  const { context } = product
  const leaves = await addManager(context, { fullName: 'Nomvula Counted' })
  const takesOver = await addManager(context, { fullName: 'Sipho Counted' })
  const some = async (count: number, facts: { invited?: boolean; application: ApplicationFacts }) => {
    for (let made = 0; made < count; made += 10) {
      await Promise.all(
        Array.from({ length: Math.min(10, count - made) }, () =>
          makeClient(context, { wealthManagerId: leaves.id, ...facts }),
        ),
      )
    }
  }
  // A manager with 80 clients, and inactive drafts of another manager.
  await some(40, { application: { status: 'approved' } })
  await some(10, { application: { status: 'submitted' } })
  await some(24, { application: { createdAt: LONG_AGO } })
  await some(6, { invited: true, application: { createdAt: LONG_AGO } })
  for (let made = 0; made < 106; made += 1) {
    await makeClient(context, { wealthManagerId: takesOver.id, application: { createdAt: LONG_AGO } })
  }
  const found = await makeClient(context, {
    fullName: 'Refilwe Counted',
    wealthManagerId: takesOver.id,
    application: { status: 'submitted', answers: { fullName: 'Refilwe Counted', idNumber: NUMBER } },
  })
  await context.database.pool.query(
    `update application_summaries set last_active_on = '2026-01-05' where status = 'draft'`,
  )
  await context.database.db.delete(mailOutbox)
  const counted = await countPresses(page)

  await test.step('onboard 40', async () => {
    await openAsAdmin(page, product)
    await queue(page, 'Approved').click()
    await page.getByRole('checkbox', { name: 'Select all 40' }).click()
    await button(page, 'Mark Onboarded').click()
    const onboard = 'Mark 40 applications as onboarded'
    await button(dialog(page, onboard), onboard).click()
    await expect(page.getByText('Onboarded: 40.')).toBeVisible(COMES_TO_ITS_END)
    counted('onboard 40')
  })

  await test.step('remind 136 drafts', async () => {
    await page.goto('/admin')
    await queue(page, 'Inactive drafts').click()
    await page.getByRole('checkbox', { name: 'Select all 136' }).click()
    await button(page, 'Remind').click()
    await button(dialog(page, 'Remind 136 applications'), 'Remind 136').click()
    await expect(page.getByText('Reminded: 130.')).toBeVisible(COMES_TO_ITS_END)
    counted('remind 136 drafts')
    const { rows } = await context.database.pool.query(
      `select template, count(*)::int as mails, count(distinct recipient)::int as people from mail_outbox
        where template in ('application-reminder', 'invitation') group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { template: 'application-reminder', mails: 130, people: 130 },
      { template: 'invitation', mails: 6, people: 6 },
    ])
  })

  await test.step('find by ID number', async () => {
    await page.goto('/admin')
    await page.getByRole('searchbox', { name: 'Search' }).click()
    await page.keyboard.type(NUMBER)
    await button(page, 'View Refilwe Counted').click()
    await expect(dialog(page, 'Application Summary')).toContainText(found.username)
    counted('find by ID number')
  })

  await test.step('export', async () => {
    await page.goto('/admin?status=submitted')
    await expect(rowOf(page, 'Refilwe Counted')).toBeVisible()
    const more = await openToolbar(page, 'More')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      more.getByRole('link', { name: 'Export the list as Excel' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/u)
    counted('export')
  })

  await test.step('approve 10', async () => {
    await openAsManager(page, leaves)
    await queue(page, 'Waiting for us').click()
    await page.getByRole('checkbox', { name: 'Select all 10' }).click()
    await button(page, 'Approve').click()
    await button(dialog(page, 'Approve 10 applications'), 'Approve 10 applications').click()
    await expect(page.getByText('Approved: 10.')).toBeVisible(COMES_TO_ITS_END)
    counted('approve 10')
  })

  await test.step('hand over 80 clients', async () => {
    await openConsole(page, product, 'users')
    await page.goto('/system-admin?tab=users&role=wealth_manager')
    const hers = usersTable(page)
      .getByRole('row')
      .filter({ has: button(page, 'Edit Nomvula Counted') })
    await expect(hers).toContainText('80 clients')
    await button(page, 'Hand over the clients of Nomvula Counted').click()
    const handOver = dialog(page, 'Hand over the clients of Nomvula Counted')
    await handOver.getByLabel('New Wealth Manager').selectOption(takesOver.id)
    await button(handOver, 'Hand Over').click()
    await expectNotification(page, 'Clients Handed Over', 'Sipho Counted has taken over 80 clients.')
    await expect(hers).toContainText('0 clients')
    counted('hand over 80 clients')
  })
})
