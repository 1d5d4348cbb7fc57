import type { Page } from '@playwright/test'
import { confirmationNames } from '#features/applications/rules/wizard/confirmations.ts'
import { openConsole, userRow, usersTable } from '#test/support/e2e/console.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification, section } from '#test/support/e2e/forms.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { mailsInOutbox } from '#test/support/e2e/outbox.ts'
import {
  addClient,
  addManager,
  addStaff,
  signIn,
  type Manager,
  type Person,
} from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { allPapers, fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { expectSound } from '#test/support/e2e/sound.ts'
import { addToBook, dialog, openAsAdmin, rowOf } from '#test/support/e2e/staff.ts'
import { makePdf } from '#test/support/files.ts'

// Checks colours, so transitions are disabled.
/** Within a minute an admin must see any unassigned client. */
const WITHIN_A_MINUTE = { timeout: 60_000 }

// Unassigned clients are counted across the firm, so other tests' clients would be included.
test.use({ variables: { METRICS_TOKEN: 'of-a-server-whose-clients-are-its-own' } })

/** Browsers combine quickly typed letters into one search text. */
const RETYPED_MS = 1_500

/** Confirms the statements on the review, and submits. */
async function submit(page: Page): Promise<void> {
  await openAt(page, 'review')
  for (const index of confirmationNames.keys()) {
    await section(page, 'Terms').getByRole('checkbox').nth(index).check()
  }
  await button(page, 'Submit Application').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application Submitted Successfully!')
}

const expectMail = (product: Product, { username }: Person, subject: string) =>
  expect
    .poll(async () => (await mailsInOutbox(product, username)).map((mail) => mail.subject), WITHIN_A_MINUTE)
    .toContain(subject)

/** Checks that the signed-in client's letter is from this manager. */
async function expectLetterOf(page: Page, { letter }: Manager): Promise<void> {
  expect(await (await page.request.get('/api/fais-document')).body()).toEqual(letter)
}

test('a client without a manager submits; an admin assigns them by keyboard only; the manager is mailed', async ({
  page,
  product,
  openBrowser,
}) => {
  const manager = await addManager(product.context, { fullName: 'Sarah Cele' })
  await addManager(product.context, { fullName: 'Pieter van Wyk', letter: false })
  const admin = await openAsAdmin(page, product)
  await expect(page.getByRole('link', { name: 'Unassigned' })).toHaveCount(0)

  const { page: theirs } = await openBrowser()
  await sit(theirs, product, { manager: null, answers: fullAnswers, handedIn: allPapers })
  await submit(theirs)
  await expectMail(product, admin, 'Lerato Mokoena submitted an application but has no wealth manager')

  await page.reload()
  const queue = page.getByRole('link', { name: 'Unassigned' })
  await expect(queue).toHaveText('Unassigned1', WITHIN_A_MINUTE)
  await expectSound(page)

  const keys = new Keyboard(page)
  await keys.activate(queue)
  await expect(page).toHaveURL(/wealthManager=none/u)
  await expect(rowOf(page, 'Lerato Mokoena')).toContainText('Unassigned')
  await expectSound(page)
  await keys.activate(button(page, 'View Lerato Mokoena'))
  const summary = dialog(page, 'Application Summary')
  await keys.activate(button(summary, 'Assign Wealth Manager'))
  const assign = dialog(page, 'Assign Wealth Manager')
  const managers = assign.getByLabel('Wealth Manager')
  await keys.activate(button(assign, 'Assign'))
  await expectNotification(page, 'Wealth Manager Required', 'Please select a wealth manager for this client.')
  await expect(managers).toHaveAccessibleDescription(/Please select a wealth manager for this client/u)
  await keys.to(managers, { back: true })
  await page.keyboard.type('Pieter')
  await expect(assign).toContainText('Pieter van Wyk has no FAIS letter.')
  await expectSound(page)
  await page.waitForTimeout(RETYPED_MS)
  await page.keyboard.type('Sarah')
  await expect(managers).toHaveValue(manager.id)
  await expect(assign).not.toContainText('has no FAIS letter')
  await keys.activate(button(assign, 'Assign'))
  await expectNotification(page, 'Wealth Manager Assigned', 'Sarah Cele has been notified.')
  await expect(button(summary, 'Reassign')).toBeFocused()
  await keys.press('Escape')
  await expect(page.getByText('Every application has a wealth manager.')).toBeVisible()
  await expect(page.getByText('Unassigned:')).toHaveCount(0)

  await expectMail(product, manager, 'You now look after Lerato Mokoena')
  await expectLetterOf(theirs, manager)
})

test('a manager with 80 clients leaves: three clicks reassign them, with their letters and mails', async ({
  page,
  product,
  openBrowser,
}) => {
  const { context } = product
  const [leaves, takesOver] = [
    await addManager(context, { fullName: 'Naledi Khumalo' }),
    await addManager(context, { fullName: 'Thabo Mokoena' }),
  ]
  for (let one = 1; one <= 78; one += 1) {
    await addToBook(product, { fullName: null, username: `book${one}@people.example`, manager: leaves })
  }
  const { page: first } = await openBrowser()
  await sit(first, product, { manager: leaves, answers: fullAnswers, handedIn: allPapers })
  const { page: second } = await openBrowser()
  const draft = await addClient(context, { manager: leaves, fullName: 'Zanele Mthembu' })
  await signIn(second.context(), draft)
  await expectLetterOf(second, leaves)

  await openConsole(page, product, 'users')
  await page.getByLabel('Role', { exact: true }).selectOption('Wealth Manager')
  // Client rows show her name too, until the list shows only managers.
  const hers = usersTable(page)
    .getByRole('row')
    .filter({ has: button(page, 'Edit Naledi Khumalo') })
  await expect(hers).toContainText('80 clients')
  await button(page, 'Hand over the clients of Naledi Khumalo').click()
  const handOver = dialog(page, 'Hand over the clients of Naledi Khumalo')
  await expectSound(page)
  await handOver.getByLabel('New Wealth Manager').selectOption(takesOver.id)
  await button(handOver, 'Hand Over').click()
  await expectNotification(page, 'Clients Handed Over', 'Thabo Mokoena has taken over 80 clients.')
  await expect(hers).toContainText('0 clients')

  await expectMail(product, takesOver, 'You now look after 80 clients')
  await expectMail(product, leaves, 'You no longer look after 80 clients')
  for (const theirs of [first, second]) await expectLetterOf(theirs, takesOver)
  await submit(first)
  await expectMail(product, takesOver, 'New application from Lerato Mokoena')
  const subjects = (await mailsInOutbox(product, leaves.username)).map(({ subject }) => subject)
  expect(subjects).toEqual(['You no longer look after 80 clients'])
})

test('a new wealth manager needs a letter, and a leaving one needs a successor for the clients', async ({
  page,
  product,
}) => {
  const { context } = product
  const [leaves, takesOver] = [
    await addManager(context, { fullName: 'Gugu Zwane' }),
    await addManager(context, { fullName: 'Johan Botha', letter: false }),
  ]
  await addToBook(product, { fullName: 'Buhle Nkosi', username: 'buhle@people.example', manager: leaves })
  await addStaff(context, 'admin', 'Ayanda Dlamini')
  await openConsole(page, product, 'users')

  await button(page, 'Edit Ayanda Dlamini').click()
  const promoted = dialog(page, 'Edit Ayanda Dlamini')
  await promoted.getByLabel('Role', { exact: true }).selectOption('Wealth Manager')
  await button(promoted, 'Save Changes').click()
  await expectNotification(
    page,
    'FAIS Document Required',
    'Please upload a FAIS document for the wealth manager first. Clients sign it.',
  )
  await expectSound(page)
  const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: await makePdf() }
  await promoted.locator('input[type=file]').setInputFiles(letter)
  await expect(promoted.getByRole('listitem').filter({ hasText: 'letter.pdf' })).toContainText('Uploaded')
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/system-admin/users/') && request.method() !== 'GET') {
      changes.push(request.method())
    }
  })
  await button(promoted, 'Save Changes').click()
  await expectNotification(page, 'User Updated', 'Ayanda Dlamini has been updated.')
  await expect(userRow(page, 'Ayanda Dlamini')).toContainText('Wealth Manager 0 clients')
  expect(changes, 'role and letter are one call').toEqual(['PATCH'])
  await button(page, 'Edit Ayanda Dlamini').click()
  await expect(dialog(page, 'Edit Ayanda Dlamini').getByText('Current')).toBeVisible()
  await button(dialog(page, 'Edit Ayanda Dlamini'), 'Cancel').click()

  await button(page, 'Edit Gugu Zwane').click()
  await button(dialog(page, 'Edit Gugu Zwane'), 'Deactivate').click()
  const question = page.getByRole('alertdialog', { name: 'Deactivate Gugu Zwane?' })
  const successor = question.getByLabel('Who takes over the 1 client?')
  await button(question, 'Deactivate').click()
  await expect(successor).toHaveAccessibleDescription(/Please select a wealth manager for these clients/u)
  await successor.selectOption(takesOver.id)
  await expect(question).toContainText('Johan Botha has no FAIS letter.')
  await expect(question.getByRole('article').first()).toContainText('You now look after Buhle Nkosi')
  await expectSound(page)
  await button(question, 'Deactivate').click()
  await expectNotification(page, 'User Updated', 'Gugu Zwane can no longer sign in.')
  await expect(userRow(page, 'Buhle Nkosi')).toContainText('Johan Botha')
  await expect(userRow(page, 'Gugu Zwane')).toContainText('Deactivated')
})
