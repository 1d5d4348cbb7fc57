import type { LaunchOptions } from '@playwright/test'

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The fastest browser for tests: headless Chromium if available (`scripts/browser.mjs`). */
export const quickBrowser: LaunchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] || undefined,
  args: CHROMIUM_ARGS,
}

/** Full Chromium, for tests that need its PDF viewer. */
export const wholeBrowser: LaunchOptions = {
  executablePath: process.env['WHOLE_CHROMIUM_PATH'] || undefined,
  args: CHROMIUM_ARGS,
}
