import type { Page } from 'playwright-core'

/*
 * What runs in the page. Times are milliseconds since the navigation began, by the page's own clock.
 */
declare global {
  interface Window {
    /** When each heading was first on the screen. */
    screens: { heading: string; at: number }[]
    /** When the sign-in form could be sent. */
    usableAt?: number
  }
}

/** Has a page note when its headings come on the screen, and when its form can be used. */
export async function noteScreens(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.screens = []
    const painted = (run: () => void) =>
      requestAnimationFrame(() => {
        // A task after the frame's callbacks runs when the frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', run)
        port1.start()
        port2.postMessage(null)
      })
    let last = ''
    const look = () => {
      if (document.querySelector('form button[type=submit]:enabled')) window.usableAt ??= performance.now()
      const heading = document.querySelector('h1')?.textContent ?? ''
      if (heading === last) return
      last = heading
      painted(() => window.screens.push({ heading, at: performance.now() }))
    }
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['disabled'],
    })
  })
}

/** The first contentful paint of a page, in ms since its navigation. */
export function firstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint')
          if (paint) resolve(paint.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
}

/** The addresses of the scripts that had come when the sign-in form could be used. */
export async function scriptsUntilUsable(page: Page): Promise<string[]> {
  await page.waitForFunction(() => window.usableAt !== undefined)
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= (window.usableAt ?? 0))
      .map(({ name }) => name),
  )
}

/** From the answer to the last call of an address until a heading was on the screen, in ms. */
export async function fromAnswerToScreen(page: Page, address: string, heading: string): Promise<number> {
  await page.waitForFunction((shown) => window.screens.at(-1)?.heading === shown, heading)
  return page.evaluate((path) => {
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname === path)
    return (window.screens.at(-1)?.at ?? Number.NaN) - (answers.at(-1)?.responseEnd ?? Number.NaN)
  }, address)
}
