import { expect, test } from '#test/support/e2e/fixtures.ts'
import {
  addUnderReview,
  askFor,
  expectRequests,
  noteFlag,
  openTasks,
  sendBack,
  taxNumber,
} from '#test/support/e2e/corrections.ts'
import { button } from '#test/support/e2e/forms.ts'
import { look } from '#test/support/e2e/screenshot.ts'
import { fullAnswers } from '#test/support/e2e/sitter.ts'
import { dialog, openAsAdmin, openAsManager, openTopic, part } from '#test/support/e2e/staff.ts'
import { chooseFiles } from '#test/support/e2e/uploads.ts'
import { makePng } from '#test/support/files.ts'

const fullName = 'Lerato Mokoena'

test('a correction request for the client, and for staff', async ({ page, product, openBrowser }) => {
  const whose = await addUnderReview(product, { fullName, answers: fullAnswers })
  const staff = (await openBrowser()).page
  await askFor(staff, whose, [
    taxNumber,
    {
      subject: { kind: 'document', documentId: whose.payslipId },
      reason: 'unreadable',
      comment: 'The photo is blurred.',
    },
    {
      subject: { kind: 'question', question: 'Since when have you worked for Table Bay Shipping?' },
    },
  ])
  await staff.goto(whose.review)
  await expect(part(staff, 'Round 1')).toBeVisible()
  await look(staff, 'corrections-waiting')

  await openTasks(page, whose)
  await look(page, 'corrections-tasks', { dark: true })
  await page.getByRole('link', { name: 'Tax Income Number' }).click()
  await page.getByLabel('Tax Income Number').fill('0843089848')
  await look(page, 'corrections-answer')
  await button(page, 'Save and continue').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payslip 1')
  await chooseFiles(page, 'Another payslip', [
    { name: 'Payslip April.png', mimeType: 'image/png', buffer: makePng() },
  ])
  await expect(page.getByRole('list', { name: 'Payslips: files' })).toContainText('Uploaded')
  await look(page, 'corrections-document')
  await button(page, 'Save and continue').click()
  await page.getByLabel('Your answer').fill('Since March 2019, first as a bookkeeper.')
  await button(page, 'Save and continue').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your changes')
  await look(page, 'corrections-check', { dark: true })
  await sendBack(page)
  await look(page, 'corrections-sent')

  await staff.goto(whose.review)
  await expect(part(staff, 'Round 1')).toContainText('0843089848')
  await look(staff, 'corrections-answered', { dark: true })
})

test('the only thing that is asked for', async ({ page, product, elsewhere }) => {
  const whose = await addUnderReview(product, { fullName, answers: fullAnswers })
  await askFor(elsewhere, whose, [
    {
      subject: { kind: 'document', documentId: whose.payslipId },
      reason: 'unreadable',
      comment: 'The photo is blurred.',
    },
  ])
  await openTasks(page, whose)
  await look(page, 'corrections-only')
})

test('corrections in figures', async ({ page, product, elsewhere }) => {
  const whose = await addUnderReview(product, { fullName, answers: fullAnswers })
  await askFor(elsewhere, whose, [taxNumber])
  await openAsManager(page, whose.manager, '/figures?section=corrections')
  await expect(page.getByRole('table', { name: 'Most common reasons' })).toBeVisible()
  await look(page, 'corrections-figures')
})

test('asking, and approving', async ({ page, product }) => {
  const whose = await addUnderReview(product, { fullName, answers: fullAnswers, status: 'under_review' })
  await openAsManager(page, whose.manager, whose.review)
  await noteFlag(page, 'Tax Income Number', 'does-not-agree')
  await openTopic(page, 'Income and tax')
  await page.getByRole('button', { name: /^Ask the client/u }).click()
  await look(page, 'corrections-why')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expectRequests(page, 2)
  await look(page, 'corrections-flags', { dark: true })
  await button(page, 'Preview and send').click()
  await expect(dialog(page, 'Send to client')).toBeVisible()
  await look(page, 'corrections-send')
  await button(dialog(page, 'Send to client'), 'Cancel').click()
  await page.keyboard.press('Alt+KeyA')
  await expect(dialog(page, 'Approve')).toBeVisible()
  await look(page, 'approving')
})

test('reopening', async ({ page, product }) => {
  const { applicationId } = await addUnderReview(product, { fullName, status: 'rejected' })
  await openAsAdmin(page, product, `/admin?application=${applicationId}`)
  await button(page, 'Reopen').click()
  await expect(dialog(page, 'Reopen')).toBeVisible()
  await look(page, 'reopening')
})
