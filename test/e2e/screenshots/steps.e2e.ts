import type { Page } from '@playwright/test'
import { chooseAmount } from '#test/support/e2e/amounts.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, choose, section } from '#test/support/e2e/forms.ts'
import { closeUp, look } from '#test/support/e2e/screenshot.ts'
import { fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { nextLabels, openSections } from '#test/support/e2e/wizard.ts'

async function tryToGoOn(page: Page, step: keyof typeof nextLabels) {
  await button(page, nextLabels[step]).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
}

test('Personal Details', async ({ page, product }) => {
  await sit(page, product)
  await page.goto('/')
  await expect(button(page, nextLabels.personal)).toBeVisible()
  await page.getByText('Before you begin').click()
  await expect(button(page, 'Start')).toBeVisible()
  await look(page, 'before-you-begin')
  await button(page, 'Start').click()
  await look(page, 'personal-empty')
  await choose(page, 'Do you have children?', 'Yes')
  await page.getByLabel('How many children?').selectOption('2')
  await tryToGoOn(page, 'personal')
  await look(page, 'personal-errors', { dark: true })
})

test('Personal Details with numbers that look wrong', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers, currentStep: 'personal' })
  await page.goto('/')
  await expect(button(page, nextLabels.personal)).toBeVisible()
  await look(page, 'personal-done')
  await openSections(page)
  await expect(page.getByRole('group', { name: 'Child 2' })).toBeVisible()
  await look(page, 'personal-family')
  await closeUp(page, 'personal')
  const identification = section(page, 'Identification')
  await identification.getByLabel('ID Number').fill('9202204720082')
  await page.getByLabel('Mobile Number').fill('021 555 0140')
  await page.getByRole('group', { name: 'Child 1' }).getByLabel('ID Number').fill('1203045009082')
  await section(page, 'About You').getByLabel('Full Name').click()
  await expect(page.getByText(/^This isn’t a valid South African/u)).toHaveCount(3)
  await look(page, 'personal-warnings')
})

test('Address', async ({ page, product }) => {
  await sit(page, product)
  await openAt(page, 'address')
  await look(page, 'address-empty')
  await tryToGoOn(page, 'address')
  await look(page, 'address-errors')
  const { country, addressLine1, addressLine2, city, stateProvince } = fullAnswers
  await openAt(page, 'address', { country, addressLine1, addressLine2, city, stateProvince })
  await page.getByLabel('Postal Code').fill('80011')
  await page.getByLabel('City').click()
  await look(page, 'address')
})

test('Employment', async ({ page, product }) => {
  await sit(page, product)
  await openAt(page, 'employment')
  await look(page, 'employment-empty')
  await page.getByLabel('Occupation', { exact: true }).fill('Self-employed bookkeeper')
  await page.getByLabel('Tax Income Number').fill('2449494160')
  await choose(page, 'Do you have a will?', 'Yes')
  await tryToGoOn(page, 'employment')
  await look(page, 'employment-errors')
})

test('Net Worth, Assets and Liabilities', async ({ page, product }) => {
  await sit(page, product, { answers: { fullName: 'Lerato Mokoena' } })
  await openAt(page, 'net-worth-intro')
  await look(page, 'net-worth-intro')
  await openAt(page, 'assets')
  await look(page, 'assets-empty')
  await openAt(page, 'assets', { assets: fullAnswers.assets })
  await look(page, 'assets', { dark: true })
  await (await chooseAmount(page, 'Investments', 'Provident Funds')).fill('12000')
  await tryToGoOn(page, 'assets')
  await look(page, 'assets-errors')
  await openAt(page, 'liabilities')
  await look(page, 'liabilities-empty')
  await openAt(page, 'liabilities', { liabilities: fullAnswers.liabilities })
  await look(page, 'liabilities')
})

test('Documents', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'documents')
  await look(page, 'documents')

  await sit(page, product, { manager: null, answers: fullAnswers })
  await openAt(page, 'documents')
  await expect(page.getByText('No Wealth Manager Assigned')).toBeVisible()
  await look(page, 'documents-no-manager')
})
