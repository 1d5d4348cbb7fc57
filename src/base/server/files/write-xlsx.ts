import type { Readable } from 'node:stream'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { withTurns } from '#base/server/concurrency/with-turns.ts'
import { writeZip, type ZipFile } from './write-zip.ts'
import type { Cell, Column } from './cells.ts'

/** Maximum of rows in a sheet below the header (Excel specifications and limits). */
export const MAX_SHEET_ROWS = 1_048_575

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Cell styles by their index in `cellXfs`. */
const styles = { plain: 0, head: 1, time: 2, amount: 3, text: 4 } as const

/** The fixed parts of a workbook with one sheet (ECMA-376, part 1). */
const frame: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
  'xl/_rels/workbook.xml.rels': relations([
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ]),
  'xl/styles.xml':
    `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>` +
    '<numFmt numFmtId="165" formatCode="#,##0.00"/></numFmts>' +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/>' +
    '<xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/>' +
    '<xf numFmtId="49" applyNumberFormat="1"/></cellXfs>' +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
}

function relations(targets: readonly (readonly [kind: string, target: string])[]): string {
  const each = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
}

/**
 * Streams rows as a workbook of one sheet, in constant memory. Texts never become formulas; amounts and times are
 * numbers.
 */
export function writeXlsx<Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
  now: Date,
): Readable {
  async function* files(): AsyncGenerator<ZipFile> {
    const workbook =
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      `<sheet name="${inXml(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
    for (const [name, text] of [...Object.entries(frame), ['xl/workbook.xml', workbook] as const]) {
      yield { name, modifiedAt: now, content: [Buffer.from(HEAD + text)] }
    }
    const content = sheetOf(columns, rows)
    yield { name: 'xl/worksheets/sheet1.xml', modifiedAt: now, content, compressed: true }
  }
  return writeZip(files())
}

/** Size of the chunks of a sheet, in characters. */
const PIECE = 64 * 1024

async function* sheetOf<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<Buffer> {
  const widths = columns.map(
    ({ width, isText }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${isText ? ` style="${styles.text}"` : ''}/>`,
  )
  const head = columns.map(({ title }) => textCell(title, styles.head))
  let piece =
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData><row>${head.join('')}</row>`
  for await (const row of withTurns(rows)) {
    piece += `<row>${columns.map(({ cell, isText }) => cellOf(cell(row), isText)).join('')}</row>`
    if (piece.length < PIECE) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(`${piece}</sheetData></worksheet>`)
}

function cellOf(cell: Cell, isText = false): string {
  if (cell === null || cell === '') return isText ? `<c s="${styles.text}"/>` : '<c/>'
  if (typeof cell === 'string') return textCell(cell, isText ? styles.text : styles.plain)
  if (typeof cell === 'number') return `<c s="${styles.amount}"><v>${cell}</v></c>`
  return `<c s="${styles.time}"><v>${serialOf(cell)}</v></c>`
}

function textCell(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${inXml(asXstring(text))}</t></is></c>`
}

const MINUTE_MS = 60_000
const SOUTH_AFRICA_MS = 2 * 60 * MINUTE_MS
/** The days from 30 December 1899, which sheets count from, to 1 January 1970. */
const DAYS_BEFORE = 25_569

/** A time in sheets: days, to the minute, in South African time. */
function serialOf(at: Date): number {
  const minutes = Math.floor((at.getTime() + SOUTH_AFRICA_MS) / MINUTE_MS)
  return (minutes * MINUTE_MS) / DAY_MS + DAYS_BEFORE
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What would be read as an escaped character ("_x000D_") is escaped itself (ECMA-376, part 1, 22.9.2.19). */
function asXstring(text: string): string {
  return text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/gu, '_x005F_')
}

/** A text escaped for XML, without characters that XML 1.0 does not allow. */
function inXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n]|[\uFFFE\uFFFF]/gu, (sign) => (/\s/u.test(sign) ? ' ' : ''))
    .replaceAll(/[&<>"]/gu, (sign) => escapes[sign] ?? sign)
}
