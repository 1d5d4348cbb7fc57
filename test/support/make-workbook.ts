import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** The parts of a workbook that differ. */
interface WorkbookParts {
  /** The content of `sheetData`. */
  rows?: string
  /** The whole sheet, instead of `rows`. */
  sheet?: string
  strings?: string
  styles?: string
  workbookPr?: string
  more?: Readonly<Record<string, string | Buffer>>
  without?: readonly string[]
}

/** Writes a workbook of one sheet, as needed: valid or not. */
export function makeWorkbook({
  rows = '',
  sheet = `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
  strings,
  styles,
  workbookPr = '',
  more = {},
  without = [],
}: WorkbookParts): Promise<Buffer> {
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook ${MAIN} ${R}>${workbookPr}<sheets><sheet name="Clients" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...(strings !== undefined && { 'xl/sharedStrings.xml': strings }),
    ...(styles !== undefined && { 'xl/styles.xml': styles }),
    ...more,
  }
  return zipOf(Object.entries(parts).filter(([name]) => !without.includes(name)))
}

/** A zip file of these parts. */
export function zipOf(
  parts: readonly (readonly [name: string, content: string | Buffer])[],
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of parts) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** A cell with a text. */
export const textCell = (text: string, reference = '') =>
  `<c ${reference && `r="${reference}" `}t="inlineStr"><is><t>${text}</t></is></c>`
/** A cell with a number as written. */
export const numberCell = (text: string, style = 0) => `<c s="${style}"><v>${text}</v></c>`
/** A row of cells. */
export const rowOf = (...cells: string[]) => `<row>${cells.join('')}</row>`
