import { expect, test } from '#test/support/e2e/fixtures.ts'
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
  TAX_NUMBER,
  taxNumber,
  withdraw,
  type Asked,
} from '#test/support/e2e/corrections.ts'
import { button, notification } from '#test/support/e2e/forms.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { signIn } from '#test/support/e2e/people.ts'
import {
  dialog,
  openAsAdmin,
  openAsManager,
  openTopic,
  part,
  rowOf,
  openToolbar,
} from '#test/support/e2e/staff.ts'
import { chooseFiles } from '#test/support/e2e/uploads.ts'
import { makePng } from '#test/support/files.ts'
import type { Page } from '@playwright/test'

/** The first file waits for the inspection process to start. */
const TIMEOUT = { timeout: 30_000 }

const NEW_NUMBER = '0843089848'
const LAST_NUMBER = '1234567897'
const NAME = 'Tax Income Number'

test('a manager requests two corrections, the client answers, and previous and new values show side by side', async ({
  page,
  product,
}) => {
  const { manager, client, review } = await addUnderReview(product)

  await test.step('flag, reason, next; the draft request outlives a reload', async () => {
    await openAsManager(page, manager, review)
    await openTopic(page, 'All answers')
    await button(page, 'Ask the client').click()
    await page.getByLabel('About').selectOption({ label: NAME })
    const why = askForm(page, NAME)
    await button(why, 'Add to request').click()
    await expect(why.getByLabel('Comment')).toHaveAccessibleDescription(/Please choose a reason/u)
    await why.getByLabel('It doesn’t match another answer').check()
    await why.getByLabel('Comment').fill('SARS has another number for you.')
    await page.reload()
    await button(page, 'Ask the client').click()
    await page.getByLabel('About').selectOption({ label: NAME })
    await expect(why.getByLabel('Comment')).toHaveValue('SARS has another number for you.')
    await why.getByLabel('It doesn’t match another answer').check()
    await button(why, 'Add to request').click()
    await expectRequests(page, 1)
    await noteFlag(page, 'Payslip March.png', 'unreadable')
    await expectRequests(page, 2)
    await page.reload()
    await expectRequests(page, 2)
    expect(await findViolations(page)).toEqual([])
    await sendRequests(page, 2)
    await expect(page.getByText('Waiting for client').first()).toBeVisible()
    await expect(page.locator('[data-decision]')).toContainText('Under Review')
  })

  await test.step('the client has exactly two tasks', async () => {
    await signIn(page.context(), client)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We need two things from you')
    await expect(page.getByRole('list', { name: 'What we need' }).getByRole('listitem')).toHaveText([
      /^Tax Income Number.*To do$/u,
      /^Payslip 1.*We can’t read it.*To do$/u,
    ])
    // The home stays below.
    for (const name of ['Your wealth manager', 'Your documents', 'Application details']) {
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    }
    await expect(page.getByRole('list', { name: 'Progress of your application' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Tax Income Number' }).click()
    await expect(page.getByText('SARS has another number for you.')).toBeVisible()
    const field = page.getByLabel('Tax Income Number')
    await expect(field).toHaveValue(TAX_NUMBER)
    await field.fill(NEW_NUMBER)
    expect(await findViolations(page)).toEqual([])
    await button(page, 'Save and continue').click()
    // The next open task follows.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payslip 1')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect(page.getByRole('list', { name: 'What we need' }).getByRole('listitem').first()).toHaveText(
      /Done$/u,
    )
  })

  await test.step('nothing is sent before all is done', async () => {
    await page.getByRole('link', { name: 'Check and send' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your changes')
    await page.getByRole('checkbox').check()
    await button(page, 'Send').click()
    const summary = page.getByRole('alert').filter({ hasText: 'There’s still something to do' })
    await expect(summary).toBeFocused()
    await summary.getByRole('link', { name: /^Payslip 1/u }).click()
    await expect(page.getByRole('link', { name: 'Do this now (Payslip 1)' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payslip 1')
    await chooseFiles(page, 'Another payslip', [
      { name: 'Payslip April.png', mimeType: 'image/png', buffer: makePng() },
    ])
    await expect(page.getByRole('list', { name: 'Payslips: files' })).toContainText('Payslip April.png')
    await expect(page.getByRole('list', { name: 'Payslips: files' })).toContainText('Uploaded', TIMEOUT)
    await button(page, 'Save and continue').click()
    // The last task leads to the overview.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your changes')
    await expect(page.getByRole('main')).toContainText(TAX_NUMBER)
    await expect(page.getByRole('main')).toContainText(NEW_NUMBER)
    await page.getByRole('checkbox').check()
    expect(await findViolations(page)).toEqual([])
    await button(page, 'Send').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is being reviewed')
    const sent = page.getByRole('region', { name: 'Your changes' })
    await expect(sent).toContainText(/You sent 2 changes on .* is checking them\./u)
    await expect(sent.getByRole('listitem')).toHaveText(['Tax Income Number', 'Payslip 1'])
  })

  await test.step('the manager sees old and new, and approves once all is accepted', async () => {
    await openAsManager(page, manager, review)
    await expect(page.getByText('Client replied').first()).toBeVisible()
    const round = part(page, 'Round 1')
    await expect(round).toContainText(TAX_NUMBER)
    await expect(round).toContainText(NEW_NUMBER)
    expect(await findViolations(page)).toEqual([])
    // No approval while a correction request is open, and no shortcut for it.
    await expect(button(page, 'Reject')).toBeVisible()
    await expect(button(page, 'Approve')).toHaveCount(0)
    await button(round, 'Accept: Tax Income Number').click()
    await button(round, 'Accept: Payslip 1').click()
    await expect(round.getByText('Accepted').first()).toBeVisible()
    await expect(page.getByText('Client replied')).toHaveCount(0)
    await page.keyboard.press('Alt+KeyA')
    await button(dialog(page, 'Approve'), 'Approve').click()
    await expect(page.locator('[data-decision]')).toContainText('Approved')
  })
})

/** Answers the only item, a number, and sends it. */
async function answerNumber(page: Page, number: string): Promise<void> {
  await page.getByLabel(NAME).fill(number)
  await sendBack(page)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('two rounds: the second begins from the answer to the first', async ({
    page,
    product,
    openBrowser,
  }) => {
    const whose = await addUnderReview(product)
    const staff = (await openBrowser()).page
    await staff.setViewportSize({ width: 390, height: 844 })
    await askFor(staff, whose, [taxNumber])
    await openTasks(page, whose)
    await answerNumber(page, NEW_NUMBER)

    await staff.goto(whose.review)
    await button(part(staff, 'Round 1'), `Ask again: ${NAME}`).click()
    await button(askForm(staff, NAME), 'Add to request').click()
    await sendRequests(staff, 1)
    await expect(part(staff, 'Round 2')).toBeVisible()

    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We need one thing from you')
    await expect(page.getByLabel(NAME)).toHaveValue(NEW_NUMBER)
    await answerNumber(page, LAST_NUMBER)

    await staff.goto(whose.review)
    const second = part(staff, 'Round 2')
    await expect(second).toContainText(NEW_NUMBER)
    await expect(second).toContainText(LAST_NUMBER)
    await expect(second).not.toContainText(TAX_NUMBER)
    await button(second, `Accept: ${NAME}`).click()
    await expect(staff.getByText('Client replied')).toHaveCount(0)
  })
})

test('two rounds by keyboard alone', async ({ page, product, openBrowser }) => {
  const whose = await addUnderReview(product)
  const staff = (await openBrowser()).page
  const keys = { staff: new Keyboard(staff), client: new Keyboard(page) }
  const add = async () => {
    await expect(askForm(staff, NAME).getByLabel('Comment')).toBeFocused()
    await keys.staff.press('Enter')
    await expectRequests(staff, 1)
  }
  const send = async () => {
    await keys.staff.activate(button(staff, 'Preview and send'))
    await keys.staff.activate(button(dialog(staff, 'Send to client'), 'Send 1 request'))
    await expect(staff.getByText('Waiting for client').first()).toBeVisible()
  }
  const answer = async (number: string) => {
    await keys.client.type(page.getByLabel(NAME), number)
    await keys.client.to(page.getByRole('checkbox'))
    await keys.client.press('Space')
    await keys.client.activate(button(page, 'Send'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is being reviewed')
  }

  await openAsManager(staff, whose.manager, whose.review)
  const answers = staff.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'All answers' })
  await keys.staff.activate(answers)
  await expect(part(staff, 'Employment Information')).toBeVisible()
  await keys.staff.press('r')
  await keys.staff.select(staff.getByLabel('About'), NAME)
  await keys.staff.press('Tab')
  await keys.staff.press('ArrowDown')
  await expect(askForm(staff, NAME).getByLabel('It is incomplete')).toBeChecked()
  await keys.staff.press('Tab')
  await add()
  await send()
  await openTasks(page, whose)
  await answer(NEW_NUMBER)

  await staff.goto(whose.review)
  await keys.staff.activate(button(part(staff, 'Round 1'), `Ask again: ${NAME}`))
  await expect(askForm(staff, NAME)).toBeFocused()
  await keys.staff.press('2')
  await add()
  await send()
  await page.reload()
  await answer(LAST_NUMBER)

  await staff.goto(whose.review)
  await keys.staff.activate(button(part(staff, 'Round 2'), `Accept: ${NAME}`))
  await expect(staff.getByText('Client replied')).toHaveCount(0)
})

test('staff withdraw a request while the client types', async ({ page, product, watch, elsewhere }) => {
  const whose = await addUnderReview(product)
  await askFor(elsewhere, whose, [taxNumber])
  await openTasks(page, whose)
  await page.getByLabel(NAME).fill(NEW_NUMBER)
  await withdraw(elsewhere, whose)
  watch.expect(409, '/api/application')
  await page.getByRole('checkbox').check()
  await button(page, 'Send').click()
  await expect(notification(page, 'Not saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is being reviewed')
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({})
})

test('a question is answered in words, and a further document is handed in', async ({
  page,
  product,
  openBrowser,
}) => {
  const whose = await addUnderReview(product)
  const staff = (await openBrowser()).page
  await openAsManager(staff, whose.manager, whose.review)
  await staff.getByRole('button', { name: 'More', exact: true }).click()
  await button(staff, 'Question').click()
  await dialog(staff, 'Ask a question').getByLabel('Your question').fill('Since when have you worked there?')
  await button(dialog(staff, 'Ask a question'), 'Add to request').click()
  await expectRequests(staff, 1)
  await button(staff, 'Request a document').click()
  const further = dialog(staff, 'Request a document')
  await further.getByLabel('What is it called?').fill('Proof of address')
  await button(further, 'Add to request').click()
  await staff.keyboard.press('Escape')
  await sendRequests(staff, 2)
  await expect(part(staff, 'Round 1')).toBeVisible()

  await openTasks(page, whose)
  await page.getByRole('link', { name: 'A question' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Since when have you worked there?')
  await button(page, 'Save and continue').click()
  await expect(page.getByLabel('Your answer')).toBeFocused()
  await page.getByLabel('Your answer').fill('Since March 2019.')
  await button(page, 'Save and continue').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Proof of address')
  await chooseFiles(page, 'Proof of address', [
    { name: 'Municipal account.png', mimeType: 'image/png', buffer: makePng() },
  ])
  await expect(page.getByRole('list', { name: /: files$/u })).toContainText('Uploaded', TIMEOUT)
  await button(page, 'Save and continue').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your changes')
  await sendBack(page)

  await staff.goto(whose.review)
  await expect(part(staff, 'Round 1')).toContainText('Since March 2019.')
  await button(part(staff, 'Round 1'), 'Municipal account.png').click()
  await expect(staff.getByRole('img', { name: 'Uploaded file Municipal account.png' })).toBeVisible()
})

test('input on a task page survives a reload and the browser’s Back', async ({ page, product }) => {
  const whose = await addUnderReview(product)
  const city = { subject: { kind: 'answer', path: 'city' }, reason: 'incomplete' } as const
  const postalCode = { subject: { kind: 'answer', path: 'postalCode' }, reason: 'incomplete' } as const
  await askFor(page, whose, [city, postalCode])
  await openTasks(page, whose)
  await page.getByRole('link', { name: 'City' }).click()
  await page.getByLabel('City').fill('Stellenbosch')
  await page.getByLabel('Add a note').fill('We moved.')
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Stellenbosch')
  await expect(page.getByLabel('Add a note')).toHaveValue('We moved.')
  await page.goBack()
  await answerTask(page, 'Postal Code', 'Postal Code', '7600')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('City')
  await expect(page.getByLabel('City')).toHaveValue('Stellenbosch')
  await button(page, 'Save and continue').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your changes')
  const saved = (await (await page.request.get('/api/application')).json()) as Record<string, unknown>
  expect(saved).toMatchObject({ city: 'Stellenbosch', postalCode: '7600' })
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({})
})

test('a question with a task of its own is asked there alone, not beside the answer that raises it', async ({
  page,
  product,
  elsewhere,
}) => {
  const education: Asked = { subject: { kind: 'answer', path: 'highestEducation' }, reason: 'incomplete' }
  const memberCode: Asked = {
    subject: { kind: 'answer', path: 'professionalMemberCode' },
    reason: 'incomplete',
  }
  const answers = { highestEducation: 'professional', professionalMemberCode: 'SAICA 1234' } as const
  const field = page.getByLabel('Professional Registration Number')
  const alone = await addUnderReview(product, { answers })
  const both = await addUnderReview(product, { answers })
  await askFor(elsewhere, alone, [education])
  await askFor(elsewhere, both, [education, memberCode])
  await openTasks(page, alone)
  await expect(field).toBeVisible()
  await openTasks(page, both)
  await page.getByRole('link', { name: 'Highest Education' }).click()
  await expect(page.getByLabel('Highest Education')).toBeVisible()
  await expect(field).toHaveCount(0)
})

test('lists show those that wait for the client, or for staff, and keep to it over a reload', async ({
  page,
  product,
  openBrowser,
}) => {
  const waiting = await addUnderReview(product, { fullName: 'Zanele Waits' })
  const { manager } = waiting
  const answered = await addUnderReview(product, { fullName: 'Zodwa Answered', manager })
  await addUnderReview(product, { fullName: 'Zola Unasked', manager })
  const theirs = (await openBrowser()).page
  await askFor(theirs, waiting, [taxNumber])
  await askFor(theirs, answered, [taxNumber])
  await openTasks(theirs, answered)
  await answerNumber(theirs, NEW_NUMBER)

  const expectWaiting = async (on: string, text: RegExp, name: string, others: readonly string[]) => {
    const filter = await openToolbar(page, 'Filter')
    const choice = filter.getByLabel('Waiting for')
    await choice.selectOption({ label: on })
    const narrowed = async () => {
      await openToolbar(page, 'Filter')
      await expect(choice.getByRole('option', { selected: true })).toHaveText(on)
      await expect(rowOf(page, name)).toContainText(text)
      for (const other of others) await expect(rowOf(page, other)).toHaveCount(0)
    }
    await narrowed()
    expect(new URL(page.url()).searchParams.get('waitingOn')).toMatch(/^(?:client|staff)$/u)
    await page.reload()
    await narrowed()
    await choice.selectOption({ label: 'All' })
    await expect(rowOf(page, 'Zola Unasked')).toBeVisible()
  }
  const expectBoth = async () => {
    await expectWaiting('Client: corrections', /Client, today/u, 'Zanele Waits', [
      'Zodwa Answered',
      'Zola Unasked',
    ])
    await expectWaiting('Us: client replied', /Us, replied today/u, 'Zodwa Answered', [
      'Zanele Waits',
      'Zola Unasked',
    ])
  }
  await openAsManager(page, manager)
  await expectBoth()
  await openAsAdmin(page, product)
  await expectBoth()
})
