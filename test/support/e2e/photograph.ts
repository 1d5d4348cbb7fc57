import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type CDPSession, type Locator, type Page } from '@playwright/test'
import { playsLongRounds } from '../long-rounds.ts'
import { findViolations } from './axe.ts'

/** Photographs change with every day's date, so an ordinary run takes none and leaves the tree as it was. */
const TAKING = process.env['PHOTOGRAPHS'] === '1'
/** Whether each screen is judged in each size and each scheme together; otherwise in each size and in each scheme once. */
const ALL_LOOKS = TAKING || playsLongRounds()
const FOLDER = fileURLToPath(new URL('../../../docs/screens/', import.meta.url))
const INDEX = readFileSync(`${FOLDER}README.md`, 'utf8')

const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

/** The smallest phones, and 400 % zoom on a desktop. */
const NARROW = [360, 320]

type Size = keyof typeof sizes
type Scheme = 'light' | 'dark'

type View = readonly [Size, Scheme]

const EVERY_VIEW: readonly View[] = [
  ['desktop', 'light'],
  ['desktop', 'dark'],
  ['phone', 'dark'],
  ['phone', 'light'],
]

/** What differs is the arrangement in one, the colours in the other. */
const FEWEST_VIEWS: readonly View[] = [
  ['desktop', 'light'],
  ['phone', 'dark'],
]

interface Look {
  /** Photographed in the dark too. */
  dark?: boolean
}

/**
 * Looks at a screen as it stands, on a desktop and on a phone, in the light and in the dark: axe finds nothing, and it
 * never scrolls sideways. The page stands as at first afterwards. Photographs go to `docs/screens`.
 */
export async function look(page: Page, name: string, { dark = false }: Look = {}): Promise<void> {
  expect.soft(INDEX, 'docs/screens/README.md').toContain(`${name}-phone.png`)
  for (const [size, scheme] of ALL_LOOKS ? EVERY_VIEW : FEWEST_VIEWS) {
    await turn(page, size, scheme)
    expect.soft(await findViolations(page), `${name}: ${size}, ${scheme}`).toEqual([])
    if (scheme === 'light' || dark) await photograph(page, size, fileName(name, size, scheme))
  }
  for (const width of NARROW) {
    await page.setViewportSize({ ...sizes.phone, width })
    expect.soft(await widthBeyond(page), `${name} scrolls sideways at ${width}`).toBe(0)
  }
  await turn(page, 'desktop', 'light')
}

/** Photographs what fits on a screen, beginning at some part of the page; at twice the size, for the README. */
export async function closeUp(page: Page, name: string, part?: Locator): Promise<void> {
  if (!TAKING) return
  for (const size of ['phone', 'desktop'] as const) {
    await turn(page, size, 'light')
    await settle(page)
    await page.evaluate(() => window.scrollTo(0, 0))
    await part?.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    const path = fileName(name, size, 'light')
    await page.screenshot({ path, animations: 'disabled', scale: 'device' })
    shrink(path)
  }
  await turn(page, 'desktop', 'light')
}

async function turn(page: Page, size: Size, scheme: Scheme): Promise<void> {
  await page.setViewportSize(sizes[size])
  await page.emulateMedia({ colorScheme: scheme })
  const browser = browsers.get(page) ?? (await page.context().newCDPSession(page))
  browsers.set(page, browser)
  // A phone has a finger for a pointer.
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: size === 'phone' })
}

/** What a session asks of the browser holds for as long as the session does. */
const browsers = new WeakMap<Page, CDPSession>()

function fileName(name: string, size: Size, scheme: Scheme): string {
  return `${FOLDER}${name}-${size}${scheme === 'dark' ? '-dark' : ''}.png`
}

async function photograph(page: Page, size: Size, path: string): Promise<void> {
  if (!TAKING) return
  await settle(page)
  // A dialog covers the screen, not the page below it.
  if ((await page.locator('dialog[open]').count()) === 0) await showAll(page, size)
  await page.screenshot({ path, animations: 'disabled', scale: 'css' })
  await page.setViewportSize(sizes[size])
  shrink(path)
}

/** Makes the screen as tall as the page: what sticks to its bottom would cover the middle of a page otherwise. */
async function showAll(page: Page, size: Size): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...sizes[size], height: Math.max(height, sizes[size].height) })
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** To a third, where pngquant is installed; as it was, elsewhere. */
function shrink(path: string): void {
  spawnSync('pngquant', [
    '--nofs',
    '--force',
    '--skip-if-larger',
    '--speed',
    '1',
    '--output',
    path,
    '64',
    path,
  ])
}

/** Letters are there, and no notification lies over them. */
async function settle(page: Page): Promise<void> {
  // The sign-in page applies its stylesheet, and with it the fonts, when its script is here.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
      ({ media, sheet }) => media !== 'print' && sheet !== null,
    ),
  )
  await page.evaluate(async () => {
    for (const close of document.querySelectorAll<HTMLElement>('[aria-label="Close notification"]')) {
      close.click()
    }
    // Fonts are asked for when letters are laid out.
    document.body.getBoundingClientRect()
    await document.fonts.ready
  })
  await expect(page.locator('[aria-label="Close notification"]')).toHaveCount(0)
}

/** By how many pixels the page, or a dialog on it, is wider than the screen. */
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
