import { describe, expect, test } from 'vitest'
import { makeWorkbook, numberCell, rowOf, textCell, zipOf } from '#test/support/make-workbook.ts'
import { readTable } from './read-table.ts'
import { UnreadableTableError } from './table.ts'

/** The cells of each row as texts; other kinds are named. Null for an empty cell. */
async function cellsOf(bytes: Uint8Array, sheet?: number): Promise<(string | null)[][]> {
  const { rows } = await readTable(bytes, { sheet })
  return rows.map(({ cells }) =>
    cells.map((cell) => cell && (cell.kind === 'text' ? cell.text : `${cell.kind} ${cell.text}`)),
  )
}

async function messageOf(bytes: Uint8Array): Promise<string> {
  const error: unknown = await readTable(bytes, {}).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UnreadableTableError)
  return error instanceof UnreadableTableError ? error.message : ''
}

const shared = (...texts: string[]) => `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`
const sharedCell = (index: number, reference: string) => `<c r="${reference}" s="1" t="s"><v>${index}</v></c>`
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATION = `${R}/worksheet`

/** A workbook of several sheets, each with its rows. */
function workbookOf(sheets: Readonly<Record<string, string>>, strings?: string): Promise<Buffer> {
  const names = Object.keys(sheets)
  const numbered = (write: (name: string, number: number) => string) =>
    names.map((name, index) => write(name, index + 1)).join('')
  return zipOf([
    ['[Content_Types].xml', '<Types/>'],
    [
      'xl/workbook.xml',
      `<workbook xmlns:r="${R}"><sheets>${numbered((name, n) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${numbered((_, n) => `<Relationship Id="rId${n}" Type="${RELATION}" Target="/xl/worksheets/sheet${n}.xml"/>`)}</Relationships>`,
    ],
    ...names.map(
      (name, index) =>
        [
          `xl/worksheets/sheet${index + 1}.xml`,
          `<worksheet><sheetData>${sheets[name] ?? ''}</sheetData></worksheet>`,
        ] as const,
    ),
    ...(strings === undefined ? [] : [['xl/sharedStrings.xml', strings] as const]),
  ])
}

const [HEAD, ROW] = [
  ['Email', 'Name'],
  ['zoe@example.com', 'Zoë O’Brien'],
]

