import type { CDPSession, Page } from 'playwright-core'

/*
 * What runs in the page. Times are milliseconds since the navigation began, by the page's own clock.
 */
declare global {
  interface Window {
    /** When rows of the list were first on the screen. */
    rowsAt?: number
    /** How long the frames were that took longer than 50 ms. */
    longFrames: number[]
  }
}

/** A row of the table, in px. */
const ROW_PX = 56
/** So far from its goal a scroll may come to rest: half a screen. */
const ROWS_ASTRAY = 20

/** Has a page note when its list first shows rows, and every frame that takes long. */
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
        // A task after the frame's callbacks runs when the frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => (window.rowsAt = performance.now()))
        port1.start()
        port2.postMessage(null)
      })
    })
    watch.observe(document, { subtree: true, childList: true })
  })
}

/** From the list's first answer until its rows were on the screen, in ms. */
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

/** The row that is in the middle of the screen, counted from 0. */
function rowInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('tbody tr[aria-rowindex]')]
    const row = rows.find((one) => one.getBoundingClientRect().bottom > innerHeight / 2) ?? rows.at(-1)
    return Number(row?.getAttribute('aria-rowindex') ?? 2) - 2
  })
}

/**
 * Scrolls on by so many rows, the same way in every frame; where the list ends for now it waits for more.
 *
 * @returns how long the frames were that took longer than 50 ms, in ms
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

/** What a page holds after a garbage collection. */
export interface MemoryUse {
  heapBytes: number
  nodes: number
}

/** Waits until a page has nothing to do, and looks at what it holds. */
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
