import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeWorkbook, numberCell, rowOf, textCell, zipOf } from '#test/support/make-workbook.ts'
import { writeXlsx } from '#base/server/files/write-xlsx.ts'
import { writeCsvRows } from '#base/server/lists/csv.ts'
import { readTable } from './read-table.ts'
import { runTableReader } from './run-table-reader.ts'
import { UnreadableTableError, type ReadingOptions } from './table.ts'

const FOLDER = path.join(import.meta.dirname, '../../../../test/support/workbooks')

async function rowsIn(bytes: Uint8Array, options: ReadingOptions = {}) {
  const { rows } = await readTable(bytes, options)
  return rows.map(({ cells }) => cells.map((cell) => cell && `${cell.kind}:${cell.text}`))
}

/** The message of an error that says what to do. */
async function messageOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UnreadableTableError)
  return error instanceof UnreadableTableError ? error.message : ''
}

const thandi = ['text:thandi@example.com', 'text:Thandi Mokoena', 'number:8001015009087', 'day:2017-03-15']

describe('a workbook as written by', () => {
  const file = (name: string) => readFileSync(path.join(FOLDER, name))

  test('LibreOffice', async () => {
    const [head, ...rows] = await rowsIn(file('libreoffice.xlsx'))
    expect(head).toEqual(['text:E-mail', 'text:Name', 'text:ID No', 'text:Client since'])
    expect(rows).toEqual([
      thandi,
      ['text:zoe@example.com', 'text:Zoë O’Brien', 'number:101015009083', 'error:#VALUE!'],
    ])
  })

  test.each([
    ['xlsxwriter.xlsx', '2018-01-31'],
    ['xlsxwriter-1904.xlsx', '2018-01-31'],
  ])('an Excel-like writer: %s', async (name, ofFormula) => {
    const { sheets, rows } = await readTable(file(name), {})
    expect(sheets).toEqual(['Clients', 'Notes'])
    const found = await rowsIn(file(name))
    expect(found.slice(1)).toEqual([
      thandi,
      ['text:zoe@example.com', 'text:Zoë O’Brien', 'number:101015009083', `day:${ofFormula}`],
      ['text:Total: 2'],
    ])
    expect(rows.map(({ number, hidden }) => [number, hidden === true])).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [4, false],
    ])
    expect(await rowsIn(file(name), { sheet: 1 })).toEqual([])
  })

  test('openpyxl', async () => {
    expect((await rowsIn(file('openpyxl.xlsx')))[1]).toEqual(thandi)
  })

  test.each(['libreoffice.ods', 'libreoffice.xls'])('%s names the formats to use', async (name) => {
    expect(await messageOf(readTable(file(name), {}))).toContain('.xlsx')
  })
})

describe('cells of a workbook', () => {
  test('keep ID numbers exactly, whatever their form', async () => {
    const bytes = await makeWorkbook({
      rows: rowOf(numberCell('8001015009087'), numberCell('8.001015009087E12')),
    })
    expect(await rowsIn(bytes)).toEqual([['number:8001015009087', 'number:8.001015009087E12']])
  })

  test('of rich text are whole, without phonetic hints', async () => {
    const strings = '<sst><si><r><t>Thandi </t></r><r><t>Mokoena</t></r><rPh><t>x</t></rPh></si></sst>'
    const inline = '<c t="inlineStr"><is><r><t>Thandi </t></r><r><t>Mokoena</t></r></is></c>'
    const bytes = await makeWorkbook({ strings, rows: rowOf('<c t="s"><v>0</v></c>', inline) })
    expect(await rowsIn(bytes)).toEqual([['text:Thandi Mokoena', 'text:Thandi Mokoena']])
  })

  test('with formats of days are days, before 1 March 1900 numbers', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-1C09]dd\\ mmmm\\ yyyy;@"/><numFmt numFmtId="165" formatCode="&quot;day&quot;0"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'
    const cells = [
      numberCell('42809', 1),
      numberCell('42809.4', 2),
      numberCell('42809', 3),
      numberCell('60', 1),
    ]
    expect(await rowsIn(await makeWorkbook({ styles, rows: rowOf(...cells) }))).toEqual([
      ['day:2017-03-15', 'day:2017-03-15', 'number:42809', 'number:60'],
    ])
  })

  test('count by their stored value and their position', async () => {
    const row = `<row r="7">${textCell('C', 'C7')}<c r="E7"><f>1+1</f><v>2</v></c><c r="F7" t="b"><v>1</v></c></row>`
    const { rows } = await readTable(await makeWorkbook({ rows: row }), {})
    expect(rows).toEqual([
      {
        number: 7,
        cells: [
          null,
          null,
          { kind: 'text', text: 'C' },
          null,
          { kind: 'number', text: '2' },
          { kind: 'text', text: 'TRUE' },
        ],
      },
    ])
  })
})

