import type { Page } from '@playwright/test'

/** No other timer of the page is as long as the one that waits for a session to grow idle. */
const LONG_MS = 20 * 60_000
const MARK = 'waitsForIdleness'

/** Gives a page, before it is opened, a clock that the test turns on. */
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

/** The page asks the server for nothing more, which would keep the session, and counts how long that lasts. */
export async function grownQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction((mark) => mark in document.documentElement.dataset, MARK)
}
