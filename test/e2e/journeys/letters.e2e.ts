import type { Page } from '@playwright/test'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { demoProfile, demoSections } from '#app/demo/demo-firm.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { addClient, addManager, addStaff, signIn } from '#test/support/e2e/people.ts'
import { expectSigned, fillInSignature, NAME, sealOfTheFirm, shownLetter } from '#test/support/e2e/signing.ts'
import { dialog } from '#test/support/e2e/staff.ts'
import { expectStep } from '#test/support/e2e/wizard.ts'

test.use({ variables: await sealOfTheFirm() })

const MANAGER = 'Ayanda Zulu'

/** Publishes the saved letter. */
async function publish(page: Page, version: number): Promise<void> {
  await button(page, 'Publish').click()
  const question = dialog(page, `Publish version ${version}?`)
  await question.getByLabel('Checked by').fill('Vusi Ngcobo')
  await button(question, 'Publish').click()
}

test('the firm’s letter is published, generated for a manager, read and signed', async ({
  page,
  product,
  elsewhere,
  openBrowser,
}) => {
  const { context } = product
  const manager = await addManager(context, { fullName: MANAGER, letter: false })
  const answers = completeAnswers('thandiwe@people.example', { fullName: NAME })
  const client = await addClient(context, { currentStep: 'documents', manager, answers })

  // The firm's details and the letter's long texts.
  await signIn(elsewhere, await addStaff(context, 'system_administrator'))
  for (const [name, values] of Object.entries(demoSections)) {
    const saved = await elsewhere.request.put(`/api/firm/settings/${name}`, { data: { values } })
    expect([name, saved.status()]).toEqual([name, 200])
  }

  await test.step('an admin publishes it, and a wealth manager’s facts are filled in', async () => {
    await signIn(page.context(), await addStaff(context, 'admin', 'Ayanda Pule'))
    await page.goto('/letters')
    await expect(page.getByText(/^Not published yet/u)).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page)).toEqual([])
    }
    await publish(page, 1)
    await expectNotification(page, 'Version 1 published', 'Letters stay as they are until you generate them.')
    await page.getByRole('link', { name: 'Wealth managers', exact: true }).click()
    const managers = page.getByRole('list', { name: 'Wealth managers' })
    await expect(managers).toContainText('Missing: Qualifications')
    await button(managers, `Facts of ${MANAGER}`).click()
    const form = dialog(page, `Facts of ${MANAGER}`)
    await form.getByLabel('Qualifications').fill(demoProfile.qualifications)
    await form.getByLabel('Experience').fill(demoProfile.experience)
    await form.getByLabel('Capacity').selectOption('mandate')
    await form.getByLabel('Appointed on').fill(demoProfile.appointedOn)
    await form.getByRole('combobox', { name: /^Services: 1\.8 /u }).selectOption('Advice')
    await form.getByLabel('Renders services under supervision').selectOption('no')
    expect(await findViolations(page)).toEqual([])
    await button(form, 'Save').click()
    // The first letter needs no further click.
    await expectNotification(page, 'Letter generated', 'Clients get it from now on.')
    await expect(managers).toContainText('Up to date')
    expect(await findViolations(page)).toEqual([])
  })

  await test.step('the client reads it as text, and signs it', async () => {
    const { page: clients } = await openBrowser()
    await signIn(clients.context(), client)
    await clients.goto('/')
    await expectStep(clients, 'documents')
    await button(clients, 'Read the letter').click()
    const letter = shownLetter(clients)
    await expect(letter.getByRole('heading', { name: '1 Who we are' })).toBeVisible()
    await expect(letter).toContainText(`${MANAGER} acts under a mandate from Protea Private Wealth`)
    await expect(letter).toContainText('An hourly fee of R 1 950')
    await fillInSignature(clients)
    expect(await findViolations(clients)).toEqual([])
    await button(clients, 'Sign the letter').click()
    await expectSigned(clients)
  })

  await test.step('after the next publication the page asks for whom to generate letters', async () => {
    await page.getByRole('link', { name: 'Letter', exact: true }).click()
    const letter = page.locator('.letter-sheet')
    await expect(letter).not.toContainText(/[#{}[\]]|\*\*/u)
    // A paragraph, Save, Publish, confirm.
    await page.getByRole('textbox', { name: 'What to expect' }).getByText('We advise on the basis').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' We answer within two business days.')
    const bar = page.getByRole('group', { name: 'Unsaved changes' })
    await button(bar, 'Save').click()
    await expect(bar).toHaveCount(0)
    await publish(page, 2)
    const choice = dialog(page, 'Version 2 is published')
    await expect(choice.getByLabel(MANAGER)).toBeChecked()
    expect(await findViolations(page)).toEqual([])
    await button(choice, 'Generate 1 letter').click()
    await expect(page.getByRole('list', { name: 'Wealth managers' })).toContainText('Version 2')
  })
})
