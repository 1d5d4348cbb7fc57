import { makeClient } from '#app/demo/factories/applications.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { onPhone } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { addManager } from '#test/support/e2e/people.ts'
import { expectSound } from '#test/support/e2e/sound.ts'
import { addToBook, dialog, openAsAdmin, openAsManager, openToolbar, rowOf } from '#test/support/e2e/staff.ts'

// Counts include all inactive drafts of a server, and tests wait for the undo period.
test.use({ variables: { UNDO_SECONDS: '6' } })

const COMES_TO_ITS_END = { timeout: 100_000 }

test('136 inactive drafts are reminded by three clicks, each once; unused invitations are renewed', async ({
  page,
  product,
}) => {
  const createdAt = new Date('2026-01-05T08:00:00Z')
  const { context } = product
  const quiet = (more: object) => makeClient(context, { ...more, application: { createdAt } })
  for (let some = 0; some < 13; some += 1) await Promise.all(Array.from({ length: 10 }, () => quiet({})))
  await Promise.all(Array.from({ length: 6 }, () => quiet({ invited: true })))
  await context.database.pool.query(`update application_summaries set last_active_on = '2026-01-05'`)
  await context.database.db.delete(mailOutbox)
  await openAsAdmin(page, product, '/admin?status=draft&quietDays=7&sort=lastActivity&direction=asc')

  let clicks = 0
  const click = async (name: string, within = page.locator('body')) => {
    clicks += 1
    await button(within, name).click()
  }
  clicks += 1
  await page.getByRole('checkbox', { name: 'Select all 136' }).click()
  await click('Remind')
  await click('Remind 136', dialog(page, 'Remind 136 applications'))
  expect(clicks).toBe(3)

  await expect(page.getByText('Reminded: 130.')).toBeVisible(COMES_TO_ITS_END)
  await expect(page.getByText('Never signed in, so a new invitation was sent instead: 6.')).toBeVisible()
  await expectSound(page)
  const { rows } = await context.database.pool.query<{ template: string; mails: number; people: number }>(
    // On a business day the admin's digest may arrive meanwhile.
    `select template, count(*)::int as mails, count(distinct recipient)::int as people from mail_outbox
      where template <> 'staff-digest' group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { template: 'application-reminder', mails: 130, people: 130 },
    { template: 'invitation', mails: 6, people: 6 },
  ])
  await click('Show details')
  await expect(dialog(page, 'Results').getByRole('listitem')).toHaveCount(136)
})

test('a manager selects rows by keyboard only, approves, and undoes it before it starts', async ({
  page,
  product,
}) => {
  const manager = await addManager(product.context, { letter: false })
  const submitted = { manager, status: 'submitted' } as const
  for (const name of ['Anele', 'Busi', 'Cebisa']) {
    const username = `${name.toLowerCase()}.${manager.id.slice(-12)}@people.example`
    await addToBook(product, { ...submitted, fullName: `${name} Many`, username })
  }
  await openAsManager(page, manager, '/wealth-manager?sort=fullName&direction=asc')
  const keys = new Keyboard(page)
  for (const name of ['Anele', 'Busi']) {
    await keys.to(page.getByRole('checkbox', { name: `Select ${name} Many` }))
    await keys.press('Space')
  }
  await expect(page.getByText('2 applications chosen')).toBeVisible()
  await expectSound(page)
  await keys.activate(button(page, 'Approve'))
  await keys.activate(button(dialog(page, 'Approve 2 applications'), 'Approve 2 applications'))
  await keys.activate(button(page, 'Undo'))
  await expect(page.getByText('Undone. Nothing was changed.')).toBeVisible()
  await expectSound(page)
  expect(
    await product.context.database.pool.query(
      `select 1 from applications where status = 'approved' and wealth_manager_id = $1`,
      [manager.id],
    ),
  ).toMatchObject({ rowCount: 0 })
})

test('with Shift, all rows between two are selected', async ({ page, product }) => {
  const manager = await addManager(product.context, { letter: false })
  for (const name of ['Anele', 'Busi', 'Cebisa', 'Dineo']) {
    const username = `${name.toLowerCase()}.${manager.id.slice(-12)}@people.example`
    await addToBook(product, { manager, status: 'submitted', fullName: `${name} Range`, username })
  }
  await openAsManager(page, manager, '/wealth-manager?sort=fullName&direction=asc')
  await expect(rowOf(page, 'Dineo Range')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Anele Range' }).click()
  await page.getByRole('checkbox', { name: 'Select Cebisa Range' }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 applications chosen')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select Dineo Range' })).not.toBeChecked()
})

onPhone(() => {
  test('rows are selected on a phone, and the actions stay visible', async ({ page, product }) => {
    const manager = await addManager(product.context, { letter: false })
    for (const name of ['Anele', 'Busi']) {
      const username = `${name.toLowerCase()}.${manager.id.slice(-12)}@people.example`
      await addToBook(product, { manager, status: 'submitted', fullName: `${name} Phone`, username })
    }
    await openAsManager(page, manager)
    const more = await openToolbar(page, 'Filter and more')
    await button(more, 'Select clients').tap()
    await page.keyboard.press('Escape')
    for (const name of ['Anele', 'Busi']) {
      await page.getByRole('checkbox', { name: `Select ${name} Phone` }).tap()
    }
    await expect(page.getByText('2 applications chosen')).toBeInViewport()
    await expect(button(page, 'Start Review')).toBeInViewport()
    await expectSound(page)
  })
})

test('a single action can be undone while its mail is delayed', async ({ page, product }) => {
  const manager = await addManager(product.context, { letter: false })
  const client = await addToBook(product, {
    manager,
    status: 'submitted',
    fullName: 'Anele Undone',
    username: `anele.${manager.id.slice(-12)}@people.example`,
  })
  await openAsManager(page, manager)
  await page.getByRole('link', { name: 'Review Anele Undone' }).click()
  await button(page, 'Approve').click()
  await button(dialog(page, 'Approve'), 'Approve').click()
  await button(page, 'Undo').click()
  await expect(page.getByText('Undone. No email was sent.').first()).toBeVisible()
  await expect(page.getByText('Submitted', { exact: true }).first()).toBeVisible()
  const { rowCount } = await product.context.database.pool.query(
    `select 1 from mail_outbox where recipient = $1 and template = 'application-status'`,
    [client.username],
  )
  expect(rowCount).toBe(0)
})

test('a reassigned client and a corrected account are restored by one click', async ({ page, product }) => {
  const { context } = product
  const [before, after] = [
    await addManager(context, { fullName: 'Naledi Before' }),
    await addManager(context, { fullName: 'Thabo After' }),
  ]
  const username = `anele.${before.id.slice(-12)}@people.example`
  const client = await addToBook(product, { manager: before, fullName: 'Anele Given', username })
  await openAsAdmin(page, product, `/admin?search=anele+given&application=${client.applicationId}`)
  const summary = dialog(page, 'Application Summary')

  await button(summary, 'Reassign').click()
  const assign = dialog(page, 'Assign Wealth Manager')
  await assign.getByLabel('Wealth Manager').selectOption(after.id)
  await button(assign, 'Assign').click()
  await expect(summary).toContainText('Wealth Manager Thabo After')
  await button(page, 'Undo').click()
  await expect(summary).toContainText('Wealth Manager Naledi Before')

  await button(summary, 'Correct Name or Address').click()
  const correct = dialog(page, 'Correct name or address')
  await correct.getByLabel('Full Name').fill('Anele Corrected')
  await button(correct, 'Save').click()
  await expect(summary).toContainText(`Account Anele Corrected, ${username}`)
  await button(page, 'Undo').click()
  await expect(summary).toContainText(`Account Anele Given, ${username}`)
  const { rowCount } = await context.database.pool.query(
    'select 1 from mail_outbox where recipient = any($1)',
    [[username, before.username, after.username]],
  )
  expect(rowCount).toBe(0)
})
