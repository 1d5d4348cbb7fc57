import { randomFillSync } from 'node:crypto'
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { documentKinds } from '#features/applications/rules/documents/kinds.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { onPhone } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { addClient, addManager, signIn } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { pictureFile } from '#test/support/picture-files.ts'
import { openUploader, type GivenFile } from '#test/support/e2e/uploads.ts'
import { expectStep } from '#test/support/e2e/wizard.ts'

/** The signed letter as photos of its pages, combined into one PDF in the browser. */

const MAKE = 'More than one page? Combine photos into one PDF'
const DONE = 'FAIS Document Uploaded Successfully!'

async function openStep(page: Page, product: Product): Promise<void> {
  const manager = await addManager(product.context, { fullName: 'Ayanda Zulu' })
  const answers = completeAnswers('thandiwe@people.example')
  await signIn(
    page.context(),
    await addClient(product.context, { currentStep: 'documents', manager, answers }),
  )
  await page.goto('/')
  await expectStep(page, 'documents')
}

type Colour = 'red' | 'lime' | 'blue'

/** The share of each colour in an image with noise. */
const tints = {
  red: [150, 40, 40],
  lime: [40, 150, 40],
  blue: [40, 40, 150],
} as const satisfies Record<Colour, readonly number[]>

/** As large as a phone's photos, and as hard to compress as paper in bad light. */
async function takeScreenshot(colour: Colour, { width = 3000, height = 4000 } = {}): Promise<GivenFile> {
  const noise = randomFillSync(Buffer.alloc(width * height * 3))
  const grain = sharp(noise, { raw: { width, height, channels: 3 } })
  const buffer = await grain
    .linear([0.3, 0.3, 0.3], [...tints[colour]])
    .jpeg({ quality: 90 })
    .toBuffer()
  return { name: `${colour}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** The pages of a PDF: the colour of each, and whether it is landscape. */
async function pagesOf(bytes: Buffer): Promise<string[]> {
  const document = await PDFDocument.load(bytes)
  const pictures = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []))
    .filter(({ dict }) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image'))
  const colours: (string | undefined)[] = []
  for (const { contents } of pictures) {
    const { channels } = await sharp(Buffer.from(contents)).stats()
    const strongest = channels.toSorted((one, other) => other.mean - one.mean)[0]
    colours.push(['red', 'lime', 'blue'][channels.findIndex((channel) => channel === strongest)])
  }
  return document.getPages().map((sheet, index) => {
    const { width, height } = sheet.getSize()
    return `${colours[index]} ${width > height ? 'across' : 'upright'}`
  })
}

async function uploaded(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const application = (await (await page.request.get('/api/application')).json()) as {
    faisDocument: { url: string; name: string }
  }
  const { url, name } = application.faisDocument
  return { name, bytes: await (await page.request.get(url)).body() }
}

async function choose(page: Page, files: GivenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^(?:Choose or take|Add) photos$/u }).click()
  await (await chooser).setFiles(files)
}

onPhone(() => {
  test('is put in order, turned and sent on a phone, within the limit', async ({ page, product }) => {
    test.slow()
    await page.setViewportSize({ width: 390, height: 844 })
    await openStep(page, product)
    await openUploader(page, 'Signed FAIS document')
    await button(page, MAKE).click()
    const dialog = page.getByRole('dialog', { name: 'Combine photos into one PDF' })
    await choose(page, [await takeScreenshot('red'), await takeScreenshot('lime')])
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await choose(page, [await takeScreenshot('blue', { width: 4000, height: 3000 })])
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    await choose(page, [
      { name: 'IMG_0012.HEIC', mimeType: 'image/heic', buffer: Buffer.from('not for this one') },
    ])
    await expect(dialog.getByText(/IMG_0012\.HEIC could not be opened on this device\./u)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await button(page, 'Move page 3 up').click()
    await button(page, 'Rotate page 2 clockwise').click()
    await button(page, 'Move page 1 down').click()
    // Esc keeps the pages for the next time.
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await button(page, MAKE).click()
    await button(page, 'Upload 3 pages as one PDF').click()
    await expect(dialog).toBeHidden({ timeout: 30_000 })
    await expect(page.getByText(DONE)).toBeVisible({ timeout: 30_000 })
    const { name, bytes } = await uploaded(page)
    expect(name).toBe('Signed FAIS document, 3 pages.pdf')
    expect(bytes.length).toBeLessThanOrEqual(documentKinds.signedFais.maxBytes)
    expect(await pagesOf(bytes)).toEqual(['blue upright', 'red upright', 'lime upright'])
  })
})

test('an iPhone’s HEIC picture becomes a page in a browser that cannot open one', async ({
  page,
  product,
}) => {
  await openStep(page, product)
  await button(page, MAKE).click()
  await choose(page, [{ name: 'IMG_0013.HEIC', mimeType: '', buffer: await pictureFile('turned.heic') }])
  const dialog = page.getByRole('dialog', { name: 'Combine photos into one PDF' })
  await expect(dialog.getByRole('listitem')).toHaveCount(1, { timeout: 30_000 })
  await button(page, 'Upload one page as one PDF').click()
  await expect(page.getByText(DONE)).toBeVisible({ timeout: 30_000 })
})

test('with a keyboard alone, and a page that does not belong to it is left out', async ({
  page,
  product,
}) => {
  await openStep(page, product)
  const keys = new Keyboard(page)
  await keys.to(button(page, MAKE))
  await keys.press('Enter')
  const small = { width: 1200, height: 1600 }
  const add = page.getByRole('button', { name: 'Choose or take photos' })
  await keys.to(add)
  const chooser = page.waitForEvent('filechooser')
  await keys.press('Enter')
  await (
    await chooser
  ).setFiles([
    await takeScreenshot('red', small),
    await takeScreenshot('lime', small),
    await takeScreenshot('blue', small),
  ])
  await keys.to(button(page, 'Remove page 2'))
  await keys.press('Space')
  await expect(button(page, 'Add photos')).toBeFocused()
  await keys.to(button(page, 'Move page 2 up'))
  await keys.press('Enter')
  // The page and the focus have moved.
  await expect(button(page, 'Move page 1 up')).toBeFocused()
  await keys.to(button(page, 'Rotate page 2 clockwise'))
  await keys.press('Enter')
  await keys.to(button(page, 'Upload 2 pages as one PDF'))
  await keys.press('Enter')
  await expect(page.getByText(DONE)).toBeVisible({ timeout: 30_000 })
  expect(await pagesOf((await uploaded(page)).bytes)).toEqual(['blue upright', 'red across'])
})
