import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { grownStill } from './still.ts'

/** The smaller one: it goes to the browser again for each page that is opened. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules of WCAG 2.0, 2.1 and 2.2 at levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

const options: axe.RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  resultTypes: ['violations'],
  // None of these rules reads the style sheets themselves.
  preload: false,
}

/**
 * What axe has against a page as it is when nothing on it moves any more: each rule that is broken, and where. Our
 * pages have no frames to look into.
 */
export async function findViolations(page: Page): Promise<string[]> {
  // Loading axe costs about as much as a look at the page: once for each page that was opened.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  await grownStill(page)
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`),
  )
}
