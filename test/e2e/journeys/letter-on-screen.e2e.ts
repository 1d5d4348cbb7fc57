import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { onPhone } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import {
  expectSigned,
  fillInSignature,
  sealOfTheFirm,
  shownLetter,
  sitAtLetter,
} from '#test/support/e2e/signing.ts'
import { addStaff, signIn } from '#test/support/e2e/people.ts'
import { part } from '#test/support/e2e/staff.ts'
import { someLetter } from '#test/support/letters.ts'

/** The letter on the screen is the one that is signed, or it is signed on paper. */

test.use({ variables: await sealOfTheFirm() })

const FOLDER = path.resolve(import.meta.dirname, '../../support/letter-files')
const letterIn = (name: string) => readFileSync(path.join(FOLDER, `${name}.pdf`))

/** How many of a thousand pixels of the first page as printed are dark. */
async function inkOf(page: Page): Promise<number> {
  return shownLetter(page)
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      let dark = 0
      for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 0) < 128) dark += 1
      return (4000 * dark) / pixels.length
    })
}

const WITHOUT_TEXT = 'Page 1 of 1, a picture without text'
const WITH_TEXT = 'Page 1 of 1'

/** Letters whose text is not the page, and whether screen readers may read it. */
const printed = {
  'letter-ccitt': WITHOUT_TEXT,
  'scan-jbig2': WITHOUT_TEXT,
  'scan-jpx': WITHOUT_TEXT,
  'ocr-invisible': WITHOUT_TEXT,
  'ocr-covered': WITHOUT_TEXT,
  'letter-notounicode': WITHOUT_TEXT,
  'letter-form': WITH_TEXT,
  annotation: WITH_TEXT,
  'table-picture': WITH_TEXT,
  'white-text': WITHOUT_TEXT,
  'covered-text': WITHOUT_TEXT,
} as const

test('a letter that is more than its text opens as printed, with ink, and can be signed', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  for (const [name, accessibleName] of Object.entries(printed)) {
    await test.step(name, async () => {
      await sitAtLetter(page, product, { letter: letterIn(name) })
      await button(page, 'Read the letter').click()
      await expect(button(page, 'Sign the letter'), name).toBeVisible()
      await expect.soft(button(page, 'As text'), name).toHaveCount(0)
      expect.soft(await inkOf(page), name).toBeGreaterThan(1)
      await expect
        .soft(shownLetter(page).getByRole('group', { name: /^Page 1 of/u }), name)
        .toHaveAccessibleName(accessibleName, { timeout: 30_000 })
    })
  }
})

test('a letter with a logo opens as text', async ({ page, product }) => {
  await sitAtLetter(page, product, { letter: letterIn('logo') })
  await button(page, 'Read the letter').click()
  await expect(shownLetter(page).getByText('Our advice fee is 1.25 % a year.')).toBeVisible()
  await expect(button(page, 'As printed')).toBeVisible()
})

test('a letter that cannot be drawn, or not be sealed, is signed on paper', async ({ page, product }) => {
  test.setTimeout(300_000)
  for (const name of ['scan-unreadable', 'scan-white']) {
    await test.step(name, async () => {
      const reported = page.waitForResponse('**/api/signables/fais-letter/displayed')
      await sitAtLetter(page, product, { letter: letterIn(name) })
      await button(page, 'Read the letter').click()
      await expect(page.getByText('We can\u2019t show this letter here'), name).toBeVisible()
      expect((await reported).request().postDataJSON()).toMatchObject({ drawn: false })
      await expect(button(page, 'Sign the letter')).toHaveCount(0)
      await expect(button(page, 'Download FAIS letter')).toBeVisible()
      const signable = (await (await page.request.get('/api/signables/fais-letter')).json()) as {
        document: { displayedAt: string | null }
      }
      expect(signable.document.displayedAt).toBeNull()
    })
  }
  await sitAtLetter(page, product, { letter: letterIn('letter-owner256') })
  await expect(page.getByText('This letter can\u2019t be signed on screen.')).toBeVisible()
  await expect(button(page, 'Read the letter')).toHaveCount(0)
  const { id } = (await (await page.request.get('/api/application')).json()) as { id: string }
  await test.step('staff see that, beside the signed document', async () => {
    await signIn(page.context(), await addStaff(product.context, 'admin'))
    await page.goto(`/admin/review?application=${id}&topic=answers`)
    const documents = part(page, 'Document Status')
    await expect(documents.getByText('Paper only')).toBeVisible()
    await expect(documents).toContainText('It can’t be sealed, so clients can only sign it on paper.')
    expect(await findViolations(page)).toEqual([])
  })
})