describe('a hostile workbook is refused', () => {
  const big = 'x'.repeat(70 * 1024 * 1024)
  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['a sheet of 70 MB', () => makeWorkbook({ sheet: big }), /64 MB/u],
    ['a shared string of 70 MB', () => makeWorkbook({ strings: big }), /64 MB/u],
    ['2,001 parts', () => zipOf(Array.from({ length: 2001 }, (_, n) => [`p${n}`, ''])), /2000 parts/u],
    ['a cell far out', () => makeWorkbook({ rows: rowOf(textCell('x', 'XFD1048576')) }), /XFD/u],
    ['a long cell', () => makeWorkbook({ rows: rowOf(textCell('x'.repeat(2001))) }), /A1 .*2000/u],
    ['too many rows', () => makeWorkbook({ rows: rowOf(textCell('x')).repeat(10_051) }), /10.000 rows/u],
    [
      'a document type with entities',
      () => makeWorkbook({ sheet: '<!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;</worksheet>' }),
      /declarations/u,
    ],
    ['an unknown entity', () => makeWorkbook({ sheet: '<worksheet>&a;</worksheet>' }), /cannot be opened/u],
    ['broken XML', () => makeWorkbook({ sheet: '<worksheet><row>' }), /cannot be opened/u],
    ['macros', () => makeWorkbook({ more: { 'xl/vbaProject.bin': '' } }), /macros/u],
    ['a binary workbook', () => makeWorkbook({ more: { 'xl/workbook.bin': '' } }), /binary/u],
    ['no workbook', () => zipOf([['a.txt', 'a']]), /no Excel workbook/u],
    ['no sheet', () => makeWorkbook({ without: ['xl/worksheets/sheet1.xml'] }), /no sheet/u],
    ['no relations', () => makeWorkbook({ without: ['xl/_rels/workbook.xml.rels'] }), /cannot be opened/u],
    [
      'a part outside of it',
      async () =>
        Buffer.from(
          (await makeWorkbook({ more: { 'aa/evil.xml': '' } }))
            .toString('latin1')
            .replaceAll('aa/evil', '../evil'),
          'latin1',
        ),
      /cannot be opened/u,
    ],
    [
      'cut short',
      async () => {
        const bytes = await makeWorkbook({})
        return bytes.subarray(0, bytes.length / 2)
      },
      /cannot be opened/u,
    ],
    [
      'a part larger than announced',
      async () => {
        const bytes = await makeWorkbook({ rows: rowOf(textCell('x'.repeat(1000))) })
        // The central directory has the size of the sheet 24 bytes after its signature.
        const at = bytes.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46 + 24
        bytes.writeUInt32LE(10, at)
        return bytes
      },
      /cannot be opened/u,
    ],
    ['an old workbook', () => Promise.resolve(Buffer.from('d0cf11e0a1b11ae1', 'hex')), /\.xls/u],
    ['a PDF', () => Promise.resolve(Buffer.from('%PDF-1.7')), /PDF/u],
    ['a picture', () => Promise.resolve(Buffer.from('89504e470d0a1a0a0000000d', 'hex')), /neither/u],
  ])('%s', async (_, make, message) => {
    expect(await messageOf(readTable(await make(), {}))).toMatch(message)
  })

  test('in the separate process, which reads the next one', async () => {
    const far = await makeWorkbook({ rows: rowOf(textCell('x', 'XFD1048576')) })
    expect(await messageOf(runTableReader(far, {}))).toContain('XFD')
    const good = await makeWorkbook({ rows: rowOf(textCell('x')) })
    expect((await runTableReader(good, {})).rows).toHaveLength(1)
  })

  test('that keeps the separate process busy, which is bounded by time: the one behind it is read', async () => {
    const styles = `<styleSheet><x>${'<numFmt/>'.repeat(6_000_000)}</x></styleSheet>`
    const busy = await makeWorkbook({ rows: rowOf(textCell('x')), styles })
    const good = await makeWorkbook({ rows: rowOf(textCell('x')) })
    // A tenth of what it needs here.
    const reading = messageOf(runTableReader(busy, {}, { cpuMs: 100, wallMs: 60_000 }))
    const behind = runTableReader(good, {})
    expect(await reading).toContain('takes too much time or memory')
    expect((await behind).rows).toHaveLength(1)
  })

  test('a million empty rows are no rows', { timeout: 30_000 }, async () => {
    const rows = `${'<row/>'.repeat(1_048_575)}${rowOf(textCell('x'))}`
    expect((await readTable(await makeWorkbook({ rows }), {})).rows.map(({ number }) => number)).toEqual([
      1_048_576,
    ])
  })
})

