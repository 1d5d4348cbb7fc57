import type { Locator, Page } from '@playwright/test'
import { MAX_ITEMS } from '#features/applications/rules/round/subjects.ts'
import { usualDueDay } from '#features/applications/rules/round/rounds.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import {
  addUnderReview,
  answerTask,
  askFor,
  askForm,
  expectRequests,
  noteFlag,
  openTasks,
  sendBack,
  sendRequests,
  taxNumber,
  type Asked,
} from '#test/support/e2e/corrections.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification, notification } from '#test/support/e2e/forms.ts'
import { holdCall } from '#test/support/e2e/hold.ts'
import { signIn } from '#test/support/e2e/people.ts'
import { dialog, openAsAdmin, openAsManager, openTopic, part } from '#test/support/e2e/staff.ts'
import { chooseFiles } from '#test/support/e2e/uploads.ts'
import { makePng } from '#test/support/files.ts'
import { mailsTo } from '#test/support/records.ts'

/** The first file waits for the inspection process to start. */
const TIMEOUT = { timeout: 30_000 }
const question: Asked = { subject: { kind: 'question', question: 'Since when have you worked there?' } }

test.describe('on a phone, from the mail', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('items, reasons and deadline are on one screen, and take three taps and a photo', async ({
    page,
    product,
    elsewhere,
  }) => {
    const whose = await addUnderReview(product)
    const comment = 'The photo is blurred.'
    const payslip: Asked = {
      subject: { kind: 'document', documentId: whose.payslipId },
      reason: 'unreadable',
      comment,
    }
    await askFor(elsewhere, whose, [payslip])
    const [mail] = await mailsTo(product.context, whose.client.username)
    expect(mail?.text).toContain('Payslip 1: We can’t read it')
    const [link = ''] = /https?:\/\/\S+/u.exec(mail?.text ?? '') ?? []
    await signIn(page.context(), whose.client)
    await page.goto(new URL(link).pathname)

    const atOnce: Locator[] = [
      page.getByRole('heading', { name: 'We need one thing from you' }),
      page.getByText(formatDay(usualDueDay(new Date()))),
      page.getByRole('heading', { name: 'Payslip 1' }),
      page.getByText('We can’t read it'),
      page.getByText(comment),
    ]
    for (const one of atOnce) await expect(one).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(0)

    await page.evaluate(() => {
      const counted = Object.assign(document.documentElement.dataset, { taps: '0' })
      addEventListener('click', (event) => {
        if (event.isTrusted) counted.taps = String(Number(counted.taps) + 1)
      })
    })
    await chooseFiles(page, 'Another payslip', [
      { name: 'Photo.png', mimeType: 'image/png', buffer: makePng() },
    ])
    await page.getByRole('checkbox').check()
    await expect(button(page, 'Send')).toBeEnabled(TIMEOUT)
    await button(page, 'Send').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is being reviewed')
    expect(await page.evaluate(() => document.documentElement.dataset['taps'])).toBe('3')
  })
})

