import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { csvRows } from './csv-rows.ts'
import { parseEuCsv } from './eu-csv.ts'
import { parseFirmList } from './firm-list.ts'
import { ListError } from './list-error.ts'
import { parseOfacCsv } from './ofac-csv.ts'
import { parseUkCsv } from './uk-csv.ts'
import type { ParsedList } from './parsed-list.ts'
import { CHUNK } from './text-lines.ts'
import { parseUnXml } from './un-xml.ts'

const START_BYTES = 4096

/**
 * Begins to read a list; which one is found by its content. Files are written beside it meanwhile.
 *
 * @throws ListError where it is none, or cannot be read
 */
export async function parseList(path: string): Promise<ParsedList> {
  const chunks = () => createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK })
  const folder = dirname(path)
  const start = await startOf(path)
  if (start.startsWith('<')) {
    if (/^<(?:!doctype )?html/iu.test(start))
      throw new ListError('The file is a web page, not a list.', { line: 1, column: 1 })
    return parseUnXml(chunks(), folder)
  }
  const [first = '', second = ''] = start.split(/\r?\n/u)
  if (/Entity_LogicalId/u.test(first)) return parseEuCsv(csvRows(chunks(), ';'), folder)
  if (/^"?Report Date/iu.test(first)) return parseUkCsv(csvRows(chunks(), ','), folder)
  if (/^"?Last Updated/iu.test(first) && /Group ID/u.test(second)) {
    throw new ListError(
      'This is OFSI’s consolidated list, which ended in January 2026. Please load the UK Sanctions List.',
      { line: 1 },
    )
  }
  if (/^\s*"?\d+"?\s*,/u.test(first) && first.split(',').length >= 12)
    return parseOfacCsv(csvRows(chunks(), ','), folder)
  return parseFirmList(path)
}

/** The beginning of a file as text, without a byte order mark. */
async function startOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    return buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .replace(/^\uFEFF/u, '')
      .trimStart()
  } finally {
    await file.close()
  }
}
