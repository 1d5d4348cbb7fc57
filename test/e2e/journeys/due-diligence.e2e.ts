import type { Page } from '@playwright/test'
import { exposureQuestions } from '#features/due-diligence/rules/positions.ts'
import { HAND_IN_STATEMENT } from '#features/due-diligence/rules/tasks.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, choose, expectNotification, group } from '#test/support/e2e/forms.ts'
import { realFile } from '#test/support/e2e/journey/journey.ts'
import { allPapers, fullAnswers, sit } from '#test/support/e2e/sitter.ts'
import { expectSound } from '#test/support/e2e/sound.ts'
import { chooseFiles, expectUploaded } from '#test/support/e2e/uploads.ts'

/** A client does the due diligence tasks on a phone. */

test.use({ variables: { FICA_PACK: 'on' }, viewport: { width: 390, height: 844 } })

const PLAIN = 'You are a South African citizen applying for yourself.'
const ID_CARD = 'Smart ID card, both sides'

function task(page: Page, label: string) {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: label }) })
}

async function open(page: Page, label: string): Promise<void> {
  await task(page, label).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: label })).toBeFocused()
}

async function handIn(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: HAND_IN_STATEMENT }).check()
  await button(page, 'Send').click()
}

test('a client proves identity, declares exposure and tax, and sees the state of each', async ({
  page,
  product,
  watch,
}) => {
  watch.expect(422, '/api/application/pack/identity/hand-in')
  await sit(page, product, { answers: fullAnswers, handedIn: allPapers })
  await page.goto('/')
  await button(page, 'Menu').click()
  await page.getByRole('link', { name: 'FICA documents: 0 of 6 done' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your FICA documents' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Six checks, about 19 minutes')
  await expect(task(page, 'Proof of identity')).toContainText('About 4 minutes')
  expect(await findViolations(page)).toEqual([])

  await test.step('identity, with a reload in the middle', async () => {
    await open(page, 'Proof of identity')
    await expect(page.getByText(PLAIN)).toBeVisible()
    await choose(page, 'Which document do you have?', ID_CARD)
    const [front, back] = [await realFile('front', 'image/jpeg'), await realFile('back', 'image/png')]
    await chooseFiles(page, ID_CARD, [front, back])
    await expectUploaded(page, ID_CARD, [front.name, back.name])
    await button(page, 'Send').click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary).toBeFocused()
    // All at once, in the order of the page.
    await expect(summary.getByRole('link')).toHaveText([
      'Please choose your country of birth',
      'Please confirm that your information is true and complete',
    ])
    await expect(page).toHaveTitle(/^Error: /u)
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('Country of birth').selectOption('South Africa')
    await expect(page.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d$/u })).toBeVisible()
    await page.reload()
    await expect(page.getByText(PLAIN)).toBeVisible()
    await expect(page.getByLabel('Country of birth')).toHaveValue('South Africa')
    await expectUploaded(page, ID_CARD, [front.name, back.name])
    await handIn(page)
    await expect(task(page, 'Proof of identity')).toContainText('We are looking at it')
  })

  await test.step('exposure, with a position', async () => {
    await open(page, 'Political exposure')
    const { domestic, foreign, influential, related } = exposureQuestions
    await choose(page, domestic.text, 'Yes')
    await page.getByLabel('Position', { exact: true }).fill('Municipal manager, Stellenbosch')
    await page.getByLabel('Year it began').fill('2009')
    await page.getByLabel('Year it ended').fill('2014')
    for (const { text } of [foreign, influential, related]) await choose(page, text, 'No')
    const none = page.getByRole('checkbox', { name: 'None of these apply to me' })
    await expect(none).not.toBeChecked()
    await page.getByText('Show the positions').first().click()
    await expect(page.getByText('Executive mayor of a municipality')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await handIn(page)
    await expect(task(page, 'Political exposure')).toContainText('We are looking at it')
  })

  await test.step('tax, with what was typed before leaving the page', async () => {
    await open(page, 'Tax residency')
    await button(page, 'Add another country').click()
    await page.getByLabel('Country 2', { exact: true }).selectOption('Botswana')
    await choose(page, 'I have no tax number there because', 'I could not get one')
    await page.getByLabel('Why could you not get one?').fill('I applied in May and wait for it.')
    await page.reload()
    await expect(page.getByLabel('Why could you not get one?')).toHaveValue(
      'I applied in May and wait for it.',
    )
    await choose(page, 'Are you a United States person for tax?', 'No')
    expect(await findViolations(page)).toEqual([])
    await handIn(page)
    await expect(task(page, 'Tax residency')).toContainText('We are looking at it')
  })

  await expect(page.getByRole('main')).toContainText('3 of 6 done, about 10 minutes left')
  await open(page, 'Political exposure')
  await expect(page.getByRole('main')).toContainText('Municipal manager, Stellenbosch, from 2009 to 2014')
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expectSound(page)
})

