import { isPicture } from '#domain/documents/file-types.ts'
import { randomId } from '#client/lib/random-id.ts'
import { identified } from '../file-facts.ts'
import { drawPicture, openPicture } from '../scale-photograph.ts'
import type { PhotoPage } from './page-list.ts'

/** The longer edge of the small picture that a page is known by, in pixels; twice as large as it is shown. */
const THUMBNAIL_EDGE = 192
const THUMBNAIL_QUALITY = 0.6

/** What came of files that were chosen: pages, and why the others are none. */
export interface Opened {
  pages: PhotoPage[]
  refused: string[]
}

/** Opens photographs one after the other: a phone has no memory for several at once. */
export async function openPhotographs(files: readonly File[]): Promise<Opened> {
  const opened: Opened = { pages: [], refused: [] }
  for (const chosen of files) {
    const file = await identified(chosen)
    const picture = isPicture(file.type) ? await openPicture(file) : null
    if (picture === null) {
      opened.refused.push(whyNot(file))
      continue
    }
    opened.pages.push({ id: randomId(), file, thumbnail: thumbnailOf(picture), quarters: 0 })
    picture.close()
  }
  return opened
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
    return `This browser cannot open ${file.name}, which is in HEIC. Please save it as a JPEG, or take it again with the camera set to “Most Compatible” (iPhone: Settings, Camera, Formats).`
  }
  if (type === 'application/pdf') {
    return `${file.name} is a PDF already. Please upload it by itself, without making pages of it.`
  }
  return isPicture(type)
    ? `This browser cannot open ${file.name}. Please save it as a JPEG, or take it again.`
    : `${file.name} is not a photograph. Please choose pictures of the pages.`
}
