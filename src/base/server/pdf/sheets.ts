import { PageSizes, type Color, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import { palette } from './palette.ts'
import type { Part, Tags } from './tags.ts'
import { runsOf, widthOf, widthOfRuns, wrap, type Face, type Run, type TextStyle } from './type.ts'

const [PAGE_WIDTH, PAGE_HEIGHT] = PageSizes.A4
const MARGIN = 68
const TOP = 76
const BOTTOM = 84

/** Page measures in points; heights count from the bottom, as in every PDF. */
export const measures = {
  left: MARGIN,
  right: PAGE_WIDTH - MARGIN,
  width: PAGE_WIDTH - 2 * MARGIN,
  top: PAGE_HEIGHT - TOP,
  bottom: BOTTOM,
  pageHeight: PAGE_HEIGHT,
} as const

/** Position and colour. */
interface Ink {
  x?: number
  colour?: Color
}

/** The same with its document part; default: a new paragraph. */
export interface Writing extends Ink {
  as?: Part | undefined
}

/** Pages written from top to bottom, with automatic page breaks. */
export interface Sheets {
  page: PDFPage
  /** The next line's height. */
  y: number
  tags: Tags
  /** Starts a new page unless this much height is left. */
  reserve: (height: number) => void
  /** Moves down by some points. */
  skip: (height: number) => void
  /** Writes wrapped lines, and moves down. */
  lines: (lines: readonly Run[][], style: TextStyle, writing?: Writing) => void
  /** Wraps a text to a width and writes it, across pages if needed. */
  text: (text: string, style: TextStyle, writing?: Writing & { width?: number }) => void
  /** A horizontal line at the current height. */
  rule: (options?: { colour?: Color; thickness?: number; x?: number; width?: number }) => void
}

/**
 * Starts a document's first page.
 *
 * @param bottom end of pages, in points from their foot
 */
export function openSheets(document: PDFDocument, tags: Tags, bottom: number = measures.bottom): Sheets {
  const addPage = () => document.addPage([PAGE_WIDTH, PAGE_HEIGHT])
  const sheets: Sheets = {
    page: addPage(),
    y: measures.top,
    tags,
    reserve(height) {
      if (sheets.y - height >= bottom) return
      sheets.page = addPage()
      sheets.y = measures.top
    },
    skip(height) {
      sheets.y -= height
    },
    lines(lines, style, { as = tags.part('P'), ...ink } = {}) {
      for (const line of lines) {
        sheets.reserve(style.leading)
        sheets.y -= style.leading
        const position = { ...ink, y: sheets.y + descent(style), size: style.size }
        tags.mark(sheets.page, as, () => drawRuns(sheets.page, line, position))
      }
    },
    text(text, style, { width = measures.width, ...writing } = {}) {
      sheets.lines(wrap(text, style, width), style, writing)
    },
    rule({ colour = palette.hairline, thickness = 0.6, x = measures.left, width = measures.width } = {}) {
      const { page, y } = sheets
      tags.artifact(page, () =>
        page.drawLine({ start: { x, y }, end: { x: x + width, y }, color: colour, thickness }),
      )
    },
  }
  return sheets
}

/** Distance of the baseline from the foot of its line. */
function descent({ size, leading }: TextStyle): number {
  return (leading - size) / 2 + size * 0.2
}

/** Position, size and letter spacing of runs. */
interface TextPosition extends Ink {
  y: number
  size: number
  spacing?: number
}

function drawRuns(
  page: PDFPage,
  runs: readonly Run[],
  { x = measures.left, y, size, colour = palette.ink, spacing = 0 }: TextPosition,
): void {
  let at = x
  for (const run of runs) {
    page.drawText(run.text, { x: at, y, size, font: run.font, color: colour, characterSpacing: spacing })
    at += widthOf(run, size) + spacing * run.text.length
  }
}

/** Writes a text on one line. */
export function drawLine(
  page: PDFPage,
  text: string,
  { font, ...position }: TextPosition & { font: Face },
): void {
  drawRuns(page, runsOf(text, font), position)
}

/** Small spaced letters of labels. */
export interface LabelStyle {
  font: Face
  size: number
  spacing: number
  colour: Color
}

/** Width of a label in points. */
export function widthOfLabel(text: string, { font, size, spacing }: LabelStyle): number {
  const runs = runsOf(text, font)
  const letters = runs.reduce((sum, run) => sum + run.text.length, 0)
  return widthOfRuns(runs, size) + spacing * (letters - 1)
}
