import { palette } from './palette.ts'
import { drawLine, measures, type Sheets } from './sheets.ts'
import { wrap, type Faces, type Run, type TextStyle } from './type.ts'

/** A column of a table; its share of the width. */
export interface Column {
  title: string
  share: number
}

/** A table; its head is repeated where it runs over to the next page. */
export function paintTable(
  sheets: Sheets,
  faces: Faces,
  { columns, rows }: { columns: readonly Column[]; rows: readonly (readonly string[])[] },
): void {
  const cell: TextStyle = { font: faces.serif, strong: faces.serifBold, size: 9.8, leading: 12.6 }
  const places = placesOf(columns)
  const paintHead = () => {
    sheets.skip(12)
    for (const [index, { title }] of columns.entries()) {
      drawLine(sheets.page, title, {
        font: faces.sansBold,
        size: 7.2,
        spacing: 0.25,
        colour: palette.brass,
        x: places[index]?.x ?? measures.left,
        y: sheets.y,
      })
    }
    sheets.skip(5)
    sheets.rule({ colour: palette.brassLine, thickness: 0.8 })
  }
  sheets.reserve(70)
  paintHead()
  for (const row of rows) {
    const cells = row.map((text, index) => wrap(text, cell, places[index]?.width ?? measures.width))
    const height = Math.max(...cells.map((lines) => lines.length)) * cell.leading + 5.4
    const { page } = sheets
    sheets.reserve(height)
    if (sheets.page !== page) paintHead()
    paintRow(sheets, cell, { cells, places, height })
  }
  sheets.skip(9)
}

interface Place {
  x: number
  width: number
}

function placesOf(columns: readonly Column[]): Place[] {
  const gap = 10
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  let x: number = measures.left
  return columns.map(({ share }) => {
    const width = (share / whole) * measures.width
    const place = { x, width: width - gap }
    x += width
    return place
  })
}

function paintRow(
  sheets: Sheets,
  style: TextStyle,
  { cells, places, height }: { cells: Run[][][]; places: readonly Place[]; height: number },
): void {
  const top = sheets.y
  for (const [index, lines] of cells.entries()) {
    sheets.y = top - 2.4
    sheets.lines(lines, style, { x: places[index]?.x ?? measures.left })
  }
  sheets.y = top - height
  sheets.rule()
}
