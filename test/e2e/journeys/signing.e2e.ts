import { createHash } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { onPhone } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import {
  fillInSignature,
  NAME,
  PASSWORD,
  sealOfTheFirm,
  shownLetter,
  sitAtLetter,
} from '#test/support/e2e/signing.ts'
import { openAsAdmin } from '#test/support/e2e/staff.ts'
import { makePdf } from '#test/support/files.ts'

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

onPhone(() => {
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
    await expectNotification(page, 'Signed', 'Your signed letter is sealed and saved with your application.')
    await expect(page.getByText('FAIS Document Uploaded Successfully!')).toBeVisible()
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

test('is signed with a keyboard alone; what is missing is shown beside its field', async ({
  page,
  product,
  watch,
}) => {
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
  await expect(page.getByText('Please tick to confirm')).toHaveCount(2)
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
  await expectNotification(page, 'Signed', 'Your signed letter is sealed and saved with your application.')
})

test('what is signed is what was shown: a letter that is not the one of the records is not signed', async ({
  page,
  product,
}) => {
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
  await expectNotification(page, 'Signed', 'Your signed letter is sealed and saved with your application.')
})

test('staff see beside the document how it was signed, and that its seal is intact', async ({
  page,
  product,
  openBrowser,
}) => {
  const name = 'Nandi Łukasz-Botha'
  await sitAtLetter(page, product, name)
  await button(page, 'Read the letter').click()
  await fillInSignature(page, name)
  await button(page, 'Sign the letter').click()
  await expectNotification(page, 'Signed', 'Your signed letter is sealed and saved with your application.')
  // The pressed button is gone; the focus moves to where one can sign again.
  await expect(page.getByRole('heading', { name: 'Read and sign it here' })).toBeFocused()
  const staff = await openBrowser()
  await openAsAdmin(staff.page, product)
  await button(staff.page, `View ${name}`).click()
  const summary = staff.page.getByRole('dialog', { name: 'Application Summary' })
  await expect(summary.getByText('Signed on screen, seal intact, letter version 1')).toBeVisible()
  await expect(summary.getByText(/, according to our server clock\. Signed in/u)).toBeVisible()
})
