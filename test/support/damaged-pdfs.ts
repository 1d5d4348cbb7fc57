import { deflateSync } from 'node:zlib'
import { pageObjects, rawPdf, rawStream } from './raw-pdf.ts'

const [catalog, pages, page, content, font] = pageObjects
const whole = rawPdf(pageObjects)
const text = whole.toString('latin1')

const preceded = (preface: string | Buffer) => Buffer.concat([Buffer.from(preface), whole])
const changed = (from: string | RegExp, to: string) => Buffer.from(text.replace(from, to), 'latin1')
const until = (word: string) => Buffer.from(text.slice(0, text.indexOf(word)), 'latin1')
const untyped = (object: string) => object.replace(/\/Type \/\w+ /u, '')

/** A PDF's objects in an object stream, with an unreadable table. */
function withoutItsTable(): Buffer {
  const inside = [catalog, pages, page, font]
  const numbers = [1, 2, 3, 5]
  const offsets = inside.map((_, index) => inside.slice(0, index).join(' ').length + (index > 0 ? 1 : 0))
  const head = numbers.map((number, index) => `${number} ${offsets[index]}`).join(' ')
  const packed = deflateSync(Buffer.from(`${head} ${inside.join(' ')}`))
  const dict = `/Type /ObjStm /N ${numbers.length} /First ${head.length + 1} /Filter /FlateDecode`
  const bytes = rawPdf([font, font, font, content, font, rawStream(packed, dict)])
  return Buffer.from(bytes.toString('latin1').replace(/trailer[^]*/u, 'startxref\nnowhere\n'), 'latin1')
}

/** PDFs that every viewer shows and a strict parser rejects: leading bytes, missing parts. */
export const unusualPdfs = {
  'a line before it': preceded('\n'),
  'spaces before it': preceded('  \r\n\r\n'),
  'a byte order mark before it': preceded('\uFEFF'),
  'the header of a server before it': preceded(
    'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: 1000\r\n\r\n',
  ),
  'the header of a mail before it': preceded('Content-Transfer-Encoding: binary\n\n'),
  'a thousand bytes before it': preceded(`${'x'.repeat(1000)}\n`),
  'no type on its catalogue': rawPdf([untyped(catalog), pages, page, content, font]),
  'no type on its tree': rawPdf([catalog, untyped(pages), page, content, font]),
  'no type on its page': rawPdf([catalog, pages, untyped(page), content, font]),
  'no type at all': rawPdf([untyped(catalog), untyped(pages), untyped(page), content, untyped(font)]),
  'a page in place of the tree': rawPdf([catalog.replace('2 0 R', '3 0 R'), pages, page, content, font]),
} as const satisfies Record<string, Buffer>

/** PDFs with damage that does not affect their pages. */
export const damagedPdfs = {
  'no table': changed(/xref\n[^]*?(?=trailer)/u, ''),
  'a table that breaks off': changed(/00000 n \n[^]*?(?=trailer)/u, '00000 n \n'),
  'a table of something else': changed(/0000000000 65535 f/u, 'what is this'),
  'a table of letters': changed(/xref\n0 6\n/u, 'xref\n0 six\n'),
  'no trailer': until('trailer'),
  'no table and no trailer': until('xref'),
  'a trailer that is no dictionary': changed(/trailer\n<<[^]*?>>/u, 'trailer\n[ 1 2 3 ]'),
  'a trailer that does not end': changed(/(?<=\/Root 1 0 R) >>/u, ''),
  'a trailer without a root': changed('/Root 1 0 R', ''),
  'a trailer with the root of another': changed('/Root 1 0 R', '/Root 77 0 R'),
  'a trailer whose root is no catalogue': changed('/Root 1 0 R', '/Root 5 0 R'),
  'no way to its table': changed(/startxref\n\d+/u, ''),
  'a way to its table in letters': changed(/startxref\n\d+/u, 'startxref\nhere'),
  'a way to the wrong place': changed(/startxref\n\d+/u, 'startxref\n7'),
  'no end': changed('%%EOF\n', ''),
  'something after its end': Buffer.concat([whole, Buffer.from('\0\0\0--boundary--\r\n')]),
  'a number between its objects': changed('3 0 obj', '1234567890\n3 0 obj'),
  'words between its objects': changed('3 0 obj', 'what is this\n3 0 obj'),
  'objects that do not end': changed(/endobj\n/gu, ''),
  'a stream of another length': changed(/\/Length \d+/u, '/Length 9999'),
  'a stream of no length': changed(/\/Length \d+/u, ''),
  'a further version behind a trailer that cannot be read': Buffer.concat([
    changed(/trailer\n<<[^]*?>>/u, 'trailer\n('),
    Buffer.from(`3 0 obj\n${page}\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`),
  ]),
  'objects in a stream, and no table': withoutItsTable(),
} as const satisfies Record<string, Buffer>

const hex = 'ab'.repeat(32)
const standard = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${hex}> /U <${hex}> >>`

/** Files that are unreadable as a PDF despite their header. */
export const unreadablePdfs = {
  'HTML that says it is encrypted': Buffer.from(
    '%PDF-1.7\n<html><script>alert(1)</script></html>\ntrailer\n<< /Encrypt << /Filter /Standard >> >>',
  ),
  'an encryption that is none': rawPdf(pageObjects, `/Root 1 0 R /Encrypt << /Filter /Standard /V 2 >>`),
  'no page, and encrypted': rawPdf(
    [catalog],
    `/Root 1 0 R /Encrypt ${standard.replace('/Standard', '/None')}`,
  ),
  'a page that is not there': rawPdf([catalog, pages]),
  'a tree in a circle': rawPdf([catalog, pages.replace('3 0 R', '2 0 R')]),
  'a page cut off in its content': until('endstream'),
  'the second of two pages cut off': Buffer.from(
    rawPdf([catalog, pages.replace('3 0 R', '3 0 R 6 0 R'), page, content, font])
      .toString('latin1')
      .replace(/xref[^]*/u, '6 0 obj\n<< /Type /Page /Par'),
    'latin1',
  ),
} as const satisfies Record<string, Buffer>
