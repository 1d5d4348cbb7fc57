import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import { makePdf } from './files.ts'
import { packedRun } from './packed-run.ts'
import { pageObjects, rawPdf, rawStream } from './raw-pdf.ts'

/** A change to a one-page PDF before it is written. */
type Change = (document: PDFDocument) => void | Promise<void>

async function pdfWith(change: Change, { objectStreams = true } = {}): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage().drawText('A page', { font: await document.embedFont(StandardFonts.Helvetica) })
  await change(document)
  return Buffer.from(await document.save({ useObjectStreams: objectStreams }))
}

/** The document's open action. */
const openAction =
  (action: Record<string, PDFName | PDFString>): Change =>
  ({ catalog, context }) =>
    catalog.set(PDFName.of('OpenAction'), context.obj(action))

const script: Change = openAction({ S: PDFName.of('JavaScript'), JS: PDFString.of('app.alert(1)') })

/** Hides an action behind escapes without a change of length. */
async function escapedLaunch(): Promise<Buffer> {
  const launch = openAction({ S: PDFName.of('Launchxx'), F: PDFString.of('cmd.exe') })
  const plain = await pdfWith(launch, { objectStreams: false })
  return Buffer.from(plain.toString('latin1').replace('/Launchxx', '/L#61unch'), 'latin1')
}

/** A script in an object that an empty one overwrites; readers differ in which of them counts. */
async function shadowedScript(): Promise<Buffer> {
  let number = 0
  const plain = await pdfWith(({ catalog, context }) => {
    const ref = context.register(context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }))
    catalog.set(PDFName.of('OpenAction'), ref)
    number = ref.objectNumber
  })
  return Buffer.concat([plain, Buffer.from(`\n${number} 0 obj\n<< /S /GoTo >>\nendobj\n`)])
}

/** A PDF whose object stream is inside another stream, visible only to readers that follow the table. */
async function nestedObjectStream(): Promise<Buffer> {
  const plain = await makePdf()
  const hidden = '9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Length 0 >>\nstream\n\nendstreaX\nendobj\n'
  const outer = `8 0 obj\n<< /Length ${hidden.length} >>\nstream\n${hidden}\nendstream\nendobj\n`
  return withObjects(plain, Buffer.from(outer))
}

/** Inserts objects before the table, whose offset lenient readers do not need. */
function withObjects(pdf: Buffer, objects: Buffer): Buffer {
  const table = pdf.lastIndexOf('xref\n', pdf.lastIndexOf('startxref') - 1)
  return Buffer.concat([pdf.subarray(0, table), objects, pdf.subarray(table)])
}

/** An object stream with objects by number and a given dictionary. */
function objectStream(objects: Record<number, string>, content: string): Buffer {
  const bodies = Object.values(objects)
  const at = (index: number) => bodies.slice(0, index).join(' ').length + Math.min(index, 1)
  const head = Object.keys(objects)
    .map((number, index) => `${number} ${at(index)}`)
    .join(' ')
  const packed = deflateSync(Buffer.from(`${head} ${bodies.join(' ')}`))
  return rawStream(packed, `/First ${head.length + 1} /Filter /FlateDecode ${content}`)
}

const [catalog, ...page] = pageObjects
const [, pages, leaf] = pageObjects
const catalogWith = (entries: string) => catalog.replace(' >>', ` ${entries} >>`)
const scripted = { 7: '<< /S /JavaScript /JS (app.alert(1)) >>' }

/** A page whose catalogue refers to a script in an unmarked object stream. */
const hiddenIn = (content: string, ...more: string[]) =>
  rawPdf([catalogWith('/Names 7 0 R'), ...page, objectStream(scripted, content), 'null', ...more])

const opensWith = (action: string, ...more: string[]) =>
  rawPdf([catalogWith(`/OpenAction ${action}`), ...page, ...more])

