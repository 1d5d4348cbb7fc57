import type { Page } from '@playwright/test'

/** Distinguishes the idle timer: no other timer of the page is as long. */
const LONG_MS = 20 * 60_000
const MARK = 'waitsForIdleness'

/** Gives a page, before it opens, a clock that the test controls. */
export async function installClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(
    ([longMs, mark]) => {
      const later = window.setTimeout.bind(window)
      window.setTimeout = ((run: TimerHandler, ms?: number, ...values: unknown[]) => {
        if ((ms ?? 0) > longMs) document.documentElement.dataset[mark] = ''
        return later(run, ms, ...values)
      }) as typeof window.setTimeout
    },
    [LONG_MS, MARK] as const,
  )
}

/** Blocks requests that would keep the session alive, and advances the clock. */
export async function grownQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction((mark) => mark in document.documentElement.dataset, MARK)
}
