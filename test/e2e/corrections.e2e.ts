import { expect, test } from '#test/support/e2e/fixtures.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addClient, addManager, signIn } from '#test/support/e2e/people.ts'
import { dialog, openAsManager, part } from '#test/support/e2e/staff.ts'
import { chooseFiles } from '#test/support/e2e/uploads.ts'
import { makeDocument } from '#server/demo/factories/documents.ts'
import { documents } from '#server/db/schema.ts'
import { applications } from '#server/db/schema.ts'
import { eq } from 'drizzle-orm'
import { makePng } from '#test/support/files.ts'
import type { Product } from '#test/support/e2e/product.ts'

const OLD_NUMBER = '0001339050'
const NEW_NUMBER = '0843089848'

async function handInPayslip({ context }: Product, ownerId: string): Promise<string> {
  const [application] = await context.database.db
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.userId, ownerId))
  const applicationId = application?.id ?? ''
  const picture = { contentType: 'image/png', bytes: makePng() } as const
  const { id } = await makeDocument(context, {
    ownerId,
    applicationId,
    ...picture,
    kind: 'payslip',
    name: 'Payslip March.png',
  })
  // It was there before anything was asked for.
  const uploadedAt = new Date(context.now().getTime() - 3_600_000)
  await context.database.db.update(documents).set({ uploadedAt }).where(eq(documents.id, id))
  return applicationId
}

test('a manager asks for two corrections, the client sends them back, and old and new stand side by side', async ({
  page,
  product,
  watch,
}) => {
  const manager = await addManager(product.context)
  const client = await addClient(product.context, {
    manager,
    fullName: 'Thandiwe Nkosi',
    status: 'submitted',
  })
  const id = await handInPayslip(product, client.id)
  const review = `/wealth-manager/review?application=${id}`

  await test.step('flag, reason, next; the basket outlives a reload', async () => {
    await openAsManager(page, manager, review)
    await button(page, 'Ask for a correction: Tax Income Number').click()
    const why = dialog(page, 'Ask for a correction: Tax Income Number')
    await button(why, 'Note it').click()
    await expect(why.getByLabel('Why?')).toHaveAccessibleDescription(/Please choose a reason/u)
    await why.getByLabel('Why?').selectOption('does-not-agree')
    await why.getByLabel('Comment').fill('SARS has another number for you.')
    await button(why, 'Note it').click()
    await expect(part(page, 'Requests to the client')).toContainText('1 request')
    await expect(button(page, 'Ask for a correction: Tax Income Number')).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await button(page, 'Ask for a correction: Payslip March.png').click()
    const whyPayslip = dialog(page, 'Ask for a correction: Payslip March.png')
    await whyPayslip.getByLabel('Why?').selectOption('unreadable')
    await button(whyPayslip, 'Note it').click()
    await expect(part(page, 'Requests to the client')).toContainText('2 requests')
    await page.reload()
    await expect(part(page, 'Requests to the client')).toContainText('2 requests')
    expect(await findViolations(page)).toEqual([])
    await button(page, 'Send to client').click()
    await button(dialog(page, 'Send to client'), 'Send 2 requests').click()
    await expect(page.getByText('Waiting for client').first()).toBeVisible()
    await expect(part(page, 'Application Status')).toContainText('Under Review')
  })

  await test.step('the client has exactly two tasks', async () => {
    await signIn(page.context(), client)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We need two things from you')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
      /^Tax Income Number.*To do$/u,
      /^Payslip 1.*It cannot be read.*To do$/u,
    ])
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Tax Income Number' }).click()
    await expect(page.getByText('SARS has another number for you.')).toBeVisible()
    const field = page.getByLabel('Tax Income Number')
    await expect(field).toHaveValue(OLD_NUMBER)
    await field.fill(NEW_NUMBER)
    expect(await findViolations(page)).toEqual([])
    await button(page, 'Save and continue').click()
    await expect(page.getByRole('main').getByRole('listitem').first()).toHaveText(/Done$/u)
  })

  await test.step('nothing is sent before all is done', async () => {
    await page.getByRole('link', { name: 'Check and send back' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check what you send back')
    await page.getByRole('checkbox').check()
    await button(page, 'Send back').click()
    const summary = page.getByRole('alert').filter({ hasText: 'Not everything is done yet' })
    await expect(summary).toBeFocused()
    await summary.getByRole('link', { name: /^Payslip 1/u }).click()
    await expect(page.getByRole('link', { name: 'Do this now (Payslip 1)' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payslip 1')
    await chooseFiles(page, 'Another payslip', [
      { name: 'Payslip April.png', mimeType: 'image/png', buffer: makePng() },
    ])
    await expect(page.getByRole('list', { name: 'Payslips: files' })).toContainText('Payslip April.png')
    await button(page, 'Save and continue').click()
    // The file may be on its way still.
    await expect(page.getByRole('main').getByRole('listitem').nth(1)).toHaveText(/Done$/u)
    await page.getByRole('link', { name: 'Check and send back' }).click()
    await expect(page.getByRole('main')).toContainText(OLD_NUMBER)
    await expect(page.getByRole('main')).toContainText(NEW_NUMBER)
    await page.getByRole('checkbox').check()
    expect(await findViolations(page)).toEqual([])
    await button(page, 'Send back').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is being reviewed')
  })

  await test.step('the manager sees old and new, and approves once all is accepted', async () => {
    await openAsManager(page, manager, review)
    await expect(page.getByText('Client answered').first()).toBeVisible()
    const round = part(page, 'Round 1')
    await expect(round).toContainText(OLD_NUMBER)
    await expect(round).toContainText(NEW_NUMBER)
    expect(await findViolations(page)).toEqual([])
    watch.expect(409, `/api/admin/applications/${id}/status`)
    await page.keyboard.press('Alt+KeyA')
    await button(dialog(page, 'Approve'), 'Approve').click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Please accept all of them',
    )
    await button(round, 'Accept: Tax Income Number').click()
    await button(round, 'Accept: Payslip 1').click()
    await expect(round.getByText('Accepted').first()).toBeVisible()
    await expect(page.getByText('Client answered')).toHaveCount(0)
    await page.keyboard.press('Alt+KeyA')
    await button(dialog(page, 'Approve'), 'Approve').click()
    await expect(part(page, 'Application Status')).toContainText('Approved')
  })
})
