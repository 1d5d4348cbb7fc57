import { eq } from 'drizzle-orm'
import { users } from '#server/platform/db/schema.ts'
import { completeDrafts } from '#test/support/due-diligence.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { addUnderReview } from '#test/support/e2e/corrections.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addStaff, signIn } from '#test/support/e2e/people.ts'
import { dialog, part } from '#test/support/e2e/staff.ts'

test.use({ variables: { FICA_PACK: 'on' } })

test('a compliance user signs in, reads a client and their papers, and can change nothing', async ({
  page,
  product,
  elsewhere,
}) => {
  const { client, review } = await addUnderReview(product, { fullName: 'Nomsa Dlamini' })
  await signIn(elsewhere, client)
  await elsewhere.request.put('/api/application/pack/tax', { data: completeDrafts.tax })
  await elsewhere.request.post('/api/application/pack/tax/hand-in', { data: { accurate: true } })
  const reader = await addStaff(product.context, 'admin', 'Farah Davids')
  await product.context.database.db
    .update(users)
    .set({ complianceSince: new Date() })
    .where(eq(users.id, reader.id))

  await page.goto('/')
  await page.getByLabel('Email Address').fill(reader.username)
  await page.getByLabel('Password', { exact: true }).fill(reader.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Client Applications' })).toBeVisible()
  await expect(page.getByText('Read only')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Nomsa Dlamini' })).toBeVisible()
  await expect(button(page, 'New Client Invitation')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])

  await page.goto(review.replace('/wealth-manager/', '/admin/'))
  await button(part(page, 'Know your client'), 'View Tax residency').click()
  const tax = dialog(page, 'Tax residency')
  await expect(tax).toContainText(/South Africa\s*0001339050/u)
  await expect(tax.getByRole('radio')).toHaveCount(0)
  await expect(button(tax, 'Save verdict')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(tax).toHaveCount(0)
  for (const act of [/^Approve/u, /^Reject/u, /^Mark /u, /^Ask the client/u]) {
    await expect(page.getByRole('button', { name: act })).toHaveCount(0)
  }
})
