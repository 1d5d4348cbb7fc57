import { expect, type Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { widthBeyond } from './screenshot.ts'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Checks the page with axe and for sideways scrolling, on phone and desktop. */
export async function expectSound(page: Page): Promise<void> {
  // Rows are faded while outdated.
  await expect(page.locator('.opacity-60')).toHaveCount(0)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await findViolations(page)).toEqual([])
    expect(await widthBeyond(page)).toBeLessThanOrEqual(0)
  }
}
