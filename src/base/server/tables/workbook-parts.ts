import path from 'node:path'
import type { Parts } from './read-zip.ts'
import { readXml } from './read-xml.ts'
import { limits, UnreadableTableError } from './table.ts'

/** The parts of a workbook that its sheets refer to. */
export interface Workbook {
  sheets: { name: string; part: string; isHidden: boolean }[]
  /** Whether days are counted from 1904. */
  is1904: boolean
  strings: string[]
  /** Whether each cell style shows a day. */
  dayStyles: boolean[]
}

const MACROS =
  'Workbooks with macros and binary workbooks are not accepted. Please save it as an Excel workbook (.xlsx), or as CSV.'

const SAVE_AS = 'Please save it as an Excel workbook (.xlsx), or as CSV.'

function foreignFormat(parts: Parts): string {
  if (parts.has('content.xml')) return 'This is an OpenDocument spreadsheet (.ods)'
  if (parts.has('Index/Document.iwa')) return 'This is a Numbers spreadsheet'
  return 'This is no Excel workbook'
}

/** @throws UnreadableTableError for what is no workbook, or one of another format */
export async function openWorkbook(parts: Parts): Promise<Workbook> {
  if (parts.has('xl/vbaProject.bin') || parts.has('xl/workbook.bin')) {
    throw new UnreadableTableError(MACROS, 'wrong-type')
  }
  if (!parts.has('xl/workbook.xml')) {
    throw new UnreadableTableError(`${foreignFormat(parts)}. ${SAVE_AS}`, 'wrong-type')
  }
  const targets = await readTargets(parts)
  const { sheets, is1904 } = await readSheets(parts, targets)
  return {
    sheets,
    is1904,
    strings: await readStrings(parts),
    dayStyles: parts.has('xl/styles.xml') ? await readDayStyles(parts) : [],
  }
}

/** The parts that relations of the workbook point to; links outside of it are ignored. */
async function readTargets(parts: Parts): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  await readXml(parts, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id: id = '', Target: target = '', TargetMode: mode }) => {
      if (name !== 'Relationship' || mode === 'External') return
      targets.set(id, target.startsWith('/') ? target.slice(1) : path.posix.join('xl', target))
    },
  })
  return targets
}

async function readSheets(
  parts: Parts,
  targets: ReadonlyMap<string, string>,
): Promise<Pick<Workbook, 'sheets' | 'is1904'>> {
  const sheets: Workbook['sheets'] = []
  let is1904 = false
  await readXml(parts, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? []
      const part = targets.get(id)
      if (part !== undefined && parts.has(part)) {
        const isHidden = ['hidden', 'veryHidden'].includes(attributes['state'] ?? '')
        sheets.push({ name: attributes['name'] ?? '', part, isHidden })
      }
    },
  })
  if (sheets.length === 0) throw new UnreadableTableError('This workbook has no sheet with cells.')
  return { sheets, is1904 }
}

/** Texts that cells refer to, without phonetic hints. Long ones are cut just above the limit of a cell. */
async function readStrings(parts: Parts): Promise<string[]> {
  const strings: string[] = []
  if (!parts.has('xl/sharedStrings.xml')) return strings
  let text: string | null = null
  let isText = false
  let phonetic = 0
  await readXml(parts, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 't') isText = true
      if (name === 'rPh') phonetic += 1
    },
    text: (more) => {
      if (text !== null && isText && phonetic === 0) text = `${text}${more}`.slice(0, limits.cellLength + 1)
    },
    close: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') phonetic -= 1
      if (name !== 'si') return
      if (strings.length >= limits.strings)
        throw new UnreadableTableError('This workbook has too many texts. Please split the file.')
      strings.push(text ?? '')
      text = null
    },
  })
  return strings
}

/** Built-in number formats with a day (ECMA-376, part 1, section 18.8.30). */
const isBuiltInDay = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** Whether a number format shows a day: letters outside of quotes, brackets and escapes. */
function showsDay(code: string): boolean {
  const plain = code.replaceAll(/"[^"]*"?|\[[^\]]*\]?|\\./gu, '')
  return /[yd]/iu.test(plain) || (/m/iu.test(plain) && !/[hs]/iu.test(plain))
}

/** Of cells in a workbook (Excel specifications and limits). */
const MAX_STYLES = 65_490
const MAX_FORMAT_LENGTH = 255
const TOO_MANY_STYLES =
  'This workbook has more cell styles than Excel allows. Please copy its cells to a new workbook, or save it as CSV.'

async function readDayStyles(parts: Parts): Promise<boolean[]> {
  const codes = new Map<number, string>()
  const styles: boolean[] = []
  let isCellStyle = false
  await readXml(parts, 'xl/styles.xml', {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isCellStyle = true
      if (name !== 'xf' || !isCellStyle) return
      if (styles.length >= MAX_STYLES) throw new UnreadableTableError(TOO_MANY_STYLES)
      const code = codes.get(Number(numFmtId))
      styles.push(
        code === undefined ? isBuiltInDay(Number(numFmtId)) : showsDay(code.slice(0, MAX_FORMAT_LENGTH)),
      )
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return styles
}
