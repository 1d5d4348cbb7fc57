import { PageSizes, type Color, type PDFDocument, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { palette } from './palette.ts'
import { printable, widthOf, wrap, type Run, type TextStyle } from './type.ts'

const [PAGE_WIDTH, PAGE_HEIGHT] = PageSizes.A4
const MARGIN = 68
const TOP = 76
const BOTTOM = 84

/** The measures of a page in points; heights count from the bottom, as in every PDF. */
export const measures = {
  left: MARGIN,
  right: PAGE_WIDTH - MARGIN,
  width: PAGE_WIDTH - 2 * MARGIN,
  top: PAGE_HEIGHT - TOP,
  bottom: BOTTOM,
  pageHeight: PAGE_HEIGHT,
} as const

/** Where to write, and in which colour. */
export interface Ink {
  x?: number
  colour?: Color
}

/** Pages that are written from top to bottom; a new one begins where there is no room left. */
export interface Sheets {
  page: PDFPage
  /** The line that is written on next. */
  y: number
  /** Goes to the next page unless so much height is left. */
  reserve: (height: number) => void
  /** Moves on by some points. */
  skip: (height: number) => void
  /** Writes lines that were broken before, and moves on. */
  lines: (lines: readonly Run[][], style: TextStyle, ink?: Ink) => void
  /** Breaks a text into lines of a width and writes them, from page to page where need be. */
  text: (text: string, style: TextStyle, ink?: Ink & { width?: number }) => void
  /** A line across, at the present height. */
  rule: (options?: { colour?: Color; thickness?: number; x?: number; width?: number }) => void
}

/** Begins the first page of a document. */
export function openSheets(document: PDFDocument): Sheets {
  const addPage = () => document.addPage([PAGE_WIDTH, PAGE_HEIGHT])
  const sheets: Sheets = {
    page: addPage(),
    y: measures.top,
    reserve(height) {
      if (sheets.y - height >= measures.bottom) return
      sheets.page = addPage()
      sheets.y = measures.top
    },
    skip(height) {
      sheets.y -= height
    },
    lines(lines, style, ink = {}) {
      for (const line of lines) {
        sheets.reserve(style.leading)
        sheets.y -= style.leading
        drawRuns(sheets.page, line, { ...ink, y: sheets.y + descent(style), size: style.size })
      }
    },
    text(text, style, { width = measures.width, ...ink } = {}) {
      sheets.lines(wrap(text, style, width), style, ink)
    },
    rule({ colour = palette.hairline, thickness = 0.6, x = measures.left, width = measures.width } = {}) {
      const { page, y } = sheets
      page.drawLine({ start: { x, y }, end: { x: x + width, y }, color: colour, thickness })
    },
  }
  return sheets
}

/** How far the baseline stands above the foot of its line. */
function descent({ size, leading }: TextStyle): number {
  return (leading - size) / 2 + size * 0.2
}

function drawRuns(
  page: PDFPage,
  runs: readonly Run[],
  { x = measures.left, y, size, colour = palette.ink }: Ink & { y: number; size: number },
): void {
  let at = x
  for (const run of runs) {
    page.drawText(run.text, { x: at, y, size, font: run.font, color: colour })
    at += widthOf(run, size)
  }
}

/** Small letters set apart from each other, as labels have them. */
export interface LabelStyle {
  font: PDFFont
  size: number
  spacing: number
  colour: Color
}

/** Writes a label on one line. */
export function drawLabel(
  page: PDFPage,
  text: string,
  { x, y, font, size, spacing, colour }: LabelStyle & { x: number; y: number },
): void {
  const letters = printable(text, font)
  page.drawText(letters, { x, y, size, font, color: colour, characterSpacing: spacing })
}

/** Width of a label in points. */
export function widthOfLabel(text: string, { font, size, spacing }: LabelStyle): number {
  const letters = printable(text, font)
  return font.widthOfTextAtSize(letters, size) + spacing * (letters.length - 1)
}
