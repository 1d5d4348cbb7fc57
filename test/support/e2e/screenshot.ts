import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type CDPSession, type Locator, type Page } from '@playwright/test'
import { playsLongRounds } from '../long-rounds.ts'
import { findViolations } from './axe.ts'

/** Only `npm run screens` takes screenshots, because they change with the date. */
const TAKING = process.env['SCREENSHOTS'] === '1'
/** Whether to check all combinations of size and scheme; otherwise each size and each scheme once. */
const ALL_LOOKS = TAKING || playsLongRounds()
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Screenshots used by documents are in docs/screens, the others in .tmp/screens. */
const DOCUMENTED = new Set(
  globSync(['README.md', 'docs/*.md'], { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/screens\/([a-z0-9-]+\.webp)/gu)].map(
      ([, name = '']) => name,
    ),
  ),
)

/** A row of 40 px, with its line. */
const LOW_ROW = 41

/** Expects a row of a list to be low, also one with two lines. */
export async function expectLowRow(row: Locator): Promise<void> {
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(LOW_ROW)
}

const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

/** The smallest phones, and 400 % zoom on a desktop. */
const NARROW = [360, 320]

/** Screenshot pixels per CSS pixel: screenshots are viewed side by side, smaller than on screen. */
const SCALES = { desktop: 0.5, phone: 0.75 } as const
/** WebP quality from 0 to 100, high enough to read 12-pixel letters. */
const QUALITY = 50
/** Maximum height in pixels: below are only more rows of a list. */
const TALLEST = 4_000
/** The same for large screenshots in the README. */
const CLOSE_UP_SCALES = { desktop: 1, phone: 2 } as const

type Size = keyof typeof sizes
type Scheme = 'light' | 'dark'

type View = readonly [Size, Scheme]

const EVERY_VIEW: readonly View[] = [
  ['desktop', 'light'],
  ['desktop', 'dark'],
  ['phone', 'dark'],
  ['phone', 'light'],
]

/** Sizes differ in layout, schemes in colours. */
const FEWEST_VIEWS: readonly View[] = [
  ['desktop', 'light'],
  ['phone', 'dark'],
]

interface Look {
  /** Also in dark mode. */
  dark?: boolean
  /** The spinner itself is the subject. */
  loading?: boolean
}

/**
 * Checks a screen on desktop and phone, in light and dark: no axe violations and no sideways scrolling. Restores the
 * page afterwards.
 */
export async function look(
  page: Page,
  name: string,
  { dark = false, loading = false }: Look = {},
): Promise<void> {
  if (!loading) await beComplete(page)
  for (const [size, scheme] of ALL_LOOKS ? EVERY_VIEW : FEWEST_VIEWS) {
    await turn(page, size, scheme)
    expect.soft(await findViolations(page), `${name}: ${size}, ${scheme}`).toEqual([])
    if (scheme === 'light' || dark) await takeScreenshot(page, size, fileName(name, size, scheme))
  }
  for (const width of NARROW) {
    await page.setViewportSize({ ...sizes.phone, width })
    expect.soft(await widthBeyond(page), `${name} scrolls sideways at ${width}`).toBe(0)
  }
  await turn(page, 'desktop', 'light')
}

