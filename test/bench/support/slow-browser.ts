import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

/** Chromium's path on Debian; `CHROMIUM_PATH` overrides it, and Playwright's own is the fallback. */
const DEBIANS = '/usr/bin/chromium'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
]

/** 1.6 Mbit/s and 150 ms: the edge of a town. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 1_600_000 / 8,
}
/** 400 kbit/s and 400 ms: a village. */
const VERY_SLOW_NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}
/** Slows the processor to a sixth, as on a cheap phone. */
const CHEAP_SLOWDOWN = 6
/** Slows the processor to a quarter. */
const SLOWDOWN = 4

export interface Slowness {
  network: boolean | 'very'
  processor: boolean | 'very'
}

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? (existsSync(DEBIANS) ? DEBIANS : undefined)
  return chromium.launch({ executablePath, args: ARGS })
}

/** Opens an empty slow page; nothing is cached unless its context was used before. */
export async function openSlowPage(context: BrowserContext, slow: Slowness): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (slow.network) {
    const network = slow.network === 'very' ? VERY_SLOW_NETWORK : SLOW_NETWORK
    await session.send('Network.emulateNetworkConditions', network)
  }
  if (slow.processor) {
    const rate = slow.processor === 'very' ? CHEAP_SLOWDOWN : SLOWDOWN
    await session.send('Emulation.setCPUThrottlingRate', { rate })
  }
  return page
}
