import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Locator, Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { onPhone } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import {
  expectSigned,
  fillInSignature,
  NAME,
  PASSWORD,
  sealOfTheFirm,
  shownLetter,
  sitAtLetter,
} from '#test/support/e2e/signing.ts'
import { openAsAdmin } from '#test/support/e2e/staff.ts'
import { makePdf } from '#test/support/files.ts'
import { someLetter } from '#test/support/letters.ts'

/** Read, sign, download and verify the FAIS letter without a printer (docs/decisions/0046). */

test.use({ variables: await sealOfTheFirm() })

type Point = { x: number; y: number }

/** Pointer types. */
interface Pen {
  down: (at: Point) => Promise<unknown>
  move: (to: Point) => Promise<unknown>
  up: () => Promise<unknown>
}

/** Touch events as a screen reports them, so that scrollable content scrolls. */
async function finger(page: Page): Promise<Pen> {
  const screen = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (at) => touch('touchStart', [at]),
    move: (to) => touch('touchMove', [to]),
    up: () => touch('touchEnd', []),
  }
}

function mouse({ mouse: moved }: Page): Pen {
  return {
    async down({ x, y }) {
      await moved.move(x, y)
      await moved.down()
    },
    move: ({ x, y }) => moved.move(x, y),
    up: () => moved.up(),
  }
}

async function drawWith(pen: Pen, field: Locator): Promise<void> {
  const box = await field.boundingBox()
  if (box === null) throw new Error('There is no field to sign in.')
  const at = (step: number) => ({
    x: box.x + 20 + step * 18,
    y: box.y + box.height / 2 + (step % 2 === 0 ? -20 : 20),
  })
  await pen.down(at(0))
  for (let step = 1; step < 12; step += 1) await pen.move(at(step))
  await pen.up()
}

/** How far the page, with text as large as set, is wider than the window. */
async function widthBeyondAt(page: Page, percent: number): Promise<number> {
  await page.evaluate((size) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`:root { font-size: ${size}% !important }`)
    document.adoptedStyleSheets = [sheet]
  }, percent)
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

onPhone(() => {
  test('is text of 16 px on a phone, and as printed it can be zoomed', async ({ page, product }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await sitAtLetter(page, product, { letter: await someLetter() })
    await button(page, 'Read the letter').click()
    const letter = shownLetter(page)
    const text = letter.getByText('Before we advise you, the Financial Advisory')
    const size = await text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    expect(size).toBeGreaterThanOrEqual(16)
    await expect(letter.getByRole('heading', { name: '1 Who we are' })).toBeVisible()
    await expect(letter.getByText('Page 1 of 4')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    for (const percent of [100, 150, 200]) {
      expect(await widthBeyondAt(page, percent), `${percent} %`).toBe(0)
    }
    await widthBeyondAt(page, 100)
    await letter.getByRole('group', { name: 'Page 4 of 4' }).scrollIntoViewIfNeeded()
    await expect(letter.getByText('Page 4 of 4')).toBeVisible()
    const [end, statement] = await Promise.all([
      letter.getByRole('group', { name: 'Page 4 of 4' }).boundingBox(),
      page.getByRole('checkbox').first().boundingBox(),
    ])
    expect(statement?.y).toBeGreaterThan((end?.y ?? 0) + (end?.height ?? 0))

    await button(page, 'As printed').click()
    const first = letter.getByRole('group', { name: 'Page 1 of 4' })
    const fitted = (await first.boundingBox())?.width ?? 0
    await button(page, 'Zoom in').click()
    await button(page, 'Zoom in').click()
    await expect.poll(async () => (await first.boundingBox())?.width).toBeGreaterThan(fitted * 1.9)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await findViolations(page)).toEqual([])
    await button(page, 'Full screen').click()
    const full = page.getByRole('dialog', { name: 'FAIS disclosure letter, version 1' })
    await expect(full.getByRole('group', { name: 'Page 1 of 4' })).toContainText('Dear Client')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(button(page, 'Full screen')).toBeFocused()
  })

  test('is read on a phone, signed by finger, downloaded, and verified by anyone', async ({
    page,
    product,
    openBrowser,
    hasTouch,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await sitAtLetter(page, product)
    await button(page, 'Read the letter').click()
    await expect(shownLetter(page).getByRole('group', { name: /^Page 1 of/u })).toBeVisible()
    await expect(shownLetter(page)).toContainText(/\w{4}/u)
    await page.getByText('Draw my signature').click()
    const field = page.getByRole('img', { name: 'Your signature' })
    await field.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    await drawWith(hasTouch ? await finger(page) : mouse(page), field)
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)
    for (const statement of await page.getByRole('checkbox').all()) await statement.check()
    await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await button(page, 'Sign the letter').click()
    await expectSigned(page)
    const application = (await (await page.request.get('/api/application')).json()) as {
      faisDocument: { url: string }
    }
    const bytes = await (await page.request.get(application.faisDocument.url)).body()

    const anybody = await openBrowser()
    await anybody.page.goto(`${product.url}/verify`)
    const choose = (name: string, buffer: Buffer) =>
      anybody.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
    await choose('signed.pdf', bytes)
    await expect(anybody.page.getByText('Sealed by Protea Private Wealth, and unchanged')).toBeVisible()
    await expect(anybody.page.getByText('T. N.')).toBeVisible()
    expect(await findViolations(anybody.page)).toEqual([])
    const changed = Buffer.from(bytes)
    changed[700] = (changed[700] ?? 0) ^ 1
    await choose('changed.pdf', changed)
    await expect(anybody.page.getByText('Changed since it was sealed')).toBeVisible()
    await choose('foreign.pdf', Buffer.from('%PDF-1.7 something else'))
    await expect(anybody.page.getByText('Not sealed by Protea Private Wealth')).toBeVisible()
  })
})

