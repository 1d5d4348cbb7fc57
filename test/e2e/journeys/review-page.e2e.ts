import { assetBreakdown, liabilityBreakdown } from '#features/applications/rules/net-worth/totals.ts'
import { answerLines } from '#features/applications/rules/wizard/answer-text.ts'
import { formatRand } from '#base/rules/money/rand.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { section } from '#test/support/e2e/forms.ts'
import { allPapers, fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { expectStep } from '#test/support/e2e/wizard.ts'

/** The review shows exceptions first, then every given answer. */

test('warnings come first, link to their field, and disappear once confirmed', async ({ page, product }) => {
  await sit(page, product, {
    answers: { ...fullAnswers, city: null, idNumber: '8001015009088', checkedDefaults: [] },
    handedIn: allPapers,
  })
  await openAt(page, 'review')
  const first = page.getByRole('main').locator('section').first()
  await expect(first.getByRole('heading', { level: 2 })).toHaveText('3 things to check')
  await expect(first).toContainText('City is required')
  await expect(first).toContainText('Do you smoke?')
  await first.getByRole('button', { name: /^That’s correct/u }).click()
  await expect(first.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(first.getByRole('heading', { level: 2 })).toHaveText('2 things to check')
  await first.getByRole('button', { name: /^Answer/u }).click()
  await expectStep(page, 'address')
  await expect(page.getByLabel('City')).toBeFocused()
})

test('every given answer is on the page with its question, amounts also in words, and each section has one Edit', async ({
  page,
  product,
}) => {
  await sit(page, product, {
    answers: { ...fullAnswers, addressLine3: null },
    handedIn: allPapers,
  })
  await openAt(page, 'review')
  const address = section(page, 'Address')
  await expect(address.getByText('Address Line 1', { exact: true })).toBeVisible()
  await expect(address.getByText('Address Line 3', { exact: true })).toHaveCount(0)
  await expect(section(page, 'Employment & Financial')).toContainText(
    'Annual IncomeR 1 284 000.00one million two hundred and eighty-four thousand rand',
  )
  await expect(section(page, 'Assets').getByRole('definition').first()).toHaveText('R 4 500.00')
  await expect(section(page, 'Assets')).toContainText('four thousand five hundred rand')
  await expect(page.getByRole('main').getByRole('button', { name: /^(?:Show|Hide)/u })).toHaveCount(0)
  const controls = page.getByRole('main').locator('a, button, input').filter({ visible: true })
  expect(await controls.count()).toBeLessThanOrEqual(22)
})

test('on a phone every given answer is visible at once, on a page of less than four screens', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await sit(page, product, { answers: fullAnswers, handedIn: allPapers })
  await openAt(page, 'review')
  await expect(page.getByText('Nothing is missing')).toBeVisible()
  for (const step of ['personal', 'address', 'employment'] as const) {
    for (const { text, answered } of answerLines(step, fullAnswers)) {
      if (!answered || text === 'Yes' || text === 'No') continue
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    }
  }
  for (const [title, amounts] of [
    ['Assets', assetBreakdown(fullAnswers.assets)],
    ['Liabilities', liabilityBreakdown(fullAnswers.liabilities)],
  ] as const) {
    await expect(section(page, title).getByRole('listitem').filter({ hasText: 'R' })).toContainText(
      amounts.flatMap(({ items }) => items.map(({ cents }) => formatRand(cents))),
    )
  }
  // No figure twice.
  await expect(
    section(page, 'Net Worth Summary').getByText('Total Assets').filter({ visible: true }),
  ).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4 * 844)
})
