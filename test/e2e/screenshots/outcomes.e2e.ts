import { eq } from 'drizzle-orm'
import { confirmationNames } from '#features/applications/rules/wizard/confirmations.ts'
import { clientStatuses, headingForClient } from '#features/applications/rules/lifecycle/tracker.ts'
import { applications } from '#features/access/schema/tables.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, section } from '#test/support/e2e/forms.ts'
import { failCall, holdCall, holdDrafts } from '#test/support/e2e/hold.ts'
import { closeUp, look } from '#test/support/e2e/screenshot.ts'
import { allPapers, fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { expectStep, nextLabels } from '#test/support/e2e/wizard.ts'

test('Review with nothing in it, and with answers missing', async ({ page, product, watch }) => {
  await sit(page, product)
  await openAt(page, 'review')
  await look(page, 'review-empty')

  const { willInstitution: _, ...answers } = fullAnswers
  await sit(page, product, {
    answers: { ...answers, idNumber: null, taxIncomeNumber: null, willInstitution: null },
    handedIn: ['signedFais'],
  })
  await openAt(page, 'review')
  for (const index of confirmationNames.keys()) {
    await section(page, 'Terms').getByRole('checkbox').nth(index).check()
  }
  watch.expect(422, '/api/application/submit')
  await button(page, 'Submit Application').click()
  await expect(page.getByRole('alert')).toContainText('Some answers are still missing')
  await look(page, 'review-missing')
})

test('Review', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers, handedIn: allPapers })
  await openAt(page, 'review')
  await look(page, 'review-complete', { dark: true })
  await closeUp(page, 'review', section(page, 'Net Worth Summary'))
  await button(page, 'Edit Address').click()
  await expect(button(page, 'Save & Back to Review')).toBeVisible()
  await look(page, 'address-from-review')
})

test('answers that were changed elsewhere', async ({ page, product, watch }) => {
  await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'address')
  await holdDrafts(page, watch)
  await page.getByLabel('City').fill('Stellenbosch')
  await page.getByLabel('Postal Code').fill('7600')
  const saved = await page.request.put('/api/application', { data: { city: 'Paarl', postalCode: '7646' } })
  expect(saved.status()).toBe(200)
  watch.expect(412, '/api/application')
  await button(page, nextLabels.address).click()
  await expect(page.getByRole('dialog', { name: 'These answers were changed elsewhere' })).toBeVisible()
  await look(page, 'conflict')
})

test('a submitted application shows its status, at any address of the wizard', async ({ page, product }) => {
  const { applicationId } = await sit(page, product, { answers: fullAnswers, status: 'submitted' })
  for (const status of [
    'submitted',
    'under_review',
    'approved',
    'rejected',
    'onboarded',
    'cancelled',
  ] as const) {
    const { label, message } = clientStatuses[status]
    await test.step(status, async () => {
      await product.context.database.db
        .update(applications)
        .set({ status })
        .where(eq(applications.id, applicationId))
      await page.goto('/?step=address')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        headingForClient(status, 'Protea Private Wealth'),
      )
      const main = page.getByRole('main')
      await expect(main).toContainText(message)
      await expect(main).toContainText(`Status${label}`)
      await expect(button(page, 'Return to Login')).toBeVisible()
      await expect(page).toHaveURL('/')
      await look(page, `after-${status.replace('_', '-')}`, { dark: status === 'submitted' })
    })
  }
})

test('an application on its way, and one that does not come', async ({ page, product, watch }) => {
  await sit(page, product)
  const release = await holdCall(page, '/api/application')
  await page.goto('/')
  await expect(page.getByText('Loading your application...')).toBeVisible()
  await look(page, 'loading')
  release()
  await expectStep(page, 'personal')
  for (const [status, heading, name] of [
    [503, 'Error Loading Application', 'load-error'],
    [404, 'Application Not Found', 'application-not-found'],
  ] as const) {
    watch.expect(status, '/api/application')
    const mend = await failCall(page, '/api/application', status)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await look(page, name)
    await mend()
  }
})
