import { photoOfPayslip } from '#test/support/e2e/camera.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, notification } from '#test/support/e2e/forms.ts'
import { failCall } from '#test/support/e2e/hold.ts'
import { realFile } from '#test/support/e2e/journey/journey.ts'
import { addManager } from '#test/support/e2e/people.ts'
import { look } from '#test/support/e2e/screenshot.ts'
import { allPapers, fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { chooseFiles, expectUploaded, fileList } from '#test/support/e2e/uploads.ts'

const PAYSLIPS = 'Payslips'
const RISK = 'Risk benefit statement'
const MEGABYTE = 1024 * 1024
/** Slow enough for a screenshot. */
const SLOW_BYTES_PER_SECOND = 30_000

test('files on their way, there, and not there', async ({ page, product, watch, openBrowser }) => {
  const photo = await photoOfPayslip((await openBrowser()).page)
  await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'employment')
  await chooseFiles(page, PAYSLIPS, [await realFile('Payslip September 2026', 'application/pdf'), photo])
  await expectUploaded(page, PAYSLIPS, ['Payslip September 2026.pdf', photo.name])

  watch.expect(503, '/api/objects/upload')
  const mend = await failCall(page, '/api/objects/upload', 503)
  await chooseFiles(page, RISK, [await realFile('Group cover', 'application/pdf', MEGABYTE)])
  await expect(button(fileList(page, RISK), 'Retry Group cover.pdf')).toBeVisible()
  await mend()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: SLOW_BYTES_PER_SECOND,
  })
  await chooseFiles(page, PAYSLIPS, [await realFile('Payslip October 2026', 'application/pdf', 2 * MEGABYTE)])
  await expect(fileList(page, PAYSLIPS)).toContainText(/Uploading [1-9]/u)
  await look(page, 'employment-files', { dark: true })
  await button(fileList(page, PAYSLIPS), 'Cancel Payslip October 2026.pdf').click()
  await network.detach()

  await button(fileList(page, PAYSLIPS), 'Preview Photo of a payslip.png').click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await look(page, 'preview')
  await page.keyboard.press('Escape')
  await button(fileList(page, PAYSLIPS), 'Remove Photo of a payslip.png').click()
  await expect(button(notification(page, 'File removed'), 'Undo')).toBeVisible()
  await look(page, 'remove-file')
})

test('the FAIS letter: there is none yet, and the signed one is back', async ({ page, product }) => {
  const manager = await addManager(product.context, { letter: false })
  await sit(page, product, { manager, answers: fullAnswers })
  await openAt(page, 'documents')
  await expect(page.getByText(`${manager.fullName} hasn’t provided the letter yet.`)).toBeVisible()
  await look(page, 'documents-no-letter')

  await sit(page, product, { answers: fullAnswers, handedIn: allPapers })
  await openAt(page, 'documents')
  await expect(page.getByText('FAIS Document Uploaded Successfully!')).toBeVisible()
  await look(page, 'documents-uploaded')
})
