import { scalingPlan, type ScalingStep } from '#domain/documents/scaling-plan.ts'
import { jpegName } from './file-facts.ts'

/**
 * A picture as a JPEG of at most so many bytes, turned as the camera was held. Where the browser cannot read it or
 * nothing readable would fit: null.
 */
export async function scalePhotograph(file: File, maxBytes: number): Promise<File | null> {
  const picture = await openPicture(file)
  if (picture === null) return null
  try {
    let canvas: HTMLCanvasElement | null = null
    for (const step of scalingPlan(picture)) {
      // The attempts at one size differ in quality alone.
      if (canvas?.width !== step.width) canvas = draw(picture, step)
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

async function openPicture(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
}

function draw(picture: ImageBitmap, { width, height }: ScalingStep): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('The browser cannot draw')
  // What is transparent in a PNG would turn black in a JPEG.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, width, height)
  return canvas
}

function asJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })
}
