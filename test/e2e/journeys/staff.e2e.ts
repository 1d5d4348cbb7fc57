import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { applications, users } from '#features/access/schema/tables.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { expectSound } from '#test/support/e2e/sound.ts'
import { button, expectNotification, expectProblems, notification } from '#test/support/e2e/forms.ts'
import { holdCall } from '#test/support/e2e/hold.ts'
import { addClient, addManager, addStaff, signIn } from '#test/support/e2e/people.ts'
import { widthBeyond } from '#test/support/e2e/screenshot.ts'
import { fullAnswers } from '#test/support/e2e/sitter.ts'
import {
  addToBook,
  applicationsTable,
  dialog,
  expectNames,
  handInPictures,
  openAsAdmin,
  part,
  rowOf,
  expectWholeColumns,
  statusFilter,
  toggleStatus,
} from '#test/support/e2e/staff.ts'
import { expectStep } from '#test/support/e2e/wizard.ts'

const SUMMARY = 'Application Summary'

test('an admin invites a client, who signs in with the temporary password and chooses another', async ({
  page,
  product,
  watch,
  openBrowser,
}) => {
  const manager = await addManager(product.context, { fullName: 'Nomsa Radebe', letter: false })
  const taken = await addClient(product.context, { manager })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAsAdmin(page, product)
  await expect(page.getByRole('link', { name: 'Welcome, Ayanda Pule' })).toBeVisible()

  const address = 'lwazi.khoza@people.example'
  const invite = button(page, 'New Client Invitation')
  await test.step('field errors show', async () => {
    await invite.click()
    const form = dialog(page, 'Create New Client User')
    await expect(form).toContainText('This creates an account and shows the login credentials here.')
    const email = form.getByLabel('Email Address')
    const managers = form.getByLabel('Assign Wealth Manager')
    const create = button(form, 'Create User')
    await expect(email).toBeFocused()
    await expect(create).toBeDisabled()
    await email.fill('lwazi at home')
    await expect(create).toBeDisabled()
    await managers.selectOption({ label: `Nomsa Radebe (${manager.username})` })
    await create.click()
    await expectProblems(page, [{ field: email, message: 'Valid email is required' }])

    watch.expect(409, '/api/send-invitation')
    await email.fill(taken.username)
    await create.click()
    await expectNotification(page, 'Error', 'Failed to create user account')
    await expectProblems(page, [
      { field: email, message: 'There is already an account with this email address.' },
    ])
    await email.fill(address)
    await form.getByLabel('Full Name').fill('Lwazi Khoza')
    await create.click()
  })

  const password = await test.step('the credentials show, and stay until they are dismissed', async () => {
    const ready = dialog(page, 'The account is ready')
    await expect(ready).toContainText(address)
    await expect(ready).toContainText('this demo does not send email')
    const shown = await ready.getByRole('definition').nth(1).innerText()
    const temporary = /^\S{14}/u.exec(shown)?.[0] ?? ''
    const note = notification(page, 'User Created Successfully')
    await expect(note).toContainText(address)
    await expect(note).toContainText(temporary)
    await button(note, 'Copy').click()
    await expectNotification(page, 'Copied!', 'Login credentials copied to clipboard')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `Email: ${address}\nTemporary password: ${temporary}`,
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(ready).toBeVisible()
    await button(ready, 'Done').click()
    await expect(ready).toBeHidden()
    await expect(invite).toBeFocused()
    await expect(rowOf(page, 'Lwazi Khoza')).toContainText('Draft')
    return temporary
  })

  await test.step('the client comes in, and chooses another password', async () => {
    const { page: other } = await openBrowser()
    await other.goto('/auth')
    await other.getByLabel('Email Address').fill(address)
    await other.getByLabel('Password', { exact: true }).fill(password)
    await button(other, 'Sign In').click()
    await expect(other.getByText('Choose your own password to continue.')).toBeVisible()
    await other.goto('/')
    await expect(other).toHaveURL('/change-password')
    const chosen = 'seven grey cranes over Ceres'
    await other.getByLabel('New Password', { exact: true }).fill(chosen)
    await other.getByLabel('Confirm New Password', { exact: true }).fill(chosen)
    await button(other, 'Change Password').click()
    await expectStep(other, 'personal')
    await expect(other.getByLabel('Full Name', { exact: true })).toHaveValue('Lwazi Khoza')
  })
})

