import { degrees, type PDFImage, type PDFPage } from '@cantoo/pdf-lib'
import { palette, type FirmColours } from './palette.ts'
import { drawLine, measures, widthOfLabel, type Sheets } from './sheets.ts'
import type { Tags } from './tags.ts'
import type { Faces } from './type.ts'

/** The sender at the head of the first page. */
export interface Letterhead {
  firmName: string
  tagline: string
  /** Lines at the right. */
  contact: readonly string[]
  /** A PNG, in place of emblem and name. */
  logo?: { content: Uint8Array } | null
  colours?: FirmColours
}

const EMBLEM_RADIUS = 21
const TURNS = [0, 60, 120]
const HEAD_HEIGHT = 62
/** In points. */
const LOGO = { width: 230, height: 44 }

/** Draws the letterhead, and moves below it. */
export function drawLetterhead(
  sheets: Sheets,
  faces: Faces,
  { firmName, tagline, contact }: Letterhead,
  logo: PDFImage | null = null,
): void {
  const { page, tags } = sheets
  const top = measures.pageHeight - 54
  const write = (text: string, position: Parameters<typeof drawLine>[2]) =>
    tags.mark(page, tags.part('P'), () => drawLine(page, text, position))
  if (logo === null) {
    tags.artifact(page, () => drawEmblem(page, measures.left + EMBLEM_RADIUS, top - EMBLEM_RADIUS))
    const beside = measures.left + 2 * EMBLEM_RADIUS + 14
    const name = { font: faces.serif, size: 19, colour: palette.primary }
    write(firmName, { ...name, x: beside, y: top - 20 })
    const label = { font: faces.sans, size: 6.6, spacing: 0.6, colour: palette.brass }
    write(tagline.toUpperCase(), { ...label, x: beside, y: top - 35 })
  } else {
    const { width, height } = logo.scaleToFit(LOGO.width, LOGO.height)
    tags.artifact(page, () => page.drawImage(logo, { x: measures.left, y: top - height, width, height }))
  }
  for (const [index, line] of contact.entries()) {
    const style = { font: faces.sans, size: 7.4, spacing: 0.1, colour: palette.soft }
    write(line, {
      ...style,
      x: measures.right - widthOfLabel(line, style),
      y: top - 8 - index * 10.5,
    })
  }
  sheets.y = top - HEAD_HEIGHT
  sheets.rule({ colour: palette.brassLine, thickness: 0.9 })
  sheets.skip(2.4)
  sheets.rule({ colour: palette.brassLine, thickness: 0.3 })
}

/** Three rotated ellipses in a ring: the emblem of the screens. */
function drawEmblem(page: PDFPage, x: number, y: number): void {
  const line = { borderColor: palette.brassLine, borderWidth: 0.9 }
  page.drawCircle({ x, y, size: EMBLEM_RADIUS, ...line })
  for (const turn of TURNS) {
    page.drawEllipse({
      x,
      y,
      xScale: EMBLEM_RADIUS * 0.83,
      yScale: EMBLEM_RADIUS * 0.32,
      rotate: degrees(turn),
      ...line,
    })
  }
  page.drawCircle({ x, y, size: 1.7, color: palette.brassLine })
}

/** Page footers: a text at the left, the page number at the right. */
export function drawFooters(pages: readonly PDFPage[], tags: Tags, faces: Faces, text: string): void {
  const style = { font: faces.sans, size: 6.9, spacing: 0.15, colour: palette.soft }
  for (const [index, page] of pages.entries()) {
    const y = measures.bottom - 32
    const number = `Page ${index + 1} of ${pages.length}`
    tags.artifact(page, () => {
      page.drawLine({
        start: { x: measures.left, y: y + 16 },
        end: { x: measures.right, y: y + 16 },
        color: palette.hairline,
        thickness: 0.6,
      })
      drawLine(page, text, { ...style, x: measures.left, y })
      drawLine(page, number, { ...style, x: measures.right - widthOfLabel(number, style), y })
    })
  }
}
