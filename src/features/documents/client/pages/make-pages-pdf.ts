import { PageSizes, PDFDocument, type PDFImage } from '@cantoo/pdf-lib'
import { scalePhoto } from '../scale-photo.ts'
import type { PhotoPage } from './page-list.ts'

/** The bytes of a PDF besides its pictures: for the document, and per page. */
const ABOUT_BYTES = { document: 4096, page: 1024 }
/** Points between a picture and the edge of its page. */
const MARGIN = 14

/**
 * One PDF of photos in order, each on an A4 page, portrait or landscape as the photo is. Each has an equal share of the
 * bytes that are left.
 *
 * @returns null if the pages would be unreadably small
 */
export async function makePagesPdf(
  pages: readonly PhotoPage[],
  { title, maxBytes }: { title: string; maxBytes: number },
): Promise<File | null> {
  const document = await PDFDocument.create()
  document.setTitle(title)
  let left = maxBytes - ABOUT_BYTES.document
  for (const [index, { file, quarters }] of pages.entries()) {
    const share = Math.floor(left / (pages.length - index)) - ABOUT_BYTES.page
    const picture = await scalePhoto(file, share, quarters)
    if (picture === null) return null
    left -= picture.size + ABOUT_BYTES.page
    addPage(document, await document.embedJpg(await picture.arrayBuffer()))
  }
  const bytes = Uint8Array.from(await document.save())
  return new File([bytes], `${title}.pdf`, { type: 'application/pdf' })
}

function addPage(document: PDFDocument, picture: PDFImage): void {
  const [short, long] = PageSizes.A4
  const size: [number, number] = picture.width > picture.height ? [long, short] : [short, long]
  const { width, height } = picture.scaleToFit(size[0] - 2 * MARGIN, size[1] - 2 * MARGIN)
  const position = { x: (size[0] - width) / 2, y: (size[1] - height) / 2, width, height }
  document.addPage(size).drawImage(picture, position)
}
