import { photoOfPayslip } from '#test/support/e2e/camera.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { look } from '#test/support/e2e/screenshot.ts'
import {
  expectSigned,
  fillInSignature,
  sealOfTheFirm,
  shownLetter,
  sitAtLetter,
} from '#test/support/e2e/signing.ts'

test.use({ variables: await sealOfTheFirm() })

test('the letter, read and signed, and its public verification page', async ({
  page,
  product,
  openBrowser,
}) => {
  await sitAtLetter(page, product)
  await look(page, 'letter-to-read')
  await button(page, 'Read the letter').click()
  await expect(shownLetter(page)).toContainText(/\w{4}/u)
  await look(page, 'letter-to-sign', { dark: true })
  await fillInSignature(page)
  await button(page, 'Sign the letter').click()
  await expectSigned(page)
  await look(page, 'letter-signed')
  const { faisDocument } = (await (await page.request.get('/api/application')).json()) as {
    faisDocument: { url: string }
  }
  const buffer = await (await page.request.get(faisDocument.url)).body()

  const anybody = (await openBrowser()).page
  await anybody.goto(`${product.url}/verify`)
  await expect(anybody.getByRole('heading', { level: 1 })).toBeVisible()
  await look(anybody, 'verify')
  const signed = { name: 'signed.pdf', mimeType: 'application/pdf', buffer }
  await anybody.locator('input[type=file]').setInputFiles(signed)
  await expect(anybody.getByText('Sealed by Protea Private Wealth, and unchanged')).toBeVisible()
  await look(anybody, 'verify-sealed', { dark: true })
})

test('several photos of the paper', async ({ page, product, openBrowser }) => {
  const paper = await photoOfPayslip((await openBrowser()).page)
  await sitAtLetter(page, product)
  await button(page, 'More than one page? Combine photos into one PDF').click()
  const dialog = page.getByRole('dialog', { name: 'Combine photos into one PDF' })
  await expect(dialog).toBeVisible()
  await look(page, 'pages-none')
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose or take photos').click()
  await (await chooser).setFiles([paper, paper])
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await look(page, 'pages')
})
