import type { Page } from '@playwright/test'

/**
 * Limits a page's upload speed in bytes per second.
 *
 * @returns a function that removes the limit
 */
export async function slowDown(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await browser.send('Network.enable')
  await limit(bytesPerSecond)
  return async () => {
    await limit(-1)
    await browser.detach()
  }
}
