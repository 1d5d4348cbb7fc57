import type { Page } from '@playwright/test'
import type { GivenFile } from './uploads.ts'

/**
 * A large photo like a camera's: a real JPEG with much detail, drawn by the browser.
 *
 * @param edge the length of its sides in pixels
 */
export async function takePhoto(page: Page, name: string, edge: number): Promise<GivenFile> {
  const base64 = await page.evaluate(async (side) => {
    const canvas = new OffscreenCanvas(side, side)
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('The browser cannot draw')
    const picture = pen.createImageData(side, side)
    for (let from = 0; from < picture.data.length; from += 65_536) {
      crypto.getRandomValues(picture.data.subarray(from, from + 65_536))
    }
    pen.putImageData(picture, 0, 0)
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
    return new Uint8Array(await jpeg.arrayBuffer()).toBase64()
  }, edge)
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

/** A readable photo of a payslip. The page shows the payslip afterwards. */
export async function photoOfPayslip(page: Page): Promise<GivenFile> {
  await page.setViewportSize({ width: 640, height: 480 })
  await page.setContent('<h1>Table Bay Shipping</h1><p>Payslip, August 2026</p><p>Net pay: R 71 240.00</p>')
  const buffer = await page.screenshot()
  return { name: 'Photo of a payslip.png', mimeType: 'image/png', buffer }
}
