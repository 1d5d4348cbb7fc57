import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules of WCAG 2.0, 2.1 and 2.2 at levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** What axe has against a page as it stands: each rule that is broken, and where. */
export async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    // The pages have no frames of their own: looking for some costs a tab each time.
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`),
  )
}
