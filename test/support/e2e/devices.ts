import { devices } from '@playwright/test'
import { test } from './fixtures.ts'

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']

/** A phone, where things move; options of a test, so that its worker continues with those on a desktop. */
export const phone = {
  ...pixel,
  viewport: { width: 390, height: 844 },
  // It draws a seventh of the pixels that such a phone has, of which nothing looks at one.
  deviceScaleFactor: 1,
  contextOptions: {},
}

/** Tests of what people do on a phone, and of what is arranged otherwise there. */
export function onPhone(tests: () => void): void {
  test.describe('on a phone', () => {
    test.use(phone)
    tests()
  })
}

/** Tests of what is done on either, each on both; users are distinguished by the device, for both may be on one server. */
export function onEachDevice(tests: (device: 'desktop' | 'phone') => void): void {
  test.describe('on a desktop', () => tests('desktop'))
  onPhone(() => tests('phone'))
}
