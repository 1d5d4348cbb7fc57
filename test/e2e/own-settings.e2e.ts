import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, section } from '#test/support/e2e/forms.ts'
import { addStaff, signIn } from '#test/support/e2e/people.ts'
import { allPapers, fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { addToBook, dialog } from '#test/support/e2e/staff.ts'
import { grownStill } from '#test/support/e2e/still.ts'
import { nextLabels } from '#test/support/e2e/wizard.ts'

/** The computed value of a system colour. */
async function systemColour(page: Page, name: string): Promise<string> {
  return page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.forcedColorAdjust = 'none'
    probe.style.color = colour
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)
}

async function expectShownAsChosen(chosen: Locator, other: Locator): Promise<void> {
  const colour = await systemColour(chosen.page(), 'SelectedItem')
  await expect(chosen).toHaveCSS('background-color', colour)
  await expect(other).not.toHaveCSS('background-color', colour)
}

/** Selected and current elements use the system's selection colours, including all their text. */
async function expectChoicesReadable(page: Page, where: string): Promise<void> {
  // The colour transition must have ended, since this reads once.
  await grownStill(page)
  const [ground, letters] = [
    await systemColour(page, 'SelectedItem'),
    await systemColour(page, 'SelectedItemText'),
  ]
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('[aria-current]:not([aria-current=false]), label:has(:checked)')]
      .filter((chosen) => chosen.checkVisibility())
      .map((chosen) => ({
        ground: getComputedStyle(chosen).backgroundColor,
        letters: [chosen, ...chosen.querySelectorAll('*')]
          .filter((part) => [...part.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
          .map((part) => getComputedStyle(part).color),
      })),
  )
  expect(found.length, `${where}: something is chosen`).toBeGreaterThan(0)
  for (const chosen of found) {
    expect.soft(chosen.ground, where).toBe(ground)
    expect.soft(new Set(chosen.letters), where).toEqual(new Set([letters]))
  }
}

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

  test('keep the progress, the current step, selections and the focus', async ({ page, product }) => {
    await sit(page, product, { answers: fullAnswers })
    await openAt(page, 'address')
    const progress = page.getByRole('progressbar')
    await expect(progress).toHaveCSS('color', await systemColour(page, 'Highlight'))
    await expect(progress).toHaveCSS('border-top-width', '1px')
    const steps = page.getByRole('navigation', { name: 'Application Progress' }).getByRole('listitem')
    await expectShownAsChosen(steps.nth(1), steps.nth(2))
    await button(page, nextLabels.address).focus()
    await expect(button(page, nextLabels.address)).toHaveCSS('outline-style', 'solid')
    await openAt(page, 'employment')
    await expect(page.locator('input[type=radio]').first()).toHaveCSS('appearance', 'auto')
  })

  test('keep the text of selected and current elements, and draw no border over text beside a button', async ({
    page,
    product,
  }) => {
    await sit(page, product, { answers: fullAnswers, handedIn: allPapers })
    for (const step of ['address', 'employment', 'assets'] as const) {
      await openAt(page, step)
      await expectChoicesReadable(page, step)
    }
    await openAt(page, 'employment', { hasWill: null, willInstitution: null })
    await page.getByRole('group', { name: 'Do you have a will?' }).getByLabel('Yes').check()
    await expectChoicesReadable(page, 'what was just chosen')
    await openAt(page, 'review')
    const quiet = button(page, 'Edit Address')
    await expect(quiet).toHaveCSS('border-top-color', await systemColour(page, 'Canvas'))
    await expect(quiet).toHaveCSS('text-decoration-line', 'underline')

    await sit(page, product, { answers: fullAnswers, status: 'under_review' })
    await page.goto('/')
    await expect(page.getByRole('list', { name: 'Progress of your application' })).toBeVisible()
    await expectChoicesReadable(page, 'home')
  })

  test('keep the current page and tab of staff', async ({ page, product }) => {
    await signIn(page.context(), await addStaff(product.context, 'admin'))
    await page.goto('/today')
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    await expectShownAsChosen(pages.nth(0), pages.nth(1))
    // The list of one user is not to be read with the session of the next.
    await page.goto('about:blank')
    await signIn(page.context(), await addStaff(product.context, 'system_administrator'))
    await page.goto('/system-admin')
    const tabs = page.getByRole('tab')
    await expectShownAsChosen(tabs.nth(0), tabs.nth(1))
  })
})

