import type { Page } from 'playwright-core'

/*
 * Runs in the page. Times are milliseconds since the start of the navigation, by the page's clock.
 */
declare global {
  interface Window {
    /** When each heading was first visible. */
    screens: { heading: string; at: number }[]
    onScreen?: () => void
    /** When the sign-in form became usable. */
    usableAt?: number
  }
}

/** Makes a page record when its headings appear and when its form becomes usable. */
export async function noteScreens(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.screens = []
    // A task queued in a frame callback runs after the paint.
    const afterFrame = (run: () => void) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', run)
      port1.start()
      port2.postMessage(null)
    }
    let last = ''
    let looking = false
    // Measured within the frame, where styles are computed anyway. Hidden headings of other screens may be in the page.
    const look = () => {
      looking = false
      const shown = [...document.querySelectorAll('h1')].find((heading) => heading.checkVisibility())
      const heading = shown?.textContent ?? ''
      if (heading === last) return
      last = heading
      afterFrame(() => {
        window.screens.push({ heading, at: performance.now() })
        window.onScreen?.()
      })
    }
    const lookInFrame = () => {
      if (document.querySelector('form button[type=submit]:enabled')) window.usableAt ??= performance.now()
      if (looking) return
      looking = true
      requestAnimationFrame(look)
    }
    new MutationObserver(lookInFrame).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['disabled', 'class'],
    })
  })
}

/** Longer than any page takes to paint; until then the busy page is not queried. */
const PAINTED_AFTER_MS = 3_000

/** First contentful paint of a loading page, in ms since the start of its navigation. */
export async function firstPaint(page: Page): Promise<number> {
  await page.waitForTimeout(PAINTED_AFTER_MS)
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  if (painted === undefined) throw new Error('The page was not painted in time.')
  return painted
}

/** When the sign-in form became usable. */
export async function usableAfter(page: Page): Promise<number> {
  const usable = await page.waitForFunction(() => window.usableAt, undefined, { timeout: 60_000 })
  return (await usable.jsonValue()) ?? Number.NaN
}

/** Addresses of the scripts that had loaded when the sign-in form became usable. */
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

/** Time from the last response of a call until another heading shows, in ms. The busy page is not queried meanwhile. */
export async function fromAnswerToScreen(
  page: Page,
  address: string,
  leave: () => Promise<void>,
): Promise<number> {
  const before = await page.evaluate(() => window.screens.length)
  const next = page.evaluate(
    (seen) =>
      new Promise<void>((resolve) => {
        window.onScreen = () => {
          if (window.screens.length > seen) resolve()
        }
        window.onScreen()
      }),
    before,
  )
  await leave()
  await next
  return page.evaluate((path) => {
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname === path)
    return (window.screens.at(-1)?.at ?? Number.NaN) - (answers.at(-1)?.responseEnd ?? Number.NaN)
  }, address)
}
