import { palette } from './palette.ts'
import { drawLine, measures, type Sheets } from './sheets.ts'
import type { Part } from './tags.ts'
import { paintTable, type Column } from './table.ts'
import { wrap, type Faces, type TextStyle } from './type.ts'

/** Content blocks of a PDF. `**` marks strong text. */
export type Block =
  /** `keepWithNext`: space that the following content needs on the same page, in points. */
  | { kind: 'heading'; number: number; text: string; keepWithNext?: number }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: readonly string[]; ordered?: boolean }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[] }
  | { kind: 'note'; title: string; paragraphs: readonly string[] }
  | { kind: 'signatures'; rows: readonly (readonly SignatureLine[])[] }

/** A signature line, and what is filled in already. */
export interface SignatureLine {
  label: string
  written?: string | undefined
}

/** A heading and two lines: a heading is never alone at the end of a page. */
const HEADING_SPACE = 78

/** Height of a fact that is never split across pages; longer ones may be. */
const MAX_UNBROKEN = 82

/** Aligns a label with the larger text beside it. */
const LABEL_DROP = 2.6

interface Styles {
  body: TextStyle
  heading: TextStyle
  fact: TextStyle
  factLabel: TextStyle
}

function stylesOf(faces: Faces): Styles {
  return {
    body: { font: faces.serif, strong: faces.serifBold, size: 10.4, leading: 14.6 },
    heading: { font: faces.serif, size: 14, leading: 19 },
    fact: { font: faces.serif, strong: faces.serifBold, size: 10.2, leading: 13.6 },
    factLabel: { font: faces.sans, size: 7.8, leading: 10.4 },
  }
}

type Painter<Kind extends Block['kind']> = (
  sheets: Sheets,
  faces: Faces,
  block: Extract<Block, { kind: Kind }>,
) => void

/** Painter of each kind of block. */
const painters: { [Kind in Block['kind']]: Painter<Kind> } = {
  heading: paintHeading,
  paragraph: paintParagraph,
  list: paintList,
  facts: paintFacts,
  table: paintTable,
  note: paintNote,
  signatures: paintSignatures,
}

/** Paints blocks below one another. */
export function paintBlocks(sheets: Sheets, faces: Faces, blocks: readonly Block[]): void {
  for (const block of blocks) paint(sheets, faces, block)
}

function paint<Kind extends Block['kind']>(
  sheets: Sheets,
  faces: Faces,
  block: Extract<Block, { kind: Kind }>,
): void {
  const painter: Painter<Kind> = painters[block.kind]
  painter(sheets, faces, block)
}

/** Writes one line of a part. */
function write(sheets: Sheets, as: Part, text: string, position: Parameters<typeof drawLine>[2]): void {
  sheets.tags.mark(sheets.page, as, () => drawLine(sheets.page, text, position))
}

function paintHeading(
  sheets: Sheets,
  faces: Faces,
  { number, text, keepWithNext = HEADING_SPACE }: Extract<Block, { kind: 'heading' }>,
): void {
  const { heading } = stylesOf(faces)
  sheets.reserve(keepWithNext)
  sheets.skip(15)
  const as = sheets.tags.part('H2')
  write(sheets, as, `${number} `, {
    x: measures.left,
    y: sheets.y - heading.leading + 5.5,
    size: heading.size,
    font: faces.serifItalic,
    colour: palette.brass,
  })
  const indent = number < 10 ? 22 : 28
  sheets.text(text, heading, {
    x: measures.left + indent,
    colour: palette.primary,
    width: measures.width - indent,
    as,
  })
  sheets.skip(4)
}

function paintParagraph(sheets: Sheets, faces: Faces, { text }: Extract<Block, { kind: 'paragraph' }>): void {
  sheets.text(text, stylesOf(faces).body)
  sheets.skip(6)
}

function paintList(sheets: Sheets, faces: Faces, block: Extract<Block, { kind: 'list' }>): void {
  const { body } = stylesOf(faces)
  const indent = 16
  const { tags } = sheets
  const ListNumbering = block.ordered === true ? 'Decimal' : 'Disc'
  const list = tags.part('L', { attributes: { O: 'List', ListNumbering } })
  for (const [index, text] of block.items.entries()) {
    sheets.reserve(body.leading * 2)
    const item = tags.part('LI', { parent: list })
    write(sheets, tags.part('Lbl', { parent: item }), block.ordered === true ? `${index + 1}.` : '•', {
      x: measures.left + 2,
      y: sheets.y - body.leading + 4.2,
      size: body.size,
      font: faces.serif,
      colour: block.ordered === true ? palette.ink : palette.brassLine,
    })
    const as = tags.part('LBody', { parent: item })
    sheets.text(text, body, { x: measures.left + indent, width: measures.width - indent, as })
    sheets.skip(2.6)
  }
  sheets.skip(4)
}