describe('a CSV file', () => {
  const semicolons = 'Naam;Van\r\nZoë;O’Brien\r\n'

  test.each([
    ['UTF-8', Buffer.from(semicolons), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${semicolons}`), 'utf-8'],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(semicolons, 'utf16le')]), 'utf-16le'],
    ['Windows-1252', Buffer.from(semicolons.replace('’', '\u0092'), 'latin1'), 'windows-1252'],
  ] as const)('in %s keeps its letters', async (_, bytes, encoding) => {
    const table = await readTable(bytes, {})
    expect([table.encoding, table.delimiter]).toEqual([encoding, ';'])
    expect(await rowsIn(bytes)).toEqual([
      ['text:Naam', 'text:Van'],
      ['text:Zoë', 'text:O’Brien'],
    ])
  })

  test('of a Mac is read in the chosen encoding', async () => {
    expect(await rowsIn(Buffer.from('Zo\u0091;x', 'latin1'), { encoding: 'macintosh' })).toEqual([
      ['text:Zoë', 'text:x'],
    ])
  })

  test.each([
    ['a,b;c,d\n', ',', ['text:a', 'text:b;c', 'text:d']],
    ['a\tb\n', '\t', ['text:a', 'text:b']],
    ['sep=|\na;b|c\n', '|', ['text:a;b', 'text:c']],
    ['"a,b,c";d\n', ';', ['text:a,b,c', 'text:d']],
  ] as const)('has its delimiter detected: %j', async (text, delimiter, row) => {
    const table = await readTable(Buffer.from(text), {})
    expect(table.delimiter).toBe(delimiter)
    expect((await rowsIn(Buffer.from(text)))[0]).toEqual(row)
  })

  test('counts its rows with empty ones, and marks errors', async () => {
    const { rows } = await readTable(Buffer.from('a;b\n\n#REF!;"x\ny"\n'), {})
    expect(rows.map(({ number }) => number)).toEqual([1, 3])
    expect(rows[1]?.cells[0]).toEqual({ kind: 'error', text: '#REF!' })
  })

  test.each([
    ['an unclosed quote', `a;b\n"c;d\n${'x'.repeat(300_000)}`, /line/u],
    ['an endless line', 'x'.repeat(300_000), /characters|line/u],
    ['too many columns', ';'.repeat(100) + 'x', /100 columns/u],
    ['too many rows', 'x\n'.repeat(10_052), /rows/u],
  ])('with %s is refused', async (_, text, message) => {
    expect(await messageOf(readTable(Buffer.from(text), {}))).toMatch(message)
  })

  test('with a list of columns called __proto__ is only text', async () => {
    expect(await rowsIn(Buffer.from('__proto__;constructor\n1;2\n'))).toEqual([
      ['text:__proto__', 'text:constructor'],
      ['text:1', 'text:2'],
    ])
  })
})

describe('what we write, we read', () => {
  const sign = fc.constantFrom('', '=', '+', '-', '@', "'", ' ', ';', '＝')
  const value = fc.oneof(
    fc.stringMatching(/^[A-Za-zëéô0-9 &<>"';,]{1,20}$/u),
    fc.constantFrom("'t Hooft", 'O’Brien', '-', '@ The Corner 5', '0181', '00042', '8001015009087'),
    fc.constantFrom('+27 82 555 0134', '+27825550134', '+44 7700 900123', '021 555 0140', '(021) 555-0140'),
    fc.constantFrom(
      '1850000,50',
      'R 1 850 000.50',
      '-5',
      '1980-01-31',
      '31/01/1980',
      'a;=b',
      'a\n+b',
      '_x000D_',
    ),
  )
  const text = fc
    .tuple(sign, sign, value)
    .map((parts) => parts.join('').trim())
    // An apostrophe in front of a number is what spreadsheets hide, and not of the value.
    .filter((each) => each !== '' && !/^'\+?[\d ()-]+$/u.test(each) && !each.startsWith('="'))

  test('whatever sign it starts with', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 }), async (pairs) => {
        const columns = [0, 1].map((index) => ({
          title: `Column ${index}`,
          width: 10,
          cell: (pair: [string, string]) => pair[index] ?? '',
        }))
        const expected = pairs.map((pair) => pair.map((each) => `text:${each}`))
        const xlsx = await buffer(writeXlsx('Clients', columns, Readable.from(pairs), new Date('2026-11-27')))
        expect((await rowsIn(xlsx)).slice(1)).toEqual(expected)
        const csv = await buffer(writeCsvRows(['Column 0', 'Column 1'], Readable.from(pairs)))
        expect((await rowsIn(csv)).slice(1)).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })
})

test.each([
  ['twice', [1, 2, 2]],
  ['backwards', [2, 1]],
  ['beyond a sheet', [1, 99_999_999_999]],
  ['in fractions', [1, 2.5]],
  ['from nothing', [0, 1]],
  ['in words', [1, 'two']],
])('a workbook with its rows numbered %s is refused', async (_how, numbers) => {
  const rows = numbers.map((number) => `<row r="${number}"><c t="str"><v>x</v></c></row>`).join('')
  const reading = readTable(await makeWorkbook({ rows }), {})
  expect(await messageOf(reading)).toContain('rows are not numbered in order')
})

test('a workbook with more cell styles than Excel allows is refused', async () => {
  const styles = `<styleSheet><cellXfs>${'<xf numFmtId="14"/>'.repeat(70_000)}</cellXfs></styleSheet>`
  expect(await messageOf(readTable(await makeWorkbook({ styles }), {}))).toContain('more cell styles')
})
