import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import { makePdf } from './files.ts'

/** What is done to a PDF of one page before it is written. */
type Change = (document: PDFDocument) => void | Promise<void>

async function pdfWith(change: Change, { objectStreams = true } = {}): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage().drawText('A page', { font: await document.embedFont(StandardFonts.Helvetica) })
  await change(document)
  return Buffer.from(await document.save({ useObjectStreams: objectStreams }))
}

/** The action that a reader takes when it opens the file. */
const openAction =
  (action: Record<string, PDFName | PDFString>): Change =>
  ({ catalog, context }) =>
    catalog.set(PDFName.of('OpenAction'), context.obj(action))

const script: Change = openAction({ S: PDFName.of('JavaScript'), JS: PDFString.of('app.alert(1)') })

/** Hides an action behind escapes, in a number of bytes that stays the same. */
async function escapedLaunch(): Promise<Buffer> {
  const launch = openAction({ S: PDFName.of('Launchxx'), F: PDFString.of('cmd.exe') })
  const plain = await pdfWith(launch, { objectStreams: false })
  return Buffer.from(plain.toString('latin1').replace('/Launchxx', '/L#61unch'), 'latin1')
}

/** A script in an object that is written over by an empty one: which of them counts is up to each reader. */
async function shadowedScript(): Promise<Buffer> {
  let number = 0
  const plain = await pdfWith(({ catalog, context }) => {
    const ref = context.register(context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }))
    catalog.set(PDFName.of('OpenAction'), ref)
    number = ref.objectNumber
  })
  return Buffer.concat([plain, Buffer.from(`\n${number} 0 obj\n<< /S /GoTo >>\nendobj\n`)])
}

/** A PDF whose object stream lies inside another stream, where only a reader that follows the table finds it. */
async function nestedObjectStream(): Promise<Buffer> {
  const plain = await makePdf()
  const hidden = '9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Length 0 >>\nstream\n\nendstreaX\nendobj\n'
  const outer = `8 0 obj\n<< /Length ${hidden.length} >>\nstream\n${hidden}\nendstream\nendobj\n`
  return withObjects(plain, Buffer.from(outer))
}

/** Puts further objects before the table, whose offset no lenient reader needs. */
function withObjects(pdf: Buffer, objects: Buffer): Buffer {
  const table = pdf.lastIndexOf('xref\n', pdf.lastIndexOf('startxref') - 1)
  return Buffer.concat([pdf.subarray(0, table), objects, pdf.subarray(table)])
}

/** PDFs that are taken, and never shown. */
export const downloadOnlyPdfs = {
  'encrypted, for a password': () =>
    pdfWith((pdf) => pdf.encrypt({ userPassword: 'open', ownerPassword: 'own' })),
  'encrypted, without object streams': () =>
    pdfWith((pdf) => pdf.encrypt({ userPassword: 'open' }), { objectStreams: false }),
  'encrypted, for nobody in particular': () => pdfWith((pdf) => pdf.encrypt({ ownerPassword: 'own' })),
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
    pdfWith(({ catalog, context }) => {
      catalog.set(PDFName.of('AcroForm'), context.obj({ XFA: PDFString.of('<xdp/>'), Fields: [] }))
    }),
  'an object that was written over': shadowedScript,
  'an object stream inside another stream': nestedObjectStream,
} as const satisfies Record<string, () => Promise<Buffer>>

function packedThrice(bytes: number): Buffer {
  return deflateSync(deflateSync(deflateSync(Buffer.alloc(bytes, ' '))))
}

/** A PDF with an object stream of half a gigabyte: packed three times, it is two kilobytes. */
export async function makePdfBomb(): Promise<Buffer> {
  const packed = packedThrice(2 ** 29)
  const head = `8 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode /FlateDecode] /Length ${packed.length} >>\nstream\n`
  const stream = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')])
  return withObjects(await makePdf(), stream)
}