test('disabled buttons explain what is missing', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'documents')
  const next = button(page, nextLabels.documents)
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await expect(next).toHaveAccessibleDescription(
    'You can continue to the review once your signed document is uploaded.',
  )
  await next.focus()
  await page.keyboard.press('Enter')
  const missing = page.locator('#signedFais')
  await expect(missing).toBeFocused()
  await expect(missing).toHaveAccessibleDescription(/Please sign the letter on screen, or upload/u)

  await openAt(page, 'review')
  const submit = button(page, nextLabels.review)
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await submit.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Manage Signed FAIS document' })).toBeFocused()
  await expect(page.getByRole('alert')).toContainText(
    'You can submit once your signed FAIS document is uploaded',
  )
})

test('unconfirmed statements show an error on submission', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers, handedIn: allPapers })
  await openAt(page, 'review')
  await button(page, nextLabels.review).focus()
  await page.keyboard.press('Enter')
  const first = section(page, 'Terms').getByRole('checkbox').first()
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription(/Please tick to confirm/u)
})

/** Print shows no controls and no floating elements, and keeps the content. */
async function expectPrintable(page: Page, name: string, texts: readonly string[]): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const text of texts)
    await expect
      .soft(page.getByText(text).filter({ visible: true }).first(), `${name}: ${text}`)
      .toBeVisible()
  // Columns are named by their sort buttons.
  for (const pressed of await page.locator(':not(th) > button').filter({ visible: true }).all()) {
    await expect.soft(pressed, `${name}: nothing to press`).toHaveClass(/text-link/u)
  }
  const floating = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => one.checkVisibility() && ['fixed', 'sticky'].includes(getComputedStyle(one).position))
      .map((one) => one.className),
  )
  expect.soft(floating, `${name}: floats`).toEqual([])
  await expect.soft(page.locator(':root'), name).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect.soft(page.locator(':root'), name).toHaveCSS('color', 'rgb(27, 38, 34)')
  await page.emulateMedia({ media: 'screen' })
}

test('printed pages', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers, handedIn: allPapers })
  await openAt(page, 'review')
  await expectPrintable(page, 'review', ['Review Your Application', 'Net Worth Summary', 'Lerato Mokoena'])
  await page.goto('/verify')
  await expectPrintable(page, 'verify', ['Verify a signed document'])

  await sit(page, product, { answers: fullAnswers, handedIn: allPapers, status: 'submitted' })
  await page.goto('/')
  await expectPrintable(page, 'home', ['Application Submitted Successfully!', 'Application ID'])

  await addToBook(product, {
    fullName: 'Thabo Molefe',
    username: 'thabo.molefe@people.example',
    status: 'submitted',
    answers: { ...fullAnswers, fullName: 'Thabo Molefe' },
  })
  await addToBook(product, {
    fullName: 'Nomvula Khoza',
    username: 'nomvula.khoza@people.example',
    status: 'onboarded',
  })
  await signIn(page.context(), await addStaff(product.context, 'admin'))
  await page.goto('/admin')
  await button(page, 'View Thabo Molefe').click()
  await expect(dialog(page, 'Application Summary')).toContainText('Address Information')
  await expectPrintable(page, 'summary', ['Application Summary', 'Address Information'])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toHaveCSS('max-height', 'none')
  await expect(sheet).toHaveCSS('box-shadow', 'none')
  await page.emulateMedia({ media: 'screen' })

  for (const [address, caption, text] of [
    ['/admin', 'Client applications', ['Client Applications', 'Thabo Molefe']],
    ['/admin/annual-reviews', 'Onboarded clients', ['Annual Reviews', 'Nomvula Khoza']],
  ] as const) {
    await page.goto(address)
    const table = page.getByRole('table', { name: caption })
    await expect(table).toBeVisible()
    await expectPrintable(page, address, text)
    await page.emulateMedia({ media: 'print' })
    await expect(table).toHaveCSS('table-layout', 'auto')
    for (const column of await table.getByRole('columnheader').all()) {
      expect.soft((await column.innerText()).trim(), `${address}: a column without a name`).not.toBe('')
    }
    await page.emulateMedia({ media: 'screen' })
  }
})