test('fonts that are not embedded are drawn whole, or the letter is signed on paper', async ({
  page,
  product,
}) => {
  await sitAtLetter(page, product, { letter: letterIn('letter-fonts') })
  await button(page, 'Read the letter').click()
  const hasChinese = await page.evaluate(() => {
    const shot = (text: string) => {
      const context = document.createElement('canvas').getContext('2d')
      context?.fillText(text, 0, 20)
      return context?.getImageData(0, 0, 30, 30).data.join(',')
    }
    return shot('\u4F60') !== shot('\u{10FFFD}')
  })
  if (hasChinese) await expect(button(page, 'Sign the letter')).toBeVisible()
  else await expect(page.getByText('We can\u2019t show this letter here')).toBeVisible()
  await expect(button(page, 'As text')).toHaveCount(0)
})

test('a letter of text and a scan shows each page as it is', async ({ page, product }) => {
  const letter = await PDFDocument.load(await someLetter())
  const scan = await PDFDocument.load(letterIn('scan-jpx'))
  const [copied] = await letter.copyPages(scan, [0])
  if (copied) letter.addPage(copied)
  await sitAtLetter(page, product, { letter: await letter.save({ useObjectStreams: false }) })
  await button(page, 'Read the letter').click()
  const last = shownLetter(page).getByRole('group', { name: 'Page 5 of 5' }).first()
  await expect(last.getByText('This page holds more than text')).toBeVisible()
  await expect(shownLetter(page).getByRole('group', { name: 'Page 1 of 5' })).toContainText('Dear Client')
})

test('the signature form waits for the letter, which the server has recorded as displayed', async ({
  page,
  product,
}) => {
  await sitAtLetter(page, product, { letter: await someLetter() })
  const { promise: drawn, resolve: draw } = Promise.withResolvers<void>()
  await page.route('**/pdf.worker.min.mjs', async (route) => {
    await drawn
    await route.continue()
  })
  const asked = page.waitForRequest('**/pdf.worker.min.mjs')
  await button(page, 'Read the letter').click()
  await asked
  await expect(page.getByText('Opening the document')).toBeVisible()
  await expect(button(page, 'Sign the letter')).toHaveCount(0)
  const recorded = page.waitForResponse('**/api/signables/fais-letter/displayed')
  draw()
  expect((await recorded).status()).toBe(200)
  await expect(button(page, 'Sign the letter')).toBeVisible()
  await button(page, 'Go to signing').click()
  await expect(page.getByRole('group', { name: 'Signature' })).toBeFocused()
  await expect(page.getByRole('group', { name: 'Signature' })).toBeInViewport()
  await expect(
    shownLetter(page).getByText(
      'Lines for a signature by hand, empty if you sign here: Full name and surname;',
    ),
  ).toBeVisible()
})

test('a letter that was shown before the client signed in again is shown again', async ({
  page,
  product,
  watch,
}) => {
  const client = await sitAtLetter(page, product, { letter: await someLetter() })
  await button(page, 'Read the letter').click()
  await expect(button(page, 'Sign the letter')).toBeVisible()
  await page.context().clearCookies()
  await signIn(page.context(), client)
  watch.expect(409, '/api/signables/fais-letter/signature')
  await fillInSignature(page)
  await button(page, 'Sign the letter').click()
  await expect(page.getByText('You\u2019ve signed in again since you opened this letter.')).toBeVisible()
  await expect(button(page, 'Sign the letter')).toHaveCount(0)
  await button(page, 'Read the letter again').click()
  await expect(button(page, 'Sign the letter')).toBeVisible()
  await fillInSignature(page)
  await button(page, 'Sign the letter').click()
  await expectSigned(page)
})

onPhone(() => {
  test('fits a phone, printed and as text', async ({ page, product }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const letter of [letterIn('letter-form'), await someLetter()]) {
      await sitAtLetter(page, product, { letter })
      await button(page, 'Read the letter').click()
      await expect(button(page, 'Go to signing')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      expect(await findViolations(page)).toEqual([])
    }
  })
})