test('a client cannot be assigned to a manager who was deactivated meanwhile', async ({
  page,
  product,
  watch,
}) => {
  const manager = await addManager(product.context, { fullName: 'Gone Tomorrow', letter: false })
  await openAsAdmin(page, product)
  await button(page, 'New Client Invitation').click()
  const form = dialog(page, 'Create New Client User')
  const managers = form.getByLabel('Assign Wealth Manager')
  await form.getByLabel('Email Address').fill('nobodys.client@people.example')
  await managers.selectOption({ label: `Gone Tomorrow (${manager.username})` })
  await product.context.database.db
    .update(users)
    .set({ deactivatedAt: new Date() })
    .where(eq(users.id, manager.id))
  watch.expect(400, '/api/send-invitation')
  await button(form, 'Create User').click()
  const message = 'Please select a wealth manager for this client.'
  await expectNotification(page, 'Wealth Manager Required', message)
  await expectProblems(page, [{ field: managers, message }])
})

test('the list shows, filters, sorts, searches, and its view stays in the address', async ({
  page,
  product,
}) => {
  const answers = { mobileNumber: '+27821234567' }
  await addToBook(product, {
    fullName: 'Anele Mabuza',
    username: 'anele.mabuza@people.example',
    status: 'submitted',
    createdAt: new Date('2026-03-02T08:00:00Z'),
    answers,
  })
  await addToBook(product, {
    fullName: 'Busi Mabuza',
    username: 'busi.mabuza@people.example',
    currentStep: 'net-worth-intro',
    createdAt: new Date('2026-01-05T08:00:00Z'),
    answers,
  })
  const unknown = await addToBook(product, {
    fullName: null,
    username: 'mabuza@people.example',
    createdAt: new Date('2026-02-10T08:00:00Z'),
  })
  await product.context.database.db
    .update(applications)
    .set({ currentStep: null })
    .where(eq(applications.id, unknown.applicationId))
  const [anele, busi, nameless] = ['Anele Mabuza', 'Busi Mabuza', 'Not provided']
  await openAsAdmin(page, product, '/admin?search=mabuza')
  const table = applicationsTable(page)

  await test.step('the specified columns, two of ours before the last, and texts for missing values', async () => {
    await expect(table.getByRole('columnheader')).toHaveText([
      'Select all 3',
      'Client',
      'Email',
      'Status',
      'Step',
      'Created',
      'Phone',
      'Wealth Manager',
      'Waiting for',
      'View',
    ])
    await expectNames(page, [anele, nameless, busi])
    const row = rowOf(page, anele)
    await expect(row.getByRole('cell')).toHaveText([
      `Select ${anele}`,
      anele,
      'anele.mabuza@people.example',
      'Submitted',
      'Complete',
      '2 Mar 2026',
      '+27 82 123 4567',
      'Unassigned',
      /^Us, \d+ days, late$/u,
      `View ${anele}`,
    ])
    await expect(row.getByRole('link', { name: 'anele.mabuza@people.example' })).toHaveAttribute(
      'href',
      'mailto:anele.mabuza@people.example',
    )
    await expect(row.getByRole('link', { name: '+27 82 123 4567' })).toHaveAttribute(
      'href',
      'tel:+27821234567',
    )
    await expect(rowOf(page, busi)).toContainText('net worth intro')
    const cells = table.getByRole('row').filter({ hasText: '10 Feb 2026' }).getByRole('cell')
    await expect(cells.nth(4)).toHaveText('Not started')
    await expect(cells.nth(6)).toHaveText('Not provided')
  })

  await test.step('the specified columns are whole from 1280 px on, with addresses of 30 characters', async () => {
    await expectWholeColumns(page, 'Client, Email, Status, Step, Created, Phone, View')
  })

  await test.step('headers sort', async () => {
    const header = (name: string) => table.getByRole('columnheader', { name, exact: true })
    await expect(header('Created')).toHaveAttribute('aria-sort', 'descending')
    await button(header('Client'), 'Client').click()
    await expectNames(page, [anele, busi, nameless])
    await expect(header('Client')).toHaveAttribute('aria-sort', 'ascending')
    await button(header('Client'), 'Client').click()
    await expectNames(page, [busi, anele, nameless])
    await button(header('Status'), 'Status').click()
    await expectNames(page, [busi, nameless, anele])
    await expect(header('Client')).not.toHaveAttribute('aria-sort')
  })

  await test.step('so do the selector and the direction', async () => {
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    await expect(sort.getByRole('option')).toHaveText(['Date Created', 'Client Name', 'Status'])
    await sort.selectOption('Client Name')
    await expectNames(page, [anele, busi, nameless])
    await button(page, 'Ascending').click()
    await expectNames(page, [busi, anele, nameless])
    await expect(button(page, 'Descending')).toBeVisible()
  })

  await test.step('the view is in the address: reloading and going back keep it', async () => {
    const filter = statusFilter(page)
    await toggleStatus(page, 'Draft')
    await expectNames(page, [busi, nameless])
    await expect(page).toHaveURL('/admin?search=mabuza&sort=fullName&status=draft')
    await page.reload()
    await expectNames(page, [busi, nameless])
    await expect(filter).toHaveText('Status Draft')
    await page.goBack()
    await expectNames(page, [busi, anele, nameless])
    await expect(filter).toHaveText('Status All')
  })

  await test.step('searching, by part of a name, of an address, of a number', async () => {
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.fill('usi mab')
    await expectNames(page, [busi])
    await search.fill('anele.mab')
    await expectNames(page, [anele])
    await search.fill('unknown name')
    await expect(page.getByText('Nothing found for “unknown name”.')).toBeVisible()
    await search.fill('mabuza')
    await expectNames(page, [busi, anele, nameless])
  })

  await test.step('cards on a phone', async () => {
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 780 })
      const cards = page.getByRole('list', { name: 'Client applications' }).getByRole('listitem')
      await expect(cards).toHaveCount(3)
      await expect(cards.nth(1)).toHaveText(
        /^Anele MabuzaSubmittedWaiting for us, \d+ days, lateUnassignedanele\.mabuza@people\.example\+27 82 123 4567$/u,
      )
      await expect(cards.nth(1).getByRole('link')).toHaveText([
        anele,
        'anele.mabuza@people.example',
        '+27 82 123 4567',
      ])
      await expect(page.getByRole('combobox', { name: 'Queue' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeInViewport({ ratio: 1 })
      expect(await widthBeyond(page), `wider than ${width}`).toBe(0)
    }
    await page.getByRole('link', { name: anele, exact: true }).click()
    await expect(dialog(page, SUMMARY)).toContainText(anele)
    expect(await widthBeyond(page), 'the summary').toBe(0)
  })
})

