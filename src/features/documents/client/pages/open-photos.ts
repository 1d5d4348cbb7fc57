import { isPicture } from '#base/rules/files/file-types.ts'
import { randomId } from '#base/client/lib/random-id.ts'
import { identified } from '../file-facts.ts'
import { drawPicture, openPicture } from '../scale-photo.ts'
import type { PhotoPage } from './page-list.ts'

/** The longer edge of a thumbnail, in pixels; twice its displayed size. */
const THUMBNAIL_EDGE = 192
const THUMBNAIL_QUALITY = 0.6

/** The opened pages, and why other files failed. */
export interface Opened {
  pages: PhotoPage[]
  refused: string[]
}

/** Opens photos one by one: phones lack memory for several at once. */
export async function openPhotos(files: readonly File[]): Promise<Opened> {
  const opened: Opened = { pages: [], refused: [] }
  for (const chosen of files) {
    const identifiedFile = await identified(chosen)
    const file = isPicture(identifiedFile.type) ? await asReadable(identifiedFile) : null
    const picture = file === null ? null : await openPicture(file)
    if (file === null || picture === null) {
      opened.refused.push(whyNot(identifiedFile))
      continue
    }
    opened.pages.push({ id: randomId(), file, thumbnail: thumbnailOf(picture), quarters: 0 })
    picture.close()
  }
  return opened
}

/** Few browsers open HEIC, the format of iPhones; for the others it is converted to JPEG. */
async function asReadable(file: File): Promise<File | null> {
  if (file.type !== 'image/heic') return file
  const picture = await openPicture(file)
  picture?.close()
  if (picture !== null) return file
  try {
    const { heicToJpeg } = await import('./heic-to-jpeg.ts')
    return await heicToJpeg(file)
  } catch {
    return null
  }
}

function thumbnailOf(picture: ImageBitmap): string {
  const scale = THUMBNAIL_EDGE / Math.max(picture.width, picture.height)
  const size = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  }
  return drawPicture(picture, size).toDataURL('image/jpeg', THUMBNAIL_QUALITY)
}

function whyNot(file: File): string {
  const { type } = file
  if (type === 'image/heic') {
    return `${file.name} could not be opened on this device. Please try again, save it as a JPEG, or take the photo again with the camera set to “Most Compatible” (iPhone: Settings, Camera, Formats).`
  }
  if (type === 'application/pdf') {
    return `${file.name} is already a PDF. Please upload it on its own.`
  }
  return isPicture(type)
    ? `This browser can’t open ${file.name}. Please save it as a JPEG, or take the photo again.`
    : `${file.name} isn’t a photo. Please choose photos of the pages.`
}