describe('a workbook of another program', () => {
  test('as Numbers exports it: a summary first, a title above the table, styles in empty cells', async () => {
    const strings = shared('This document was exported from Numbers.', 'Clients', ...HEAD, ...ROW)
    const table = [
      `<row r="1" spans="1:3" ht="27.65" customHeight="1">${sharedCell(1, 'A1')}<c r="B1" s="1"/><c r="C1" s="1"/></row>`,
      `<row r="2" spans="1:3">${sharedCell(2, 'A2')}${sharedCell(3, 'B2')}<c r="C2" s="1"/></row>`,
      `<row r="3" spans="1:3">${sharedCell(4, 'A3')}${sharedCell(5, 'B3')}<c r="C3" s="1"/></row>`,
    ].join('')
    const file = await workbookOf(
      { 'Export Summary': `<row r="3">${sharedCell(0, 'B3')}</row>`, Clients: table },
      strings,
    )
    expect(await readTable(file, {})).toMatchObject({ sheets: ['Export Summary', 'Clients'], sheet: 1 })
    expect(await cellsOf(file)).toEqual([['Clients'], HEAD, ROW])
    expect(await cellsOf(file, 0)).toEqual([[null, 'This document was exported from Numbers.']])
    // Where no sheet has rows below a header, the first is shown.
    expect(await readTable(await workbookOf({ One: rowOf(textCell('x')), Two: '' }), {})).toMatchObject({
      sheet: 0,
    })
  })

  test('as the Open XML SDK writes it: with prefixes of names, without references of cells', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
    const sheet = `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Zoë</x:t></x:is></x:c><x:c t="str"><x:f>A1</x:f><x:v>O’Brien</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    expect(await cellsOf(await makeWorkbook({ sheet }))).toEqual([['Zoë', 'O’Brien']])
  })

  test('as strict Excel saves it: days are written as such', async () => {
    const sheet = `<worksheet xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"><sheetData>${rowOf('<c t="d"><v>2017-03-15T00:00:00</v></c>')}</sheetData></worksheet>`
    expect(await cellsOf(await makeWorkbook({ sheet }))).toEqual([['day 2017-03-15']])
  })

  test('as Excel saves a shared formula, an error, a logical value and a time', async () => {
    const styles =
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="20"/><xf numFmtId="14"/></cellXfs></styleSheet>'
    const cells = [
      '<c><f t="shared" si="0"/><v>8001015009087</v></c>',
      '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c t="b"><v>1</v></c>',
      numberCell('0.5', 1),
      numberCell('0.5', 2),
    ]
    expect(await cellsOf(await makeWorkbook({ styles, rows: rowOf(...cells) }))).toEqual([
      ['number 8001015009087', 'error #DIV/0!', 'TRUE', 'number 0.5', 'number 0.5'],
    ])
  })

  test('with merged cells has the value in the first only', async () => {
    const sheet = `<worksheet><sheetData><row r="1">${textCell('Both', 'A1')}<c r="B1"/>${textCell('C', 'C1')}</row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells></worksheet>`
    expect(await cellsOf(await makeWorkbook({ sheet }))).toEqual([['Both', null, 'C']])
  })

  test('with a filter and links is read, and nothing is followed', async () => {
    const sheet = `<worksheet><sheetData>${rowOf(textCell('x'))}</sheetData><autoFilter ref="A1:B9"/><hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks></worksheet>`
    const more = {
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="http://192.0.2.1/" TargetMode="External"/></Relationships>',
    }
    expect(await cellsOf(await makeWorkbook({ sheet, more }))).toEqual([['x']])
  })

  test('counted from 1904 has its days four years later', async () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>'
    const rows = rowOf(numberCell('0'), numberCell('41347'))
    const file = await makeWorkbook({ styles, rows, workbookPr: '<workbookPr date1904="1"/>' })
    expect(await cellsOf(file)).toEqual([['day 1904-01-01', 'day 2017-03-15']])
  })

  test('with a text that is missing in its list has an empty cell', async () => {
    expect(
      await cellsOf(
        await makeWorkbook({ strings: shared('a'), rows: rowOf('<c t="s"><v>7</v></c>', textCell('b')) }),
      ),
    ).toEqual([[null, 'b']])
  })

  test('with another name is what its bytes are', async () => {
    // A CSV file named .xlsx: only the bytes count.
    expect(await cellsOf(Buffer.from('Email;Name\nzoe@example.com;Zoë O’Brien\n'))).toEqual([HEAD, ROW])
  })
})

