import { PageSizes, type Color, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import { palette } from './palette.ts'
import type { Part, Tags } from './tags.ts'
import { runsOf, widthOf, widthOfRuns, wrap, type Face, type Run, type TextStyle } from './type.ts'

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
interface Ink {
  x?: number
  colour?: Color
}

/** The same, and which part of the document it is; a paragraph of its own unless one is given. */
export interface Writing extends Ink {
  as?: Part | undefined
}

/** Pages that are written from top to bottom; a new one begins where there is no room left. */
export interface Sheets {
  page: PDFPage
  /** The line that is written on next. */
  y: number
  tags: Tags
  /** Goes to the next page unless so much height is left. */
  reserve: (height: number) => void
  /** Moves on by some points. */
  skip: (height: number) => void
  /** Writes lines that were broken before, and moves on. */
  lines: (lines: readonly Run[][], style: TextStyle, writing?: Writing) => void
  /** Breaks a text into lines of a width and writes them, from page to page where need be. */
  text: (text: string, style: TextStyle, writing?: Writing & { width?: number }) => void
  /** A line across, at the present height. */
  rule: (options?: { colour?: Color; thickness?: number; x?: number; width?: number }) => void
}

/**
 * Begins the first page of a document.
 *
 * @param bottom where pages end, in points from their foot
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

/** How far the baseline stands above the foot of its line. */
function descent({ size, leading }: TextStyle): number {
  return (leading - size) / 2 + size * 0.2
}

/** Where runs stand, how large, and how far their letters are set apart. */
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

/** Small letters set apart from each other, as labels have them. */
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
