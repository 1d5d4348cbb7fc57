import { makePdf } from './files.ts'
import { makeLockedPdf } from './locked-pdfs.ts'

/** PDFs that viewers open, and that cannot be sealed, with a part of the reason. */
export const unsealablePdfs = [
  ['an owner’s password', 'owner’s password', () => makeLockedPdf({ password: '' })],
  [
    'blank lines before its header',
    'errors',
    async () => Buffer.concat([Buffer.from('\n\n\n'), await makePdf()]),
  ],
  ['a wrong startxref', 'errors', withWrongStart],
] as const satisfies readonly (readonly [what: string, reason: string, make: () => Promise<Buffer>])[]

async function withWrongStart(): Promise<Buffer> {
  const pdf = (await makePdf()).toString('latin1')
  return Buffer.from(pdf.replace(/startxref\s+\d+/u, 'startxref\n7'), 'latin1')
}