test('errors about questions that are no longer asked disappear, and citizenship has its own', async ({
  page,
  product,
  watch,
}) => {
  watch.expect(422, '/api/application/pack/identity/hand-in')
  await sit(page, product, { answers: { fullName: fullAnswers.fullName } })
  await page.goto('/pack?task=identity')
  await choose(page, 'For whom are you opening this account?', 'A child')
  await handIn(page)
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toContainText('Please enter your own name')
  await expect(page.getByLabel('Citizenship', { exact: true })).toHaveAccessibleDescription(
    /Please choose at least one country of citizenship/u,
  )
  expect(await findViolations(page)).toEqual([])
  await choose(page, 'For whom are you opening this account?', 'Myself')
  await expect(summary).toHaveCount(0)
  await expect(page.getByText(/child’s unabridged birth certificate/u)).toHaveCount(0)
})

test('a citizen who applies for a child says so, and “None of these apply to me” answers all four questions', async ({
  page,
  product,
}) => {
  await sit(page, product, { answers: fullAnswers })
  await page.goto('/pack?task=identity')
  await button(page, 'Change for whom you apply and your citizenship').click()
  await expect(group(page, 'For whom').getByRole('radio', { name: 'Myself' })).toBeFocused()
  await expect(group(page, 'For whom').getByRole('radio', { name: 'Myself' })).toBeChecked()
  await choose(page, 'For whom are you opening this account?', 'A child')
  await expect(page.getByText(/^Saved /u)).toBeVisible()
  await page.reload()
  await expect(group(page, 'For whom').getByRole('radio', { name: 'A child' })).toBeChecked()

  await page.goto('/pack?task=exposure')
  const none = page.getByRole('checkbox', { name: 'None of these apply to me' })
  await none.check()
  const answers = page.getByRole('radio', { name: 'No', checked: true })
  await expect(answers).toHaveCount(Object.keys(exposureQuestions).length)
  await expect(page.getByText(/^Saved /u)).toBeVisible()
  await page.reload()
  await expect(none).toBeChecked()
  await choose(page, exposureQuestions.domestic.text, 'Yes')
  await expect(none).not.toBeChecked()
  await expectSound(page)
})

test('half a year and half a date are there after a reload', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers })
  await page.goto('/pack?task=exposure')
  await choose(page, exposureQuestions.domestic.text, 'Yes')
  await page.getByLabel('Year it began').fill('20')
  await page.getByLabel('Position', { exact: true }).fill('Municipal manager')
  await page.getByLabel('Year it ended').focus()
  await expect(page.getByText(/^Saved /u)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Year it began')).toHaveValue('20')
  await expect(page.getByLabel('Position', { exact: true })).toHaveValue('Municipal manager')

  await page.goto('/pack?task=bank')
  await choose(page, 'Which document do you have?', 'Bank statement')
  await group(page, 'Date on the document').getByLabel('Month').selectOption('May')
  await page.reload()
  await expect(group(page, 'Date on the document (Bank statement)').getByLabel('Month')).toHaveValue('05')
})

test('a submitted application names what is still needed', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers, handedIn: allPapers, status: 'submitted' })
  await page.goto('/')
  const card = page.getByRole('region', { name: 'We still need six things from you' })
  await expect(card.getByRole('listitem')).toHaveCount(6)
  await expect(page.getByText('There’s nothing you need to do')).toHaveCount(0)
  await expectSound(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await card.getByRole('link', { name: 'Proof of address' }).click()
  await choose(page, 'Do you have a document', 'No')
  await page.getByLabel('Whose name is on the document?').fill('Ruth Mokoena')
  await page.getByText('I don’t have one of these documents').click()
  await page.getByLabel('I don’t have it because').fill('We live in an informal settlement.')
  await handIn(page)
  await expect(task(page, 'Proof of address')).toContainText('We are looking at it')
})

test('a task that another window has changed is loaded again, and nothing is overwritten', async ({
  page,
  product,
  watch,
}) => {
  watch.expect(412, '/api/application/pack/tax')
  await sit(page, product, { answers: fullAnswers })
  const other = await page.context().newPage()
  for (const window of [page, other]) await window.goto('/pack?task=tax')
  await choose(other, 'Are you a United States person for tax?', 'No')
  await expect(other.getByText(/^Saved /u)).toBeVisible()
  await choose(page, 'Are you a United States person for tax?', 'Yes')
  await expectNotification(page, 'Changed in another window', 'This page now shows the newest version.')
  await expect(group(page, 'Are you a United States').getByRole('radio', { name: 'No' })).toBeChecked()
  await page.reload()
  await expect(group(page, 'Are you a United States').getByRole('radio', { name: 'No' })).toBeChecked()
})

test.describe('without the FICA pack', () => {
  test.use({ variables: {} })

  test('the page does not exist, and nothing links to it', async ({ page, product }) => {
    await sit(page, product, { answers: fullAnswers, status: 'submitted' })
    await page.goto('/')
    await expect(page.getByText('There’s nothing you need to do')).toBeVisible()
    await expect(page.locator('a[href^="/pack"]')).toHaveCount(0)
    await page.goto('/pack')
    await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible()
  })
})