describe('a workbook made to harm is refused', () => {
  const relations = (attributes: string) => ({
    more: {
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" ${attributes}/></Relationships>`,
    },
  })
  const external = '<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData/></worksheet>'

  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['a billion laughs', () => makeWorkbook({ sheet: laughs() }), /declarations/u],
    ['a file of the machine as an entity', () => makeWorkbook({ sheet: external }), /declarations/u],
    [
      'a sheet elsewhere',
      () => makeWorkbook(relations('Target="http://192.0.2.1/s.xml" TargetMode="External"')),
      /no sheet/u,
    ],
    ['a sheet above the file', () => makeWorkbook(relations('Target="../../../etc/passwd"')), /no sheet/u],
    ['a size of 4 GB', () => withSize(0xfffffff0), /64 MB/u],
    ['a wrong checksum', () => withChecksum(), /cannot be opened/u],
    ['a column beyond ZZZ', () => makeWorkbook({ rows: rowOf(textCell('x', 'ZZZ1')) }), /ZZZ1 is beyond/u],
    ['names with backslashes', () => withBackslash(), /cannot be opened/u],
    ['a password on its parts', () => withPassword(), /password/u],
    [
      'a shared text of 2,001 characters',
      () => makeWorkbook({ strings: shared('x'.repeat(2001)), rows: rowOf('<c t="s"><v>0</v></c>') }),
      /2000/u,
    ],
    [
      'no bytes at all after its signature',
      () => Promise.resolve(Buffer.from('PK\u0003\u0004')),
      /cannot be opened/u,
    ],
  ])('%s', async (_, make, message) => {
    expect(await messageOf(await make())).toMatch(message)
  })

  /** Nested entities that would expand to a gigabyte. */
  function laughs(): string {
    const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      '',
    )
    return `<!DOCTYPE w [<!ENTITY l0 "lol">${levels}]><worksheet>&l9;</worksheet>`
  }

  /** A workbook with a changed field of the sheet's entry in the central directory. */
  async function changed(change: (bytes: Buffer, entry: number) => void): Promise<Buffer> {
    const bytes = await makeWorkbook({ rows: rowOf(textCell('x'.repeat(500))) })
    change(bytes, bytes.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46)
    return bytes
  }

  const withSize = (size: number) => changed((bytes, entry) => bytes.writeUInt32LE(size, entry + 24))
  const withPassword = () =>
    changed((bytes, entry) => bytes.writeUInt16LE(bytes.readUInt16LE(entry + 8) | 1, entry + 8))

  async function withBackslash(): Promise<Buffer> {
    const bytes = await makeWorkbook({})
    return Buffer.from(
      bytes.toString('latin1').replaceAll('xl/worksheets/sheet1', 'xl\\worksheets\\sheet1'),
      'latin1',
    )
  }

  /** The announced checksum of the sheet is another one. */
  const withChecksum = () => changed((bytes, entry) => bytes.writeUInt32LE(1, entry + 16))
})

describe('a CSV file', () => {
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const table = [HEAD, ROW]

  test.each<[string, Buffer]>([
    ['of Excel, “CSV UTF-8”', Buffer.from('\ufeffEmail;Name\r\nzoe@example.com;Zoë O’Brien\r\n')],
    ['of Excel, “CSV”', Buffer.from('Email;Name\r\nzoe@example.com;Zo\u00eb O\u0092Brien\r\n', 'latin1')],
    ['of Excel, “Unicode Text”', utf16('Email\tName\r\nzoe@example.com\tZoë O’Brien\r\n')],
    [
      'of another system, UTF-16 with the high byte first',
      utf16('Email;Name\nzoe@example.com;Zoë O’Brien\n').swap16(),
    ],
    ['of Excel with sep=', Buffer.from('sep=|\r\nEmail|Name\r\nzoe@example.com|Zoë O’Brien\r\n')],
    ['of a Mac before OS X', Buffer.from('Email,Name\rzoe@example.com,Zoë O’Brien\r')],
    ['of LibreOffice, all texts quoted', Buffer.from('"Email","Name"\n"zoe@example.com","Zoë O’Brien"\n')],
    ['of Numbers', Buffer.from('Email,Name\nzoe@example.com,Zoë O’Brien')],
    ['with spaces around its values', Buffer.from('Email ; Name\n zoe@example.com ;\u00a0Zoë O’Brien\n')],
  ])('%s', async (_, file) => {
    expect(await cellsOf(file)).toEqual(table)
  })

  test('keeps lines and quotes within quotes', async () => {
    expect(await cellsOf(Buffer.from('a;b\n"1\n2";"say ""yes"""\n'))).toEqual([
      ['a', 'b'],
      ['1\n2', 'say "yes"'],
    ])
  })

  test('may have rows that are shorter or longer than its header', async () => {
    expect(await cellsOf(Buffer.from('a;b\n1\n1;2;3\n'))).toEqual([['a', 'b'], ['1'], ['1', '2', '3']])
  })

  test.each<[string, Buffer, RegExp]>([
    ['a small one with an unclosed quote', Buffer.from('a;b\n1;2\n"3;4\n'), /quotation mark is missing/u],
    ['bytes of no text', Buffer.from([0x00, 0x01, 0x02, 0x03]), /neither a workbook nor a CSV/u],
  ])('%s is refused', async (_, file, message) => {
    expect(await messageOf(file)).toMatch(message)
  })

  test('without a byte has no rows', async () => {
    expect(await cellsOf(Buffer.from(''))).toEqual([])
  })
})
