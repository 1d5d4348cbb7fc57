import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { UnreadableTableError, type ReadingOptions, type Table } from './table.ts'

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/**
 * Reads a workbook or CSV file, recognised by its bytes.
 *
 * @throws UnreadableTableError with what to do
 */
export async function readTable(bytes: Uint8Array, options: ReadingOptions): Promise<Table> {
  if (startsWith(bytes, 0x50, 0x4b)) return readXlsx(bytes, options)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new UnreadableTableError(
      'This is an old Excel workbook (.xls), or one with a password. Please save it as an Excel workbook (.xlsx) without a password, or as CSV.',
      'wrong-type',
    )
  }
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) {
    throw new UnreadableTableError(
      'This is a PDF. Please upload an Excel workbook (.xlsx) or a CSV file.',
      'wrong-type',
    )
  }
  return readCsv(bytes, options)
}