/** Waits until the screen and all its parts are loaded, since a spinner alone proves nothing. */
async function beComplete(page: Page): Promise<void> {
  await expect(page.locator('main:visible, body:not(:has(main))')).toHaveText(/\S/u)
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Takes a larger screenshot for the README, from a given part of the page. */
export async function closeUp(page: Page, name: string, part?: Locator): Promise<void> {
  await beComplete(page)
  if (!TAKING) return
  for (const size of ['phone', 'desktop'] as const) {
    await turn(page, size, 'light')
    await settle(page)
    await page.evaluate(() => window.scrollTo(0, 0))
    await part?.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await take(page, fileName(name, size, 'light'), { ...sizes[size], scale: CLOSE_UP_SCALES[size] })
  }
  await turn(page, 'desktop', 'light')
}

/** Takes a phone screenshot for docs/journey.md, from a given part of the page. */
export async function onTheWay(page: Page, time: string, part?: Locator): Promise<void> {
  const name = `journey-${time}`
  expect.soft(DOCUMENTED, 'docs/journey.md').toContain(`${name}-phone.webp`)
  await beComplete(page)
  if (!TAKING) return
  await settle(page)
  await page.evaluate(() => window.scrollTo(0, 0))
  await part?.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await take(page, fileName(name, 'phone', 'light'), { ...sizes.phone, scale: 1 })
}

async function turn(page: Page, size: Size, scheme: Scheme): Promise<void> {
  const { width, height } = page.viewportSize() ?? {}
  const isSo = width === sizes[size].width && height === sizes[size].height
  if (isSo && schemes.get(page) === scheme) return
  const browser = await devTools(page)
  // Sent together, because each causes a full restyle.
  await Promise.all([
    page.setViewportSize(sizes[size]),
    page.emulateMedia({ colorScheme: scheme }),
    // Phones have a coarse pointer.
    browser.send('Emulation.setTouchEmulationEnabled', { enabled: size === 'phone' }),
  ])
  schemes.set(page, scheme)
  // Colours have changed two frames later.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** The page's current emulation. */
const schemes = new WeakMap<Page, Scheme>()

async function devTools(page: Page): Promise<CDPSession> {
  const browser = browsers.get(page) ?? (await page.context().newCDPSession(page))
  browsers.set(page, browser)
  return browser
}

/** A CDP session, whose settings last as long as the session. */
const browsers = new WeakMap<Page, CDPSession>()

function fileName(name: string, size: Size, scheme: Scheme): string {
  const file = `${name}-${size}${scheme === 'dark' ? '-dark' : ''}.webp`
  return path.join(ROOT, DOCUMENTED.has(file) ? 'docs/screens' : '.tmp/screens', file)
}

async function takeScreenshot(page: Page, size: Size, file: string): Promise<void> {
  if (!TAKING) return
  await settle(page)
  // A dialog covers the screen, not the page below it.
  if ((await page.locator('dialog[open]').count()) === 0) await showAll(page, size)
  const { width, height } = page.viewportSize() ?? sizes[size]
  await take(page, file, { width, height, scale: SCALES[size] })
  await page.setViewportSize(sizes[size])
}

/** The browser's own WebP is a third of the size of a PNG; Playwright does not support it. */
async function take(
  page: Page,
  file: string,
  size: { width: number; height: number; scale: number },
): Promise<void> {
  const browser = await devTools(page)
  const clip = { x: 0, y: await page.evaluate(() => window.scrollY), ...size }
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip })
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, data, 'base64')
}

/** Makes the screen as tall as the page, because sticky elements would otherwise cover its middle. */
async function showAll(page: Page, size: Size): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({
    ...sizes[size],
    height: Math.min(Math.max(height, sizes[size].height), TALLEST),
  })
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** Waits for fonts, and until no notification covers the page. */
async function settle(page: Page): Promise<void> {
  // The sign-in page's script adds the stylesheet, which loads the fonts.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
      ({ media, sheet }) => media !== 'print' && sheet !== null,
    ),
  )
  await page.evaluate(async () => {
    for (const close of document.querySelectorAll<HTMLElement>('[aria-label="Close notification"]')) {
      close.click()
    }
    // Fonts load when text is laid out.
    document.body.getBoundingClientRect()
    await document.fonts.ready
  })
  await expect(page.locator('[aria-label="Close notification"]')).toHaveCount(0)
}

/** By how many pixels the page or an open dialog is wider than the screen. */
export async function widthBeyond(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] *')].map(
        ({ scrollWidth, clientWidth, tagName }) =>
          tagName === 'HTML' || tagName === 'DIALOG' ? scrollWidth - clientWidth : 0,
      ),
    ),
  )
}
