import type { CDPSession, Page } from 'playwright-core'

/*
 * Runs in the page. Times are milliseconds since the start of the navigation, by the page's clock.
 */
declare global {
  interface Window {
    /** When the list first showed rows. */
    rowsAt?: number
    /** Durations of frames above 50 ms. */
    longFrames: number[]
  }
}

/** Height of a table row, in px. */
const ROW_PX = 40
/** Tolerance of a scroll position: half a screen. */
const ROWS_ASTRAY = 20

/** Makes a page record when its list first shows rows, and every long frame. */
export async function noteList(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.longFrames = []
    new PerformanceObserver((list) => {
      window.longFrames.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'long-animation-frame' })
    const watch = new MutationObserver(() => {
      if (!document.querySelector('tbody tr[aria-rowindex]')) return
      watch.disconnect()
      requestAnimationFrame(() => {
        // A task queued in a frame callback runs after the paint.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => (window.rowsAt = performance.now()))
        port1.start()
        port2.postMessage(null)
      })
    })
    watch.observe(document, { subtree: true, childList: true })
  })
}

/** Time from the list's first response until its rows show, in ms. */
export async function fromAnswerToRows(page: Page, address: string): Promise<number> {
  await page.waitForFunction(() => window.rowsAt !== undefined)
  return page.evaluate((path) => {
    const answer = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .find(({ name }) => new URL(name).pathname === path)
    return (window.rowsAt ?? Number.NaN) - (answer?.responseEnd ?? Number.NaN)
  }, address)
}

/** Index of the row in the middle of the screen. */
function rowInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('tbody tr[aria-rowindex]')]
    const row = rows.find((one) => one.getBoundingClientRect().bottom > innerHeight / 2) ?? rows.at(-1)
    return Number(row?.getAttribute('aria-rowindex') ?? 2) - 2
  })
}

/**
 * Scrolls by a number of rows, the same distance in every frame; waits for more at the current end of the list.
 *
 * @returns durations of frames above 50 ms
 */
export async function scrollOn(page: Page, rows: number, perFrame: number): Promise<number[]> {
  const goal = (await rowInSight(page)) + rows
  const long = await page.evaluate(
    async ({ height, step }) => {
      window.longFrames.length = 0
      while (window.scrollY < height) {
        scrollBy(0, step)
        await new Promise((resolve) => {
          requestAnimationFrame(resolve)
        })
      }
      return window.longFrames
    },
    { height: goal * ROW_PX, step: perFrame * ROW_PX },
  )
  const reached = await rowInSight(page)
  if (reached < goal - ROWS_ASTRAY) throw new Error(`Scrolled to row ${reached} of ${goal}.`)
  return long
}

/** Memory of a page after a garbage collection. */
export interface MemoryUse {
  heapBytes: number
  nodes: number
}

/** Waits until a page is idle, and measures its memory. */
export async function memoryUse(page: Page, session: CDPSession): Promise<MemoryUse> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => resolve())
      }),
  )
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { heapBytes: usedSize, nodes }
}
