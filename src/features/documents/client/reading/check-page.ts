import type { PDFPageProxy } from 'pdfjs-dist'
import {
  boxOf,
  isMapped,
  readContent,
  type Box,
  type Glyph,
  type LoadedFont,
  type PageContent,
} from './page-content.ts'

/** What can be said of a page before it is shown. */
export interface CheckedPage {
  page: PDFPageProxy
  /** Whether all of its content is drawn. */
  isDrawn: boolean
  /** Whether its text is what its text says: visible, and of fonts that name their letters. */
  isReadable: boolean
  /** Whether its text is all of it, besides lines and a logo. */
  isText: boolean
}

/** The longer side of a drawn page, in pixels: the smallest print is still darker than its paper. */
const DRAWN_SIZE = 1000
/** The sum of red, green and blue by which ink differs from what is around it. */
const CONTRAST = 60
/** A logo: on the first page in this part of its height, and of this part of its area at most. */
const LOGO = { height: 0.2, area: 0.03 } as const
/** In pixels: what is thinner is a line. */
const LINE = 4
/** More curves than these are a drawing: rounded corners and bullets have four each. */
const MAX_CURVES = 64

/** Draws a page, and compares it with what it should show. */
export async function checkPage(page: PDFPageProxy): Promise<CheckedPage> {
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: DRAWN_SIZE / Math.max(width, height) })
  const [content, annotations, text] = await Promise.all([
    readContent(page, viewport.transform),
    page.getAnnotations(),
    page.getTextContent(),
  ])
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  await page.render({ canvas, viewport }).promise
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  // Frees the memory: phones have little.
  canvas.width = 0
  if (pixels === undefined) return { page, isDrawn: false, isReadable: false, isText: false }
  const fonts = await fontsOf(page, content)
  const marks = annotations.filter(({ subtype }: { subtype: string }) => subtype !== 'Link')
  const pictures = content.pictures.filter(({ box }) => !isLine(box) && !isLogo(box, pixels, page))
  const isWhole = await arePicturesRead(page, content)
  const boxes = (text.items as TextItem[]).filter(({ str }) => str?.trim()).map(textBox(viewport))
  const isReadable =
    boxes.length > 0 &&
    !content.hidesText &&
    !pictures.some(({ box }) => isScan(box, pixels)) &&
    fonts.every(([font, glyphs]) => isMapped(font, glyphs)) &&
    boxes.every((box) => hasInk(pixels, box))
  return {
    page,
    isDrawn:
      isWhole &&
      fonts.every(([font, glyphs]) => isInstalled(font, glyphs)) &&
      pictures.every(({ box }) => hasInk(pixels, box)) &&
      (!(content.paints || marks.length > 0) || hasInk(pixels, whole(pixels))),
    isReadable,
    isText:
      isReadable &&
      marks.length === 0 &&
      pictures.length === 0 &&
      content.curves.filter((box) => !isLogo(box, pixels, page)).length <= MAX_CURVES,
  }
}

interface TextItem {
  str?: string
  width: number
  height: number
  transform: number[]
}

/** The box of a text, from below its line to above it. */
function textBox(viewport: { transform: unknown }): (item: TextItem) => Box {
  return ({ width, height, transform: [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] }) => {
    const [along, up] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1]
    const matrix = [a / along, b / along, c / up, d / up, e, f]
    const [x1, y1, x2, y2] = boxOf([0, -0.25 * height, width, height], matrix)
    return boxOf([x1, y1, x2, y2], viewport.transform as number[])
  }
}

/** The fonts of a page, each with the glyphs that it shows. */
function fontsOf(page: PDFPageProxy, { glyphs }: PageContent): Promise<[LoadedFont, Glyph[]][]> {
  return Promise.all(
    [...glyphs].map(async ([name, shown]): Promise<[LoadedFont, Glyph[]]> => {
      const font = await resolved(page.commonObjs, name)
      return [font as LoadedFont, shown]
    }),
  )
}

/** Whether a font was read, and, where it is not in the file, whether the machine has its letters. */
function isInstalled(font: LoadedFont, glyphs: readonly Glyph[]): boolean {
  if (typeof font === 'string') return false
  return font.missingFile !== true || [...new Set(glyphs.map(({ unicode }) => unicode))].every(hasLetter)
}

/** A letter that no font has. */
const UNKNOWN = '\u{10FFFD}'

/** Whether a letter looks different from an unknown one. */
function hasLetter(letter: string): boolean {
  const size = 24
  const [shown, unknown] = [letter, UNKNOWN].map((text) => {
    const context = Object.assign(document.createElement('canvas'), { width: size, height: size }).getContext(
      '2d',
    )
    if (context === null) return ''
    context.font = `${size - 4}px sans-serif`
    context.fillText(text, 0, size - 4)
    return context.getImageData(0, 0, size, size).data.join(',')
  })
  return shown !== unknown
}

/** A picture that the library cannot read is null. */
async function arePicturesRead(page: PDFPageProxy, { pictures }: PageContent): Promise<boolean> {
  const read = await Promise.all(
    pictures.flatMap(({ id }) =>
      id === null ? [] : [resolved(id.startsWith('g_') ? page.commonObjs : page.objs, id)],
    ),
  )
  return read.every((one) => one !== null)
}

function resolved(objects: PDFPageProxy['objs'], id: string): Promise<unknown> {
  return new Promise((resolve) => {
    objects.get(id, resolve)
  })
}

function whole({ width, height }: ImageData): Box {
  return [0, 0, width, height]
}

function isLine([left, top, right, bottom]: Box): boolean {
  return right - left < LINE || bottom - top < LINE
}

/** A picture of most of the page: a text beside or below it was recognised by a program. */
function isScan([left, top, right, bottom]: Box, { width, height }: ImageData): boolean {
  return (right - left) * (bottom - top) > (width * height) / 2
}

function isLogo([left, top, right, bottom]: Box, { width, height }: ImageData, page: PDFPageProxy): boolean {
  const area = (right - left) * (bottom - top)
  return page.pageNumber === 1 && bottom <= LOGO.height * height && area <= LOGO.area * width * height
}

/** Whether something in a box stands out from the rest of it. */
function hasInk({ data, width, height }: ImageData, [left, top, right, bottom]: Box): boolean {
  const [x1, x2] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))]
  const [y1, y2] = [Math.max(0, Math.floor(top)), Math.min(height, Math.ceil(bottom))]
  let [darkest, lightest] = [Infinity, -Infinity]
  for (let y = y1; y < y2; y += 1) {
    for (let at = (y * width + x1) * 4, end = (y * width + x2) * 4; at < end; at += 4) {
      const light = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
      darkest = Math.min(darkest, light)
      lightest = Math.max(lightest, light)
      if (lightest - darkest >= CONTRAST) return true
    }
  }
  return false
}
