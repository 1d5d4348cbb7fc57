import type { Page } from '@playwright/test'

/** Whatever moves, or changes its colour, has come to its end; what turns for ever turns on. */
export async function grownStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        )
    for (let left = moving(); left.length > 0; left = moving()) {
      // One that is undone is at its end too.
      await Promise.allSettled(left.map(({ finished }) => finished))
    }
  })
}