test('the only thing that is asked for is not sent before something was done, and the statement ticked', async ({
  page,
  product,
  elsewhere,
}) => {
  const whose = await addUnderReview(product)
  await askFor(elsewhere, whose, [taxNumber])
  await openTasks(page, whose)
  await button(page, 'Send').click()
  await expect(page.getByRole('checkbox')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('checkbox').check()
  await button(page, 'Send').click()
  const text = page.getByLabel('Add a note')
  await expect(text).toBeFocused()
  await expect(text).toHaveAccessibleDescription(/Please correct your answer, or tell us why it’s right/u)
  expect(await findViolations(page)).toEqual([])
  await text.fill('It is right: SARS changed it last year.')
  await sendBack(page)
})

test('no screen of the client, with something missing on it, is hard to use', async ({
  page,
  product,
  elsewhere,
}) => {
  const whose = await addUnderReview(product)
  const payslip: Asked = {
    subject: { kind: 'document', documentId: whose.payslipId },
    reason: 'unreadable',
  }
  const city: Asked = { subject: { kind: 'answer', path: 'city' }, reason: 'incomplete' }
  await askFor(elsewhere, whose, [city, payslip, question])
  await openTasks(page, whose)
  const opened = async (name: string) => {
    await page.goto('/')
    await page.getByRole('link', { name, exact: true }).click()
  }
  await opened('City')
  // An unchanged answer stays open, and says what to do.
  await button(page, 'Save and continue').click()
  const note = page.getByLabel('Add a note')
  await expect(note).toBeFocused()
  await expect(note).toHaveAccessibleDescription(/Please correct your answer, or tell us why it’s right/u)
  await page.getByLabel('City').fill('')
  await expect(note).not.toHaveAccessibleDescription(/Please correct your answer/u)
  await button(page, 'Save and continue').click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await opened('Payslip 1')
  await expect(page.getByText('one file of at most 2 MB')).toBeVisible()
  await chooseFiles(page, 'Another payslip', [
    { name: 'Payslip.txt', mimeType: 'text/plain', buffer: Buffer.from('no payslip') },
  ])
  await expect(page.getByText('Payslip.txt').first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await opened('A question')
  await button(page, 'Save and continue').click()
  await expect(page.getByLabel('Your answer')).toHaveAccessibleDescription(/Please answer the question/u)
  expect(await findViolations(page)).toEqual([])
  await page.goto('/')
  await page.getByRole('link', { name: 'Check and send' }).click()
  await button(page, 'Send').click()
  await expect(page.getByRole('alert').first()).toContainText('There’s still something to do')
  expect(await findViolations(page)).toEqual([])
})

test('no dialog of staff, with something missing on it, is hard to use', async ({ page, product }) => {
  const whose = await addUnderReview(product)
  await openAsManager(page, whose.manager, whose.review)
  const missing = async (open: string, title: string, press: string, message: RegExp) => {
    await button(page, open).click()
    const shown = dialog(page, title)
    await button(shown, press).click()
    await expect(shown.getByText(message)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(shown).toHaveCount(0)
  }
  await openTopic(page, 'All answers')
  await button(page, 'Ask the client').click()
  await page.getByLabel('About').selectOption({ label: 'Tax Income Number' })
  const form = askForm(page, 'Tax Income Number')
  await button(form, 'Add to request').click()
  await expect(form.getByText('Please choose a reason')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await form.getByLabel('Comment').press('Escape')
  await expect(form).toHaveCount(0)
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await missing('Question', 'Ask a question', 'Add to request', /Please write your question/u)
  await missing('Request a document', 'Request a document', 'Add to request', /Please name the document/u)
  await page.keyboard.press('Escape')
  await missing('Reject', 'Reject', 'Reject', /Please give a reason/u)
  await noteFlag(page, 'Tax Income Number', 'incomplete')
  await button(page, 'Preview and send').click()
  const sending = dialog(page, 'Send to client')
  await sending.getByLabel('Reply by').fill('2020-01-01')
  await button(sending, 'Send 1 request').click()
  await expect(sending.getByText('Please choose a date that has not passed')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  const { applicationId } = await addUnderReview(product, { status: 'rejected' })
  await openAsAdmin(page, product, `/admin?application=${applicationId}`)
  await missing('Reopen', 'Reopen', 'Reopen', /Please give a reason/u)
})

test('a reopening that the server refuses keeps what was typed', async ({ page, product, watch }) => {
  const { applicationId } = await addUnderReview(product, { status: 'rejected' })
  await openAsAdmin(page, product, `/admin?application=${applicationId}`)
  const path = `/api/admin/applications/${applicationId}/reopen`
  watch.expect(503, path)
  await page.route(path, (route) => route.fulfill({ status: 503 }))
  await button(page, 'Reopen').click()
  const shown = dialog(page, 'Reopen')
  await shown.getByLabel('Reason').fill('The wrong client was rejected.')
  await button(shown, 'Reopen').click()
  await expectNotification(page, 'Not reopened', 'The service isn’t available right now.')
  await expect(shown.getByLabel('Reason')).toHaveValue('The wrong client was rejected.')
  await page.unroute(path)
  await button(shown, 'Reopen').click()
  await expectNotification(page, 'Application reopened', '')
  await expect(shown).toHaveCount(0)
  await expect(page.locator(':focus')).toContainText('Under Review')
})

test('an email that the server refuses keeps the dialog open, also if it was sent before it was checked', async ({
  page,
  product,
  watch,
}) => {
  const { applicationId, manager, review } = await addUnderReview(product, { status: 'under_review' })
  await openAsManager(page, manager, review)
  const refused = 'Please sign in at https://evil.example'
  watch.expect(400, '/api/staff/mail-previews')
  for (const [opener, act, path, title] of [
    ['Approve', 'Approve', 'status', 'Failed to Update Status'],
    ['Reject', 'Reject', 'status', 'Failed to Update Status'],
    ['Preview and send', 'Send 1 request', 'corrections/send', 'Not sent'],
  ] as const) {
    watch.expect(400, `/api/admin/applications/${applicationId}/${path}`)
    if (opener === 'Preview and send') await noteFlag(page, 'Payslip March.png', 'unreadable')
    await button(page, opener).click()
    const form = dialog(page, opener === 'Preview and send' ? 'Send to client' : opener)
    if (opener === 'Reject') await form.getByLabel('Reason').fill('The firm does not serve this region.')
    await button(form, 'Edit the email').click()
    const text = form.getByLabel('Text', { exact: true })
    const release = await holdCall(page, '**/api/staff/mail-previews')
    await text.fill(refused)
    await button(form, act).click()
    const failed = notification(page, title)
    await expect(failed).toBeVisible()
    await expect(text).toHaveValue(refused)
    release()
    await expect(text).toHaveAccessibleDescription(/Error: .*evil\.example/u)
    await button(failed, 'Close notification').click()
    await page.unroute('**/api/staff/mail-previews')
    if (act === 'Send 1 request') {
      await text.fill('Please look at your payslip.')
      await expect(text).not.toHaveAccessibleDescription(/Error/u)
      await button(form, act).click()
      await expectNotification(page, 'Sent to the client', '')
      await expect(form).toHaveCount(0)
    } else await button(form, 'Cancel').click()
  }
  await button(page, 'Reject').click()
  const form = dialog(page, 'Reject')
  await form.getByLabel('Reason').fill('The firm does not serve this region.')
  await button(form, 'Reject').click()
  await expectNotification(page, 'Application Status Updated', '')
  await expect(form).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveText('Rejected')
})

test('the draft request is there in another browser, of another member of staff, and is struck off there', async ({
  page,
  product,
  openBrowser,
}) => {
  const whose = await addUnderReview(product)
  await openAsManager(page, whose.manager, whose.review)
  await noteFlag(page, 'Tax Income Number', 'incomplete')
  await expectRequests(page, 1)
  const other = (await openBrowser()).page
  await openAsManager(other, whose.manager, whose.review)
  await expectRequests(other, 1)
  await button(other, 'Preview and send').click()
  await button(other, 'Remove: Tax Income Number').click()
  await expect(part(other, 'Request to the client')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Topics' })).toBeVisible()
  await expect(part(page, 'Request to the client')).toHaveCount(0)
})

test('a question is shown without a reason that no one chose; asked again, with the one that staff chose', async ({
  page,
  product,
  openBrowser,
}) => {
  const whose = await addUnderReview(product)
  const staff = (await openBrowser()).page
  await askFor(staff, whose, [question, taxNumber])
  await staff.goto(whose.review)
  await expect(part(staff, 'Round 1')).toContainText('Since when have you worked there?')
  await expect(part(staff, 'Round 1')).not.toContainText('It is incomplete')
  await openTasks(page, whose)
  await answerTask(page, 'A question', 'Your answer', 'Since 2019.')
  await page.getByLabel('Tax Income Number').fill('0843089848')
  await button(page, 'Save and continue').click()
  await sendBack(page)

  await staff.goto(whose.review)
  await button(part(staff, 'Round 1'), 'Accept: Tax Income Number').click()
  await button(part(staff, 'Round 1'), 'Ask again: A question').click()
  const why = askForm(staff, 'A question')
  await why.getByLabel('It is incomplete').check()
  await why.getByLabel('Comment').fill('The month too, please.')
  await button(why, 'Add to request').click()
  await sendRequests(staff, 1)
  await expect(part(staff, 'Round 2')).toContainText('It is incomplete: The month too, please.')
  await page.reload()
  await expect(page.getByText('It is incomplete')).toBeVisible()
  await expect(page.getByText('The month too, please.')).toBeVisible()
})

test('a day that has passed is a badge on both sides, and nothing else', async ({
  page,
  product,
  openBrowser,
}) => {
  const whose = await addUnderReview(product)
  const staff = (await openBrowser()).page
  await askFor(staff, whose, [taxNumber])
  await product.context.database.pool.query(
    `update correction_rounds set due_on = '2026-01-05' where application_id = $1`,
    [whose.applicationId],
  )
  await staff.goto(whose.review)
  await expect(part(staff, 'Round 1')).toContainText('Overdue')
  await openTasks(page, whose)
  await expect(page.getByText('You can still send it.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel('Tax Income Number').fill('0843089848')
  await sendBack(page)
})

/** The page's calls until it is idle. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

test('a round of thirty things opens without a call for each, on either side', async ({
  page,
  product,
  openBrowser,
}) => {
  const whose = await addUnderReview(product)
  const asked = Array.from({ length: MAX_ITEMS }, (_, index): Asked => ({
    subject: { kind: 'question', question: `Question ${index + 1}?` },
  }))
  const staff = (await openBrowser()).page
  await askFor(staff, whose, asked)
  const ofStaff = callsOf(staff)
  await staff.goto(whose.review)
  await expect(part(staff, 'Round 1').getByRole('listitem')).toHaveCount(MAX_ITEMS)
  expect(ofStaff.filter((call) => call.includes('/corrections'))).toHaveLength(1)

  await signIn(page.context(), whose.client)
  const ofClient = callsOf(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We need 30 things from you')
  await expect(page.getByRole('list', { name: 'What we need' }).getByRole('listitem')).toHaveCount(MAX_ITEMS)
  // The session is loaded at the same time, and pictures of the documents when they are in view.
  const data = () => ofClient.filter((call) => !/user$|thumbnail$/u.test(call)).toSorted()
  await expect.poll(data).toEqual(['GET /api/application', 'GET /api/application/progress'])
  ofClient.length = 0
  await page.getByRole('link', { name: 'A question' }).nth(29).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Question 30?')
  expect(data()).toEqual([])
})

test('figures of corrections are on the page of reports, and loaded there only', async ({
  page,
  product,
  elsewhere,
}) => {
  const whose = await addUnderReview(product)
  await askFor(elsewhere, whose, [taxNumber])
  const calls = callsOf(page)
  await openAsAdmin(page, product)
  expect(calls.filter((call) => call.includes('correction-figures'))).toEqual([])
  await page.goto('/figures?section=corrections')
  const reasons = page.getByRole('table', { name: 'Most common reasons' })
  await expect(reasons).toContainText('It doesn’t match another answer in your application')
  expect(await findViolations(page)).toEqual([])
  await openAsManager(page, whose.manager, '/figures?section=corrections')
  await expect(reasons.getByRole('row')).toHaveCount(2)
  await expect(page.getByText('Median time to reply')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
