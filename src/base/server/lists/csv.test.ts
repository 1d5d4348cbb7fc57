import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { writeCsvRows } from './csv.ts'

const BYTE_ORDER_MARK = '\ufeff'

async function written(...cells: (string | number | null)[]): Promise<string> {
  // Decoding the stream as text would drop the byte order mark.
  const csv = (await buffer(writeCsvRows(['Title', 'Other'], Readable.from([cells])))).toString()
  expect(csv.startsWith(`${BYTE_ORDER_MARK}Title;Other\r\n`)).toBe(true)
  return csv.split('\r\n')[1] ?? ''
}

test('opens in columns in Excel with South African settings', async () => {
  expect(await written('Thandi, Ms', 1234.5, null)).toBe('Thandi, Ms;1234,5;')
  expect(await written('one;two', 'say "no"', -7)).toBe('"one;two";"say ""no""";-7')
})

test.each([
  '=cmd|calc',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '＝1',
  ' =1',
  '\t=1',
  'Thabo;=cmd|calc',
  'Thabo; =cmd|calc',
  'Thabo,=cmd|calc',
  'Thabo\t=cmd|calc',
  'Thabo\n=cmd|calc',
  'Thabo\r@SUM(A1)',
  'Thabo;"=cmd|calc',
  'a;b,c;+1',
])('no cell of %j runs as a formula, wherever a spreadsheet splits it', async (cell) => {
  const row = await written(cell)
  const pieces = row.split(/[;,\t\r\n]/u).map((piece) => piece.replace(/^[\s"]+/u, ''))
  expect(pieces.filter((piece) => /^[=+\-@＝]/u.test(piece))).toEqual([])
})

test('leaves other text unchanged', async () => {
  expect(await written('+27821234567', 'Nkosi-Botha', 'a = b')).toBe('+27821234567;Nkosi-Botha;a = b')
})