/** PDFs that are accepted and never displayed, since they can do more than show pages. */
export const activePdfs = {
  'a script in an object stream': () => pdfWith(script),
  'a script in the open': () => pdfWith(script, { objectStreams: false }),
  'a named script': () => pdfWith((pdf) => pdf.addJavaScript('main', 'app.alert(1)')),
  'an action of the page': () =>
    pdfWith((pdf) => {
      const act = pdf.context.obj({ O: { S: 'Named', N: 'Print' } })
      pdf.getPage(0).node.set(PDFName.of('AA'), act)
    }),
  'a program to start': () => pdfWith(openAction({ S: PDFName.of('Launch'), F: PDFString.of('cmd.exe') })),
  'a program behind escapes': escapedLaunch,
  'an attached file': () => pdfWith((pdf) => pdf.attach(Buffer.from('MZ'), 'payslip.exe')),
  'an XFA form': () =>
    pdfWith(({ catalog: root, context }) => {
      root.set(PDFName.of('AcroForm'), context.obj({ XFA: PDFString.of('<xdp/>'), Fields: [] }))
    }),
  'an object that was written over': shadowedScript,
  'an object stream inside another stream': nestedObjectStream,
  'a script in an object stream of no type': () => hiddenIn('/N 1'),
  'a script in an object stream of another type': () => hiddenIn('/N 1 /Type /Metadata'),
  'a script in an object stream whose type is elsewhere': () => hiddenIn('/N 1 /Type 8 0 R', '/ObjStm'),
  'a script in an object stream whose count is elsewhere': () => hiddenIn('/N 8 0 R', '1'),
  'a script and a password for its owner': () =>
    pdfWith((pdf) => {
      pdf.addJavaScript('main', 'app.alert(1)')
      pdf.encrypt({ ownerPassword: 'own' })
    }),
  'an address to open': () => opensWith('<< /S /URI /URI (https://evil.example) >>'),
  'printing when opened': () => opensWith('<< /S /Named /N /Print >>'),
  'another file to go to': () => opensWith('<< /S /GoToR /F (other.pdf) /D [0 /Fit] >>'),
  'something after going to a page': () =>
    opensWith('<< /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (https://evil.example) >> >>'),
  'an address to open that is elsewhere': () =>
    opensWith('6 0 R', '<< /S /URI /URI (https://evil.example) >>'),
} as const satisfies Record<string, () => Buffer | Promise<Buffer>>

/** PDFs that only open at a page. */
export const harmlessPdfs = {
  'a page to begin with': () => opensWith('[3 0 R /Fit]'),
  'a page to go to': () => opensWith('<< /S /GoTo /D [3 0 R /Fit] >>'),
  'a page to go to that is elsewhere': () => opensWith('6 0 R', '<< /S /GoTo /D [3 0 R /Fit] >>'),
  'a place by its name': () => opensWith('(summary)'),
} as const satisfies Record<string, () => Buffer>

const withContent = (content: Buffer, entries: string) =>
  rawPdf([catalog, pages, leaf, rawStream(content, entries), pageObjects[4]])
const withPicture = (entries: string) =>
  rawPdf([...pageObjects, rawStream(Buffer.alloc(8), `/Type /XObject /Subtype /Image ${entries}`)])
const muchPacked = () => packedRun(' ', 300)

/** PDFs that are accepted and never displayed, since their content inflates without limit. */
export const heavyPdfs = {
  'content of 300 megabytes': () => withContent(muchPacked(), '/Filter /FlateDecode'),
  'content of 300 megabytes, packed twice': () =>
    withContent(deflateSync(muchPacked()), '/Filter [/FlateDecode /FlateDecode]'),
  'a hundred streams of three megabytes': () => {
    const content = packedRun(' ', 3)
    const streams = Array.from({ length: 100 }, () => rawStream(content, '/Filter /FlateDecode'))
    return rawPdf([...pageObjects, ...streams])
  },
  'runs of 40 megabytes': () =>
    withContent(Buffer.alloc(2 * 330_000, Buffer.from([129, 32])), '/Filter /RunLengthDecode'),
  'content of 300 megabytes whose end is missing': () =>
    withContent(muchPacked().subarray(0, -8), '/Filter /FlateDecode'),
  'a picture of 400 million pixels': () => withPicture('/Width 20000 /Height 20000 /Filter /DCTDecode'),
} as const satisfies Record<string, () => Buffer>

/** A valid statement with many objects that is slow to parse. */
export function makeLongPdf(objects: number): Buffer {
  const many = Array.from({ length: objects }, (_, index) => `<< /Item ${index} /Amount (R 1 234.00) >>`)
  return rawPdf([...pageObjects, ...many])
}

/** A PDF with an object stream of half a gigabyte, compressed three times to two kilobytes. */
export async function makePdfBomb(): Promise<Buffer> {
  const packed = deflateSync(deflateSync(packedRun(' ', 512)))
  const head = `8 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode /FlateDecode] /Length ${packed.length} >>\nstream\n`
  const stream = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')])
  return withObjects(await makePdf(), stream)
}

/** A PDF of three kilobytes with nested forms, ten at each of twelve levels. */
export function makeNestedForms(): Buffer {
  const FIRST_FORM = 6
  const LEVELS = 12
  const form = (content: string, resources: string) =>
    rawStream(Buffer.from(content), `/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${resources}`)
  const resources = (number: number) => `/Resources << /XObject << /X ${number} 0 R >> >>`
  const nested = Array.from({ length: LEVELS }, (_, level) =>
    form('/X Do '.repeat(10), resources(FIRST_FORM + level + 1)),
  )
  const firstPage = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R ${resources(FIRST_FORM)} >>`
  return rawPdf([
    catalog,
    pages,
    firstPage,
    rawStream(Buffer.from('/X Do')),
    pageObjects[4],
    ...nested,
    form('0 0 10 10 re f', ''),
  ])
}
