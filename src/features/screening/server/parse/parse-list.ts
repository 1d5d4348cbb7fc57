import { open } from 'node:fs/promises'
import path from 'node:path'
import { csvRows, type CsvRow } from './csv-rows.ts'
import { decodeFile } from './decode-file.ts'
import { parseEuCsv } from './eu-csv.ts'
import { parseFirmList } from './firm-list.ts'
import { ListError } from './list-error.ts'
import type { ListPath } from './list-path.ts'
import { isOfacRow, parseOfacCsv } from './ofac-csv.ts'
import { parseOfacXml } from './ofac-xml.ts'
import type { ParsedList } from './parsed-list.ts'
import { parseUkCsv } from './uk-csv.ts'
import { parseUnXml } from './un-xml.ts'
import { unzipLists } from './unzip-lists.ts'

const START_CHARACTERS = 4096

type Format = 'un' | 'ofac-xml' | 'ofac-csv' | 'eu' | 'uk' | 'firm'

/**
 * Begins to read a list, of one file or several; which one is found by its content. Files are written beside the first one
 * meanwhile.
 *
 * @throws ListError where it is none, or cannot be read
 */
export async function parseList(given: readonly ListPath[]): Promise<ParsedList> {
  const folder = path.dirname(given[0]?.path ?? '')
  const files: { file: ListPath; format: Format; delimiter: string }[] = []
  for (const one of given) {
    const unpacked = (await isZip(one.path)) ? await unzipLists(one, folder) : [one]
    for (const file of unpacked) files.push({ file, ...(await formatOf(file)) })
  }
  const [first] = files
  if (first === undefined) throw new ListError('There is no list in the ZIP archive.')
  if (files.length > 1 && files.some(({ format }) => format !== 'ofac-csv'))
    throw new ListError(
      'Only the files of OFAC’s list are loaded together. Please load other lists one by one.',
    )
  const chunks = decodeFile(first.file.path)
  const rows = () => csvRows(chunks, first.delimiter)
  switch (first.format) {
    case 'un':
      return parseUnXml(chunks, folder)
    case 'ofac-xml':
      return parseOfacXml(chunks, folder)
    case 'eu':
      return parseEuCsv(rows(), folder)
    case 'uk':
      return parseUkCsv(rows(), folder)
    case 'firm':
      return parseFirmList(first.file.path)
    case 'ofac-csv':
      return parseOfacCsv(rowsOfAll(files.map(({ file }) => file)), folder)
  }
}

/** One after another, never joined as bytes: each ends with a byte 1A. */
async function* rowsOfAll(files: readonly ListPath[]): AsyncGenerator<CsvRow> {
  for (const file of files) yield* csvRows(decodeFile(file.path), ',')
}

async function isZip(file: string): Promise<boolean> {
  const opened = await open(file)
  try {
    const { buffer } = await opened.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === 'PK'
  } finally {
    await opened.close()
  }
}

async function formatOf(file: ListPath): Promise<{ format: Format; delimiter: string }> {
  if (await isZip(file.path)) return { format: 'firm', delimiter: ',' }
  const start = await startOf(file.path)
  if (start.startsWith('<')) return { format: xmlFormat(start), delimiter: ',' }
  const lines = start.split(/\r?\n/u)
  const [declared] = /^sep=([;,\t])/iu.exec(lines[0] ?? '')?.slice(1) ?? []
  const [first = '', second = ''] = declared === undefined ? lines : lines.slice(1)
  const delimiterIn = (line: string) =>
    declared ?? [',', ';', '\t'].toSorted((a, b) => line.split(b).length - line.split(a).length)[0] ?? ','
  if (/Entity_LogicalId/u.test(first)) return { format: 'eu', delimiter: delimiterIn(first) }
  if (/^"?Report Date/iu.test(first)) return { format: 'uk', delimiter: delimiterIn(second) }
  if (/^"?Last Updated/iu.test(first) && /Group ID/u.test(second)) {
    throw new ListError(
      'This is OFSI’s consolidated list, which ended in January 2026. Please load the UK Sanctions List.',
      { line: 1 },
    )
  }
  if (isOfacRow(await firstRow(first))) return { format: 'ofac-csv', delimiter: ',' }
  return { format: 'firm', delimiter: ',' }
}

async function firstRow(line: string): Promise<string[]> {
  try {
    for await (const { fields } of csvRows(oneChunk(line), ',')) return fields
  } catch {
    // A quoted field that continues on the next line is no row of OFAC's.
  }
  return []
}

async function* oneChunk(text: string): AsyncGenerator<string> {
  yield text
}

/** By the first element. @throws ListError for lists that are read in another form, and for what is no list */
function xmlFormat(start: string): Format {
  if (/^<(?:!doctype )?html/iu.test(start))
    throw new ListError('The file is a web page, not a list.', { line: 1, column: 1 })
  const [, name = '', attributes = ''] =
    /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)([^>]*)/u.exec(start.replace(/^<\?xml[^>]*>/u, '')) ?? []
  if (name === 'CONSOLIDATED_LIST') return 'un'
  if (name === 'sdnList') return 'ofac-xml'
  if (name === 'Sanctions' || name === 'sanctionsData')
    throw new ListError('This is OFAC’s advanced file. Load SDN.XML, or sdn.csv with alt.csv.')
  if (name === 'export' && /europa/u.test(attributes))
    throw new ListError('This is the European Union’s XML file. Load the CSV (version 1.1).')
  if (/^(?:Designations|SanctionsList)$/u.test(name))
    throw new ListError('This is the United Kingdom’s XML file. Load the CSV.')
  // Its reader finds what else is wrong, such as a document type.
  if (/<!DOCTYPE/u.test(start)) return 'un'
  throw new ListError(
    `The file is not a list that can be read here: it begins with <${name.slice(0, 40)}>.`,
    { line: 1 },
  )
}

/** The beginning of a file as text, without a byte order mark. */
async function startOf(file: string): Promise<string> {
  let start = ''
  for await (const chunk of decodeFile(file)) {
    start += chunk
    if (start.length >= START_CHARACTERS) break
  }
  return start
    .slice(0, START_CHARACTERS)
    .replace(/^\uFEFF/u, '')
    .trimStart()
}
