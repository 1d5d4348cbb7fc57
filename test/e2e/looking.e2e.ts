import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { grownStill } from '#test/support/e2e/still.ts'

/** A running colour transition with low contrast at its start, and an endless animation. */
const CHANGING = `<!doctype html>
  <html lang="en">
    <title>On its way</title>
    <style>
      p { background: white; color: #ccc; transition: color 1s }
      p.read { color: black }
      i { display: block; animation: turn 1s infinite }
      @keyframes turn { to { rotate: 1turn } }
    </style>
    <main><h1>Heading</h1><i></i><p>What is read</p></main>
  </html>`

test('axe checks a page after its transitions have ended', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setContent(CHANGING)
  const text = page.getByText('What is read')
  expect(await findViolations(page)).toEqual([expect.stringContaining('color-contrast')])
  await text.evaluate((element) => element.classList.add('read'))
  expect(await findViolations(page)).toEqual([])
})

test('styles are read after transitions have ended', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setContent(CHANGING)
  const text = page.getByText('What is read')
  await text.evaluate((element) => element.classList.add('read'))
  await grownStill(page)
  expect(await text.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
})
