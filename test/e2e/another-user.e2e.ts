import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addClient, signIn } from '#test/support/e2e/people.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { expectStep } from '#test/support/e2e/wizard.ts'

/** Two clients in one browser whose windows do not notify each other (docs/decisions/0040). */
test('a window of another user saves nothing, shows none of their data, and reports it', async ({
  page,
  product,
  watch,
}) => {
  watch.expect(409, '/api/application')
  watch.expect(409, '/api/user')
  const clientNamed = async (fullName: string, city: string) =>
    addClient(product.context, {
      fullName,
      currentStep: 'address',
      answers: { ...completeAnswers('nkosi@people.example'), city },
    })
  const [husband, wife] = [
    await clientNamed('Bongani Nkosi', 'Durban'),
    await clientNamed('Thandi Nkosi', 'Paarl'),
  ]
  const cityOf = async ({ id }: typeof wife) => (await readStored(product.context, id)).answers.city
  await signIn(page.context(), husband)
  await page.goto('/')
  await expectStep(page, 'address')

  // Not through a page, so that no window is notified.
  await signIn(page.context(), wife)
  await page.getByLabel('City').fill('Makhanda')
  // The notice may appear before the field is left.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('heading', { name: 'Someone else has signed in' })).toBeVisible()
  await expect(page.getByText('Paarl')).toHaveCount(0)
  expect([await cityOf(husband), await cityOf(wife)]).toEqual(['Durban', 'Paarl'])

  await button(page, 'Reload the page').click()
  await expectStep(page, 'address')
  await expect(page.getByLabel('City')).toHaveValue('Paarl')
  expect([await cityOf(husband), await cityOf(wife)]).toEqual(['Durban', 'Paarl'])
})
