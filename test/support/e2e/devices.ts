import { devices } from '@playwright/test'
import { test } from './fixtures.ts'

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']

/** A phone with animations; a test option, so that its worker keeps its desktop settings. */
export const phone = {
  ...pixel,
  viewport: { width: 390, height: 844 },
  // A seventh of a real phone's pixels, since no test needs its resolution.
  deviceScaleFactor: 1,
  contextOptions: {},
}

/** Tests of phone behaviour and layout. */
export function onPhone(tests: () => void): void {
  test.describe('on a phone', () => {
    test.use(phone)
    tests()
  })
}

/** Tests on both devices; user names include the device, since both may share a server. */
export function onEachDevice(tests: (device: 'desktop' | 'phone') => void): void {
  test.describe('on a desktop', () => tests('desktop'))
  onPhone(() => tests('phone'))
}
