import type { Page } from '@playwright/test'

/** Waits until all transitions have ended; endless animations are ignored. */
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
      // A cancelled transition has ended too.
      await Promise.allSettled(left.map(({ finished }) => finished))
    }
  })
}
