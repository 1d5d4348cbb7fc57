import type { Page } from 'playwright-core'

/*
 * What runs in the page. Times are milliseconds since the navigation began, by the page's own clock.
 */
declare global {
  interface Window {
    /** When each heading was first on the screen. */
    screens: { heading: string; at: number }[]
    /** Receives each. */
    onScreen?: () => void
    /** When the sign-in form could be sent. */
    usableAt?: number
  }
}

/** Has a page note when its headings come on the screen, and when its form can be used. */
export async function noteScreens(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.screens = []
    // A task after the frame's callbacks runs when the frame is painted.
    const afterFrame = (run: () => void) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', run)
      port1.start()
      port2.postMessage(null)
    }
    let last = ''
    let looking = false
    // In the frame, where the styles are worked out anyway: a page may hold the headings of others, out of sight.
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

/** No page of ours takes so long to be painted; until then nothing is asked of it: it has work to do. */
const PAINTED_AFTER_MS = 3_000

/** The first contentful paint of a page that is on its way, in ms since its navigation. */
export async function firstPaint(page: Page): Promise<number> {
  await page.waitForTimeout(PAINTED_AFTER_MS)
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  if (painted === undefined) throw new Error('The page was not painted in time.')
  return painted
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

/**
 * From the answer to the last call of an address until another heading was on the screen, in ms. Nothing is asked of the page
 * meanwhile: it has work to do.
 */
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
