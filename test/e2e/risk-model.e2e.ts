import { eq } from 'drizzle-orm'
import { users } from '#features/access/schema/tables.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addStaff, signIn } from '#test/support/e2e/people.ts'

test.use({ variables: { FICA_PACK: 'on' } })

test('one admin proposes a list of the risk model, and a senior manager starts using it', async ({
  page,
  product,
  openBrowser,
  watch,
}) => {
  watch.expect(400, '/api/admin/risk-models')
  const editor = await addStaff(product.context, 'admin', 'Farah Davids')
  const senior = await addStaff(product.context, 'admin', 'Lerato Botha')
  const set = { seniorManagerSince: new Date() }
  await product.context.database.db.update(users).set(set).where(eq(users.id, senior.id))

  await signIn(page, editor)
  await page.goto('/admin/risk-model')
  await button(page, 'Compared today, and the same').click()
  await expect(page.getByText(/^Farah Davids compared the countries in use/u)).toBeVisible()
  const raised = page.getByRole('textbox', { name: 'Countries under increased monitoring' })
  await raised.fill('Atlantis, 2026-03-01')
  await button(page, 'Propose').click()
  await expect(raised).toHaveAccessibleDescription(/Please choose a country from the list/u)
  await raised.fill('Zambia, 2026-03-01')
  await button(page, 'Propose').click()
  const change = 'Countries under increased monitoring: added Zambia, 2026-03-01'
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText(change)
  await expect(page.getByText('0 clients would change.')).toBeVisible()
  await expect(button(page, 'Start using')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])

  const { page: elsewhere } = await openBrowser()
  await signIn(elsewhere, senior)
  await elsewhere.goto('/admin/risk-model')
  await button(elsewhere, 'Start using').click()
  await expect(elsewhere.getByRole('list', { name: 'Changes' })).toHaveCount(0)
  await expect(elsewhere.getByRole('textbox', { name: 'Countries under increased monitoring' })).toHaveValue(
    'Zambia, 2026-03-01',
  )
})
