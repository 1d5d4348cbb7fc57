import type { BrowserContext, Page } from '@playwright/test'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { addUnderReview, askFor, openTasks, taxNumber } from '#test/support/e2e/corrections.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { MEGABYTE, realFile, sha256 } from '#test/support/e2e/journey/journey.ts'
import { addClient, signIn, type Person } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { slowDown } from '#test/support/e2e/slow-network.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { chooseFiles, expectUploaded, fileList } from '#test/support/e2e/uploads.ts'
import { expectStep, goOn, nextLabels } from '#test/support/e2e/wizard.ts'
import { auditAbout } from '#test/support/records.ts'

/** The network fails during use and returns. Submission and lost responses: lost-answers.e2e.ts. */

const PAYSLIPS = 'Payslips'
const city = (page: Page) => page.getByLabel('City')
const notice = (page: Page) => page.getByText('You are offline')
/** The save status beside the progress. */
const savedLine = (page: Page) => page.getByRole('banner').getByRole('status')

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect(notice(page)).toBeVisible()
}

async function comeBack(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
}

async function openAt(page: Page, { context }: Product, currentStep: StepId): Promise<Person> {
  const client = await addClient(context, {
    currentStep,
    answers: completeAnswers('thandiwe@people.example'),
  })
  await signIn(page.context(), client)
  await page.goto('/')
  await expectStep(page, currentStep)
  return client
}

const storedCity = async ({ context }: Product, { id }: Person) =>
  (await readStored(context, id)).answers.city

test.beforeEach(({ watch }) => watch.expect('no answer', '/'))

test('sign-in: the page reports it, keeps the input, and signs in once the network is back', async ({
  page,
  product,
}) => {
  const client = await addClient(product.context)
  await page.goto('/auth')
  await page.getByLabel('Email Address').fill(client.username)
  await goOffline(page)
  await page.getByLabel('Password', { exact: true }).fill(client.password)
  await button(page, 'Sign In').click()
  await expectNotification(page, 'Login failed', 'You seem to be offline.')
  await comeBack(page.context())
  await expect(notice(page)).toHaveCount(0)
  await button(page, 'Sign In').click()
  await expectStep(page, 'personal')
})

test('typing: it is kept, shown as unsaved, and saved automatically once the network is back', async ({
  page,
  product,
}) => {
  const client = await openAt(page, product, 'address')
  await city(page).fill('Makh')
  await goOffline(page)
  await city(page).pressSequentially('anda')
  await expect(savedLine(page)).toHaveText('Offline. Not saved yet.')
  await expect(page.getByRole('main')).toContainText('Your answers are kept in this tab')
  expect(await storedCity(product, client)).not.toBe('Makhanda')
  await comeBack(page.context())
  await expect(savedLine(page)).toHaveText(/^Saved /u)
  await expect(notice(page)).toHaveCount(0)
  await expect(city(page)).toHaveValue('Makhanda')
  expect(await storedCity(product, client)).toBe('Makhanda')
})

test('a reload without a network loses nothing: it is there again with the page, and saved', async ({
  page,
  product,
}) => {
  const client = await openAt(page, product, 'address')
  await goOffline(page)
  await city(page).fill('Makhanda')
  await expect(savedLine(page)).toHaveText('Offline. Not saved yet.')
  await expect(page.reload()).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/u)
  await comeBack(page.context())
  await page.goto('/')
  await expect(city(page)).toHaveValue('Makhanda')
  // Sent by the closed page if the network was back in time, otherwise by this one.
  await expect.poll(() => storedCity(product, client)).toBe('Makhanda')
})

test('Next must be pressed again, Back need not, and earlier changes are saved automatically', async ({
  page,
  product,
}) => {
  const client = await openAt(page, product, 'address')
  await goOffline(page)
  await city(page).fill('Makhanda')
  await button(page, nextLabels.address).click()
  await expectNotification(page, 'Error', 'Failed to save progress. Please try again.')
  await expectStep(page, 'address')
  await button(page, 'Back').click()
  await expectStep(page, 'personal')
  await comeBack(page.context())
  await expect.poll(() => storedCity(product, client)).toBe('Makhanda')
  await goOn(page, 'personal')
  await expect(city(page)).toHaveValue('Makhanda')
  await goOn(page, 'address')
})

test('an interrupted upload says so, and resumes automatically once the network is back', async ({
  page,
  product,
}) => {
  const client = await openAt(page, product, 'employment')
  const large = await realFile('large', 'application/pdf', 2 * MEGABYTE)
  const speedUp = await slowDown(page, 150 * 1024)
  await chooseFiles(page, PAYSLIPS, [large])
  await expect(fileList(page, PAYSLIPS)).toContainText(/Uploading [1-9]\d*%/u)
  await goOffline(page)
  await expect(fileList(page, PAYSLIPS)).toContainText('It will resume when you’re back online.')
  await speedUp()
  await comeBack(page.context())
  await expectNotification(page, 'Upload successful', '1 payslip(s) uploaded successfully.')
  await expectUploaded(page, PAYSLIPS, [large.name])
  const { documents } = await readStored(product.context, client.id)
  expect(documents.map(({ sha256InStore }) => sha256InStore)).toEqual([sha256(large.buffer)])
})

test('a correction that is saved without a network is sent once there is one, and once', async ({
  page,
  product,
}) => {
  const asked = await addUnderReview(product)
  await askFor(page, asked, [
    taxNumber,
    { subject: { kind: 'question', question: 'Which bank do you use?' } },
  ])
  await openTasks(page, asked)
  await page.getByRole('link', { name: 'Tax Income Number' }).click()
  await page.getByLabel('Tax Income Number').fill('0843089848')
  await goOffline(page)
  await expect(page.getByRole('main')).toContainText('will be saved when you’re back online')
  await button(page, 'Save and continue').click()
  await expect(button(page, 'Saving...')).toBeVisible()
  await comeBack(page.context())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which bank do you use?')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page.getByRole('main').getByRole('listitem').first()).toHaveText(/^Tax Income Number.*Done$/u)
  const saves = (await auditAbout(product.context, asked.applicationId)).filter(
    ({ action }) => action === 'application.saved',
  )
  expect(saves).toHaveLength(1)
})
