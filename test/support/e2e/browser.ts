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

/** The browser that is quickest at tests: Chromium without windows where there is one (`scripts/browser.mjs`). */
export const quickBrowser: LaunchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] || undefined,
  args: CHROMIUM_ARGS,
}

/** A whole Chromium, for tests that look into its PDF viewer. */
export const wholeBrowser: LaunchOptions = {
  executablePath: process.env['WHOLE_CHROMIUM_PATH'] || undefined,
  args: CHROMIUM_ARGS,
}