test('an application opens in sections, with its documents, and is downloaded whole', async ({
  page,
  product,
  watch,
}) => {
  const client = await addToBook(product, {
    fullName: 'Sipho Vilakazi',
    username: 'sipho.vilakazi@people.example',
    status: 'submitted',
    answers: {
      ...fullAnswers,
      fullName: 'Sipho Vilakazi',
      addressLine3: 'Behind the mill',
      idNumber: '9202204720082',
    },
  })
  await handInPictures(product, client)
  await openAsAdmin(page, product, '/admin?search=vilakazi')
  const view = button(page, 'View Sipho Vilakazi')
  await view.click()
  const summary = dialog(page, SUMMARY)
  await expect(page).toHaveURL(`/admin?search=vilakazi&application=${client.applicationId}`)

  await test.step('collapsed', async () => {
    for (const title of ['Personal Information', 'Address Information', 'Employment Information']) {
      await expect(part(summary, title)).toBeVisible()
    }
    await expect(part(summary, 'Personal Information')).toContainText('Sipho Vilakazi')
    await expect(part(summary, 'Net Worth Summary')).toContainText('R 9 431 663.15')
    await expect(part(summary, 'Application Status')).toContainText('Status Date')
    await expect(part(summary, 'Children Details')).toBeHidden()
    await expect(part(summary, 'System Information')).toBeHidden()
    await expect(summary).not.toContainText('Behind the mill')
  })

  await test.step('expanded', async () => {
    await button(summary, 'Show All Details').click()
    await expect(part(summary, 'Address Information')).toContainText('Behind the mill')
    await expect(part(summary, 'Children Details')).toContainText('Child 2')
    await expect(part(summary, 'Children Details')).toContainText('150607 5009 089')
    await expect(part(summary, 'System Information')).toContainText(client.applicationId)
    await expect(part(summary, 'Net Worth Summary')).toContainText('Assets Breakdown')
    await expect(part(summary, 'Net Worth Summary')).toContainText('Liabilities Breakdown')
    await button(summary, 'Show Less').click()
    await expect(part(summary, 'System Information')).toBeHidden()
  })

  await test.step('documents are counted, and one is opened', async () => {
    const documents = part(summary, 'Document Status')
    await expect(documents).toContainText('2 documents')
    await expect(documents).toContainText('1 document')
    await expect(documents.getByText('Not uploaded')).toHaveCount(3)
    await button(summary, 'Show All Details').click()
    await button(documents, 'Payslip April.png').click()
    const preview = dialog(page, 'Payslip April.png')
    await expect(preview.getByRole('img', { name: 'Uploaded file Payslip April.png' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
    await expect(summary).toBeVisible()
  })

  await test.step('everything is downloaded as one file', async () => {
    const saved = page.waitForEvent('download')
    await button(summary, 'Download All Documents').click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`application-${client.applicationId}.zip`)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  })

  await test.step('the focus returns to where it came from', async () => {
    await button(summary, 'Close').click()
    await expect(summary).toBeHidden()
    await expect(view).toBeFocused()
  })

  await test.step('an address opens it too; one that names nothing says so', async () => {
    await page.goto(`/admin?application=${client.applicationId}`)
    await expect(part(summary, 'Personal Information')).toContainText('Sipho Vilakazi')
    await page.goto(`/admin/review?application=${client.applicationId}&topic=history`)
    await expect(part(page, 'Timeline')).toContainText('All documents downloaded')
    await expect(part(page, 'Timeline')).toContainText('Ayanda Pule')
    const nowhere = randomUUID()
    watch.expect(404, `/api/admin/applications/${nowhere}`)
    await page.goto(`/admin?application=${nowhere}`)
    await expect(summary.getByRole('alert')).toContainText('This application could not be loaded')
  })
})

test('a client is reminded, and a second reminder needs confirmation', async ({ page, product, watch }) => {
  const { applicationId, username } = await addToBook(product, {
    fullName: 'Palesa Tau',
    username: 'palesa.tau@people.example',
  })
  await openAsAdmin(page, product, `/admin?application=${applicationId}`)
  const summary = dialog(page, SUMMARY)
  await button(summary, 'Send Reminder').click()
  const sending = dialog(page, 'Send Reminder')
  await expect(sending.getByRole('article')).toContainText(`To ${username}`)
  await expect(sending.getByRole('article')).toContainText('You’ve started your application.')
  await expectSound(page)
  await button(sending, 'Send Reminder').click()
  await expectNotification(page, 'Reminder Sent', username)
  await expect(part(summary, 'Application Status')).toContainText('Reminded')

  watch.expect(409, `/api/admin/applications/${applicationId}/reminder`)
  const question = dialog(page, 'Send another reminder?')
  await button(summary, 'Send Reminder').click()
  await button(sending, 'Send Reminder').click()
  await expect(question).toContainText('A reminder was sent in the last 24 hours.')
  await button(question, 'Cancel').click()
  await expect(question).toBeHidden()
  await button(summary, 'Send Reminder').click()
  await button(sending, 'Send Reminder').click()
  await button(question, 'Send again').click()
  await expect(question).toBeHidden()
  await page.goto(`/admin/review?application=${applicationId}&topic=history`)
  await expect(part(page, 'Timeline').getByText('Reminder sent')).toHaveCount(2)
})

test('buttons do not move when the mail preview has loaded', async ({ page, product }) => {
  const manager = await addManager(product.context, { letter: false })
  const fullName = 'Lindiwe Shezi'
  const cases = [
    {
      status: 'draft',
      action: 'Send Reminder',
      emails: ['Your application with Protea Private Wealth is waiting for you'],
    },
    {
      status: 'rejected',
      action: 'Reopen',
      emails: ['We’ve reopened your application', `Under Review: ${fullName}`],
    },
  ] as const
  const admin = await addStaff(product.context, 'admin')
  await signIn(page.context(), admin)
  for (const { status, action, emails } of cases) {
    const username = `${status}.shezi@people.example`
    const { applicationId } = await addToBook(product, { fullName, username, status, manager })
    await page.goto(`/admin?application=${applicationId}`)
    const letThemCome = await holdCall(page, '/api/staff/mail-previews')
    await button(dialog(page, SUMMARY), action).click()
    const question = dialog(page, action)
    await expect(question).toContainText('Writing the email...')
    const before = await button(question, action).boundingBox()
    letThemCome()
    await expect(question.getByRole('article').getByRole('heading')).toHaveText(emails)
    expect(await button(question, action).boundingBox(), action).toEqual(before)
    await page.unroute('/api/staff/mail-previews')
  }
})

test('a status changes, with a reason where required', async ({ page, product }) => {
  const { applicationId } = await addToBook(product, {
    fullName: 'Kagiso Mothibi',
    username: 'kagiso.mothibi@people.example',
    status: 'submitted',
  })
  await openAsAdmin(page, product, `/admin?search=mothibi&application=${applicationId}`)
  const summary = dialog(page, SUMMARY)
  await expect(summary.locator('[data-action]')).toHaveText(['Mark Onboarded', 'Mark Cancelled'])
  await button(summary, 'Mark Onboarded').click()
  const question = dialog(page, 'Mark Onboarded')
  await expect(question).toContainText('Kagiso Mothibi will move from Submitted to Onboarded.')
  const reason = question.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await button(question, 'Mark Onboarded').click()
  await expect(reason).toHaveAccessibleDescription(/Please give a reason/u)
  await reason.fill('Approved on paper in May')
  await button(question, 'Mark Onboarded').click()
  await expectNotification(page, 'Status Updated', 'Application status has been successfully updated.')
  await expect(page.locator(':focus')).toHaveText('Onboarded')
  await expect(part(summary, 'Application Status')).toContainText('Onboarded Date')
  await expect(part(summary, 'Application Status')).toContainText('Approved on paper in May')
  await expect(summary.locator('[data-action]')).toHaveText(['Mark Cancelled'])

  await button(summary, 'Mark Cancelled').click()
  await button(dialog(page, 'Mark Cancelled'), 'Mark Cancelled').click()
  await expect(part(summary, 'Application Status')).toContainText('Cancelled Date')
  await expect(summary.locator('[data-action]')).toHaveCount(0)
  await button(summary, 'Close').click()
  await expect(rowOf(page, 'Kagiso Mothibi')).toContainText('Cancelled')
})

test('of two simultaneous actions the second gets an error, and its admin sees the new state', async ({
  page,
  product,
  watch,
  elsewhere,
}) => {
  const { applicationId } = await addToBook(product, {
    fullName: 'Refilwe Sithole',
    username: 'refilwe.sithole@people.example',
    status: 'approved',
  })
  await openAsAdmin(page, product, `/admin?search=sithole&application=${applicationId}`)
  const summary = dialog(page, SUMMARY)
  await expect(button(summary, 'Mark Onboarded')).toBeVisible()

  await signIn(elsewhere, await addStaff(product.context, 'admin'))
  const changed = await elsewhere.request.patch(`/api/admin/applications/${applicationId}/status`, {
    data: { status: 'cancelled' },
  })
  expect(changed.status()).toBe(200)

  watch.expect(409, `/api/admin/applications/${applicationId}/status`)
  await button(summary, 'Mark Onboarded').click()
  await button(dialog(page, 'Mark Onboarded'), 'Mark Onboarded').click()
  await expectNotification(page, 'Update Failed', 'This application is at "Cancelled" now.')
  await expect(part(summary, 'Application Status')).toContainText('Cancelled Date')
  await expect(summary.locator('[data-action]')).toHaveCount(0)
})