test('is signed by keyboard only; errors show beside the fields', async ({ page, product, watch }) => {
  await sitAtLetter(page, product)
  const keys = new Keyboard(page)
  await keys.to(button(page, 'Read the letter'))
  await keys.press('Enter')
  await expect(shownLetter(page)).toBeVisible()
  await keys.to(button(page, 'Sign the letter'))
  await keys.press('Enter')
  await expect(
    page.getByText(`Please type your full name exactly as in your application: ${NAME}`),
  ).toBeVisible()
  await expect(page.getByText('Please tick to confirm')).toHaveCount(1)
  await expect(page.getByText('Please enter your password')).toBeVisible()
  await keys.type(page.getByLabel('Your full name'), NAME.toLowerCase())
  for (const statement of await page.getByRole('checkbox').all()) {
    await keys.to(statement)
    await keys.press('Space')
  }
  watch.expect(400, '/api/signables/fais-letter/signature')
  await keys.type(page.getByLabel('Your password', { exact: true }), 'not this one at all')
  await keys.press('Enter')
  await expect(page.getByText('That password is incorrect')).toBeVisible()
  await keys.type(page.getByLabel('Your password', { exact: true }), PASSWORD)
  await keys.press('Enter')
  await expectSigned(page)
})

test('an error belongs to the question on the screen; a signed letter can be viewed, downloaded and signed again', async ({
  page,
  product,
}) => {
  await sitAtLetter(page, product)
  await button(page, 'Read the letter').click()
  await button(page, 'Sign the letter').click()
  const wrongName = page.getByText('Please type your full name exactly as in your application')
  await expect(wrongName).toBeVisible()
  await page.getByText('Draw my signature').click()
  await expect(wrongName).toHaveCount(0)
  await expect(page.getByText('Please draw your signature')).toHaveCount(0)
  await page.getByText('Type my name').click()
  await fillInSignature(page)
  await button(page, 'Sign the letter').click()
  await expectSigned(page)
  await expect(button(page, 'Download FAIS letter')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  const download = page.waitForEvent('download')
  await button(page, 'Download').click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/u)
  await button(page, 'Sign again').click()
  await expect(page.getByText('Signing again replaces your earlier copy.')).toBeVisible()
  await expect(button(page, 'Download FAIS letter')).toBeVisible()
})

test('a scanned letter is shown as printed, and says why', async ({ page, product }) => {
  const scan = await PDFDocument.create()
  scan.addPage().drawRectangle({ x: 72, y: 400, width: 300, height: 200 })
  await sitAtLetter(page, product, { letter: await scan.save({ useObjectStreams: false }) })
  await button(page, 'Read the letter').click()
  await expect(shownLetter(page).getByText('This document can’t be shown as text')).toBeVisible()
  await expect(shownLetter(page).getByRole('group', { name: 'Page 1 of 1' })).toBeVisible()
  await expect(button(page, 'As text')).toHaveCount(0)
  await expect(button(page, 'Zoom in')).toBeVisible()
})

test('only the displayed letter can be signed: a different one is refused', async ({ page, product }) => {
  await sitAtLetter(page, product)
  const other = await makePdf({ text: 'Something else on the way' })
  await page.route('**/api/fais-document', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: other })
  })
  await button(page, 'Read the letter').click()
  await expect(shownLetter(page)).toContainText('Something else on the way')
  await expect(page.getByText('Please read it before you sign.')).toBeVisible()
  await expect(button(page, 'Sign the letter')).toBeHidden()
  await page.unroute('**/api/fais-document')
  await button(page, 'Read the new letter').click()
  await expect(button(page, 'Sign the letter')).toBeVisible()
  await fillInSignature(page)
  const shown = createHash('sha256')
    .update(await (await page.request.get('/api/fais-document')).body())
    .digest('hex')
  const sent = page.waitForRequest('**/api/signables/fais-letter/signature')
  await button(page, 'Sign the letter').click()
  expect((await sent).postDataJSON()).toMatchObject({ sha256: shown })
  await expectSigned(page)
})

test('staff see beside the document how it was signed, and that its seal is intact', async ({
  page,
  product,
  openBrowser,
}) => {
  const name = 'Nandi Łukasz-Botha'
  await sitAtLetter(page, product, { fullName: name })
  await button(page, 'Read the letter').click()
  await fillInSignature(page, name)
  await button(page, 'Sign the letter').click()
  await expectSigned(page)
  const staff = await openBrowser()
  await openAsAdmin(staff.page, product)
  await button(staff.page, `View ${name}`).click()
  const summary = staff.page.getByRole('dialog', { name: 'Application Summary' })
  await summary.getByRole('link', { name: 'Open full page' }).click()
  await staff.page.getByRole('link', { name: 'FAIS letter' }).click()
  const topic = staff.page.getByRole('main')
  await expect(topic.getByText('Signed on screen, seal intact, letter version 1')).toBeVisible()
  await expect(topic.getByText(/, according to our server clock\. Signed in/u)).toBeVisible()
})
