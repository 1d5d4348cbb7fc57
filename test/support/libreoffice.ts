import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { makeFolder } from './quick-folder.ts'

/** Whether LibreOffice is installed (Debian: libreoffice-calc-nogui). */
export const hasLibreOffice = spawnSync('soffice', ['--version']).error === undefined

/** A cell as LibreOffice reads it. */
interface OpenedCell {
  /** Its type: `string`, `float`, `date`; null if empty. */
  type: string | null
  /** Its formula; null if none. */
  formula: string | null
  /** The displayed text. */
  text: string
}

/** CSV import options, since there is no dialog: semicolons, quotation marks, UTF-8, from the first row. */
const readings = { xlsx: [], csv: ['--infilter=Text - txt - csv (StarCalc):59,34,76,1'] } as const
/** Further ones: in the English of South Africa, quoted cells are texts, and days are found. */
const typed = ['--infilter=Text - txt - csv (StarCalc):59,34,76,1,,7177,true,true']

/** The rows of a single-sheet file, read from LibreOffice's flat XML. */
export async function openInLibreOffice(bytes: Uint8Array, format: 'csv' | 'xlsx'): Promise<OpenedCell[][]> {
  return rowsIn(
    (await convert(bytes, { from: format, to: 'fods', options: readings[format] })).toString('utf8'),
  )
}

/** A workbook as LibreOffice saves a CSV file with semicolons: unquoted numbers and days (yyyy-MM-dd) become such cells. */
export function saveInLibreOffice(csv: string): Promise<Buffer> {
  return convert(Buffer.from(csv), { from: 'csv', to: 'xlsx', options: typed })
}

interface Conversion {
  from: 'csv' | 'xlsx'
  to: 'fods' | 'xlsx'
  options: readonly string[]
}

async function convert(bytes: Uint8Array, { from, to, options }: Conversion): Promise<Buffer> {
  const folder = makeFolder('libreoffice-')
  try {
    const file = path.join(folder, `opened.${from}`)
    writeFileSync(file, bytes)
    // A profile of its own, or a running LibreOffice would open the file.
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`
    await promisify(execFile)('soffice', [
      profile,
      '--headless',
      ...options,
      '--convert-to',
      to,
      '--outdir',
      folder,
      file,
    ])
    return readFileSync(path.join(folder, `opened.${to}`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowsIn(document: string): OpenedCell[][] {
  return [...document.matchAll(/<table:table-row\b[^>]*>(.*?)<\/table:table-row>/gsu)]
    .map(([, row = '']) => cellsIn(row))
    .filter((cells) => cells.some(({ type }) => type !== null))
}

function cellsIn(row: string): OpenedCell[] {
  const cells = row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gsu)
  return [...cells].flatMap(([, attributes = '', content = '']) => {
    const valueOf = (name: string) => new RegExp(`${name}="([^"]*)"`, 'u').exec(attributes)?.[1]
    const cell: OpenedCell = {
      type: valueOf('office:value-type') ?? null,
      formula: valueOf('table:formula') ?? null,
      text: plain(content),
    }
    // A trailing empty cell is repeated up to the sheet's last column.
    const times = cell.type === null ? 1 : Number(valueOf('table:number-columns-repeated') ?? 1)
    return Array.from({ length: times }, () => cell)
  })
}

const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function plain(xml: string): string {
  return [...xml.matchAll(/<text:p\b[^>]*>(.*?)<\/text:p>/gsu)]
    .map(([, paragraph = '']) => paragraph.replaceAll(/<[^>]*>/gu, ''))
    .join('\n')
    .replaceAll(/&(lt|gt|quot|apos|amp);/gu, (_, name: string) => signs[name] ?? '')
}
