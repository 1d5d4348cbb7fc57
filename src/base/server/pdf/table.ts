import { palette } from './palette.ts'
import { drawLine, measures, widthOfLabel, type Sheets } from './sheets.ts'
import type { Part } from './tags.ts'
import { widthOfLine, wrap, type Faces, type Run, type TextStyle } from './type.ts'

/** A table column with its share of the width. */
export interface Column {
  title: string
  share: number
  /** Amounts are right-aligned, so that digits line up. */
  align?: 'right'
  /** Small print, such as a checksum. */
  set?: 'small'
}

const LEADING = 12.6

/** A table; its head is repeated on each page. */
export function paintTable(
  sheets: Sheets,
  faces: Faces,
  { columns, rows }: { columns: readonly Column[]; rows: readonly (readonly string[])[] },
): void {
  const cell: TextStyle = { font: faces.serif, strong: faces.serifBold, size: 9.8, leading: LEADING }
  const small: TextStyle = { font: faces.sans, size: 7.4, leading: LEADING }
  const { tags } = sheets
  const positions = positionsOf(columns)
  const table = tags.part('Table')
  const paintHead = (write: (text: () => void) => void) => {
    sheets.skip(12)
    for (const position of positions) write(() => paintTitle(sheets, faces, position))
    sheets.skip(5)
    sheets.rule({ colour: palette.brassLine, thickness: 0.8 })
  }
  const repeatHead = () => paintHead((text) => tags.artifact(sheets.page, text))
  const head = tags.part('TR', { parent: table })
  const title = () => tags.part('TH', { parent: head, attributes: { O: 'Table', Scope: 'Column' } })
  sheets.reserve(70)
  paintHead((text) => tags.mark(sheets.page, title(), text))
  for (const row of rows) {
    const parent = tags.part('TR', { parent: table })
    const cells = positions.map((position, index): Cell => {
      const style = position.set === 'small' ? small : cell
      const lines = wrap(row[index] ?? '', style, position.width)
      return { position, style, lines, as: tags.part('TD', { parent }) }
    })
    paintRow(sheets, cells, repeatHead)
  }
  sheets.skip(9)
}

/** A column on the page, in points. */
interface CellPosition extends Column {
  x: number
  width: number
}

function positionsOf(columns: readonly Column[]): CellPosition[] {
  const gap = 10
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  let x: number = measures.left
  return columns.map((column, index) => {
    const width = (column.share / whole) * measures.width
    const position = { ...column, x, width: index === columns.length - 1 ? width : width - gap }
    x += width
    return position
  })
}

function paintTitle({ page, y }: Sheets, faces: Faces, { title, ...position }: CellPosition): void {
  const style = { font: faces.sansBold, size: 7.2, spacing: 0.25, colour: palette.brass }
  drawLine(page, title, { ...style, x: startOf(position, widthOfLabel(title, style)), y })
}

/** Start of a text of a given width in its column. */
function startOf({ x, width, align }: Omit<CellPosition, 'title'>, wide: number): number {
  return align === 'right' ? x + width - wide : x
}

interface Cell {
  position: CellPosition
  style: TextStyle
  lines: Run[][]
  as: Part
}

/** Number of lines of a row that are never split across pages. */
const MAX_UNBROKEN = 5

/** A row, line by line across its cells: long ones continue on the next page, below the head. */
function paintRow(sheets: Sheets, cells: readonly Cell[], repeatHead: () => void): void {
  const count = Math.max(...cells.map(({ lines }) => lines.length))
  const reserve = (height: number) => {
    const { page } = sheets
    sheets.reserve(height)
    if (sheets.page !== page) repeatHead()
  }
  reserve(Math.min(count, MAX_UNBROKEN) * LEADING + 5.4)
  sheets.skip(2.4)
  for (let index = 0; index < count; index += 1) {
    reserve(LEADING)
    const top = sheets.y
    for (const { position, style, lines, as } of cells) {
      const line = lines[index]
      if (line === undefined) continue
      sheets.y = top
      sheets.lines([line], style, { x: startOf(position, widthOfLine(line, style.size)), as })
    }
    sheets.y = top - LEADING
  }
  sheets.skip(3)
  sheets.rule()
}