/** Labels at the left, values at the right, separated by hairlines. */
function paintFacts(sheets: Sheets, faces: Faces, { rows }: Extract<Block, { kind: 'facts' }>): void {
  const { fact, factLabel } = stylesOf(faces)
  const labelWidth = 138
  const { tags } = sheets
  const table = tags.part('Table')
  for (const [label, value] of rows) {
    const lines = wrap(value, fact, measures.width - labelWidth)
    const labelLines = wrap(label, factLabel, labelWidth - 12)
    const height = Math.max(lines.length * fact.leading, labelLines.length * factLabel.leading)
    sheets.reserve(Math.min(height, MAX_UNBROKEN) + 6)
    sheets.skip(2.6)
    const row = tags.part('TR', { parent: table })
    const head = tags.part('TH', { parent: row, attributes: { O: 'Table', Scope: 'Row' } })
    const { page, y } = sheets
    sheets.y = y - LABEL_DROP
    sheets.lines(labelLines, factLabel, { colour: palette.soft, as: head })
    const belowLabel = sheets.y
    sheets.y = y
    sheets.lines(lines, fact, { x: measures.left + labelWidth, as: tags.part('TD', { parent: row }) })
    if (sheets.page === page) sheets.y = Math.min(sheets.y, belowLabel)
    sheets.skip(2.6)
    sheets.rule()
  }
  sheets.skip(9)
}

/** A tinted box with a brass edge, on one page. */
function paintNote(
  sheets: Sheets,
  faces: Faces,
  { title, paragraphs }: Extract<Block, { kind: 'note' }>,
): void {
  const { fact } = stylesOf(faces)
  const padding = 13
  const width = measures.width - 2 * padding
  const texts = paragraphs.map((text) => wrap(text, fact, width))
  const lineCount = texts.reduce((sum, lines) => sum + lines.length, 0)
  const height = 2 * padding + 7 + lineCount * fact.leading + (texts.length - 1) * 4
  sheets.reserve(height + 8)
  sheets.skip(3)
  const { page, y, tags } = sheets
  tags.artifact(page, () => {
    page.drawRectangle({
      x: measures.left,
      y: y - height,
      width: measures.width,
      height,
      color: palette.wash,
    })
    page.drawRectangle({ x: measures.left, y: y - height, width: 2.2, height, color: palette.brassLine })
  })
  const box = tags.part('Div')
  write(sheets, tags.part('P', { parent: box }), title.toUpperCase(), {
    font: faces.sansBold,
    size: 7,
    // More would be read as spaces between the letters.
    spacing: 0.65,
    colour: palette.brass,
    x: measures.left + padding,
    y: y - padding - 5,
  })
  sheets.y = y - padding - 9
  for (const [index, lines] of texts.entries()) {
    if (index > 0) sheets.skip(4)
    sheets.lines(lines, fact, { x: measures.left + padding, as: tags.part('P', { parent: box }) })
  }
  sheets.y = y - height - 10
}

/** Signature lines side by side, each with its label below; kept on one page. */
function paintSignatures(
  sheets: Sheets,
  faces: Faces,
  { rows }: Extract<Block, { kind: 'signatures' }>,
): void {
  const rowHeight = 46
  const gap = 24
  sheets.reserve(rows.length * rowHeight)
  for (const row of rows) {
    sheets.skip(rowHeight - 14)
    const width = (measures.width - gap * (row.length - 1)) / row.length
    for (const [index, { label, written }] of row.entries()) {
      const x = measures.left + index * (width + gap)
      const { y } = sheets
      sheets.rule({ x, width, colour: palette.soft })
      const as = sheets.tags.part('P')
      write(sheets, as, `${label} `, {
        font: faces.sans,
        size: 7.2,
        spacing: 0.1,
        colour: palette.soft,
        x,
        y: y - 10,
      })
      if (written === undefined) continue
      const hand = { font: faces.serifItalic, size: 13, spacing: 0, colour: palette.writing }
      write(sheets, as, written, { ...hand, x: x + 4, y: y + 4 })
    }
    sheets.skip(14)
  }
  sheets.skip(6)
}
