import { expect, type Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { widthBeyond } from './screenshot.ts'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Axe finds nothing on the page as it is, and it does not scroll sideways, on a phone and on a desk. */
export async function expectSound(page: Page): Promise<void> {
  // Rows are pale for as long as they are those of before.
  await expect(page.locator('.opacity-60')).toHaveCount(0)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await findViolations(page)).toEqual([])
    expect(await widthBeyond(page)).toBeLessThanOrEqual(0)
  }
}
