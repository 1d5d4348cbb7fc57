import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { grownStill } from './still.ts'

/** The smaller build, which is sent to the browser for each page. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** WCAG 2.0, 2.1 and 2.2 at levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

const options: axe.RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  resultTypes: ['violations'],
  // None of these rules reads style sheets.
  preload: false,
}

/**
 * axe violations of a page once nothing moves: each broken rule with its elements. The product has no frames to check.
 */
export async function findViolations(page: Page): Promise<string[]> {
  // Loaded once per page, because loading costs as much as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  await grownStill(page)
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`),
  )
}
