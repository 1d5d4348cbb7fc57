import { scalingPlan, type ScalingStep } from '#features/documents/rules/scaling-plan.ts'
import { jpegName } from './file-facts.ts'
import type { Quarters } from './pages/page-list.ts'

/**
 * A picture as a JPEG of at most `maxBytes`, upright by its EXIF orientation. Null if the browser cannot read it or no
 * readable size fits.
 *
 * @param quarters further quarter turns to the right
 */
export async function scalePhoto(file: File, maxBytes: number, quarters: Quarters = 0): Promise<File | null> {
  const picture = await openPicture(file)
  if (picture === null) return null
  try {
    let [canvas, drawnWidth]: [HTMLCanvasElement | null, number] = [null, 0]
    for (const step of scalingPlan(picture)) {
      // Attempts of one size differ in quality only.
      if (canvas === null || drawnWidth !== step.width) {
        canvas = drawPicture(picture, step, quarters)
        drawnWidth = step.width
      }
      const scaled = await asJpeg(canvas, step.quality)
      if (scaled !== null && scaled.size <= maxBytes) {
        return new File([scaled], jpegName(file.name), { type: 'image/jpeg' })
      }
    }
    return null
  } finally {
    picture.close()
  }
}

/** Null if the browser cannot read it. */
export async function openPicture(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
}

/** A picture in a size, turned to the right by quarters. */
export function drawPicture(
  picture: ImageBitmap,
  { width, height }: Pick<ScalingStep, 'width' | 'height'>,
  quarters: Quarters = 0,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const onItsSide = quarters % 2 === 1
  canvas.width = onItsSide ? height : width
  canvas.height = onItsSide ? width : height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('The browser cannot draw')
  // Transparent pixels of a PNG would become black in a JPEG.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.translate(canvas.width / 2, canvas.height / 2)
  pen.rotate((quarters * Math.PI) / 2)
  pen.drawImage(picture, -width / 2, -height / 2, width, height)
  return canvas
}

function asJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })
}
