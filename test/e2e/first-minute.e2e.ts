import type { Page } from '@playwright/test'
import {
  AT_HAND,
  HOW_LONG,
  HOW_PROTECTED,
  STOP_ANY_TIME,
  TASKS_AFTERWARDS,
} from '#features/applications/rules/wizard/before-you-begin.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addClient, addManager, signIn } from '#test/support/e2e/people.ts'
import { openAt, sit } from '#test/support/e2e/sitter.ts'
import { expectStep } from '#test/support/e2e/wizard.ts'

const summary = (page: Page) => page.getByText('Before you begin', { exact: true })
const opening = (page: Page) => page.getByRole('main').locator('details')

async function open(page: Page): Promise<void> {
  await page.goto('/')
  await expectStep(page, 'personal')
}

test('the first visit opens on the first question, with “Before you begin” as one closed line above it', async ({
  page,
  product,
}) => {
  const manager = await addManager(product.context, { fullName: 'Naledi Khumalo' })
  const client = await addClient(product.context, { manager, fullName: 'Lerato Mokoena' })
  await signIn(page.context(), client)
  await open(page)
  await expect(page.getByText(HOW_LONG)).toBeHidden()
  await expect(page.getByRole('main').getByLabel('ID Number')).toBeInViewport()
  await summary(page).click()
  for (const text of [HOW_LONG, STOP_ANY_TIME, ...AT_HAND, HOW_PROTECTED]) {
    await expect(opening(page)).toContainText(text)
    await expect(opening(page).getByText(text)).toBeVisible()
  }
  await expect(opening(page)).not.toContainText(TASKS_AFTERWARDS)
  await expect(opening(page)).toContainText('Naledi Khumalo')
  await expect(opening(page).getByRole('link', { name: manager.username })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${manager.username}`, 'u'),
  )

  await test.step('it folds away once begun, at the first question', async () => {
    await button(page, 'Start').click()
    await expect(page.getByText(HOW_LONG)).toBeHidden()
    await expect(page.getByRole('main').locator('input:focus, select:focus')).toHaveCount(1)
  })
})

test('without a wealth manager the firm is the client’s contact; provinces are chosen in South Africa, and typed anywhere else', async ({
  page,
  product,
}) => {
  await sit(page, product, { manager: null })
  await open(page)
  await summary(page).click()
  await expect(opening(page)).toContainText('Client services')
  await expect(opening(page).getByRole('link', { name: 'support@proteawealth.example' })).toBeVisible()

  await test.step('provinces are chosen in South Africa, and typed anywhere else', async () => {
    await openAt(page, 'address')
    await expect(page.getByLabel('Country')).toHaveValue('South Africa')
    const province = page.getByLabel('State/Province')
    await expect(province.getByRole('option', { name: 'Western Cape' })).toBeAttached()
    await page.getByLabel('Country').selectOption('Namibia')
    await expect(page.getByRole('textbox', { name: 'State/Province' })).toBeEditable()
    await province.fill('Khomas')
    await expect(province).toHaveValue('Khomas')
    await page.getByLabel('Country').selectOption('Hong Kong')
    await expect(page.getByText('Not used in Hong Kong')).toHaveCount(2)
    await expect(page.getByLabel('Postal Code')).toHaveValue('-')
    await expect(province).toHaveValue('Khomas')
    await page.getByLabel('Country').selectOption('South Africa')
    await expect(page.getByLabel('Postal Code')).toHaveValue('')
  })
})
