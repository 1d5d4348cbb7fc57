import path from 'node:path'
import { PDF, PdfArray, PdfDict, PdfNumber } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { makeSummary } from '#features/records/server/download/make-summary.ts'
import { makeFaisLetter } from '#features/signing/server/fais-letter/make-fais-letter.ts'
import { someFile } from '#test/support/filed.ts'
import { makePdf } from '#test/support/files.ts'
import { someCertificateFacts, someLetterFacts } from '#test/support/letters.ts'
import { hasPdfinfo, pdfinfo } from '#test/support/pdfinfo.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { appendTagged } from './append-tagged.ts'
import { makeCertificatePage } from './certificate-page.ts'
import type { CertificateFacts } from './task.ts'

const { firm } = someLetterFacts().content
const branding = {
  firmName: firm.identity.firmName,
  tagline: firm.identity.tagline,
  supportPhone: firm.contacts.supportPhone,
  supportEmail: firm.contacts.supportEmail,
}
const typed = someCertificateFacts('Thandiwe Nkosi')
const drawn: CertificateFacts = {
  ...typed,
  signature: {
    by: 'drawing',
    strokes: [
      [
        [10, 10],
        [200, 60],
      ],
    ],
  },
}

const letter = () => makeFaisLetter(someLetterFacts())

/** A document with the certificate page appended, before sealing. */
async function withCertificate(document: Uint8Array, change?: (pdf: PDF) => void): Promise<Uint8Array> {
  const pdf = await PDF.load(document)
  change?.(pdf)
  await appendTagged(pdf, await PDF.load(await makeCertificatePage(drawn)))
  return pdf.save({ incremental: true })
}

/** The same structure tree with several leaves, as in larger documents. */
function inLeaves(pdf: PDF): void {
  const resolve = pdf.getObject.bind(pdf)
  const root = pdf.getCatalog().getDict('StructTreeRoot', resolve)
  const [Nums, next] = [root?.getDict('ParentTree', resolve)?.getArray('Nums', resolve), pdf.getPageCount()]
  if (root === undefined || Nums === undefined) throw new Error('The letter is not tagged.')
  const Limits = PdfArray.of(PdfNumber.of(0), PdfNumber.of(next - 1))
  const leaf = pdf.register(PdfDict.of({ Limits, Nums }))
  root.set('ParentTree', pdf.register(PdfDict.of({ Kids: PdfArray.of(leaf) })))
  root.delete('ParentTreeNextKey')
}

const papers: [name: string, title: string, make: () => Promise<Uint8Array>, headings: string[]][] = [
  [
    'the summary',
    'Application summary',
    () => makeSummary('a test', someFile(), branding),
    ['Application summary'],
  ],
  ['the letter', 'Disclosure letter', letter, ['Disclosure letter']],
  [
    'the certificate',
    'Certificate of signature',
    () => makeCertificatePage(typed),
    ['Certificate of signature'],
  ],
  [
    'a letter with its certificate',
    'Disclosure letter',
    async () => withCertificate(await letter()),
    ['Disclosure letter', 'Certificate of signature'],
  ],
]

describe.each(papers)('%s', (_, title, make, headings) => {
  test('has structure, language and title', async () => {
    const bytes = await make()
    const pdf = await PDF.load(bytes)
    expect([pdf.getLanguage(), pdf.getTitle()]).toEqual(['en-ZA', expect.stringContaining(title)])
    const { parts } = await readPdf(bytes)
    expect(parts.flat().flatMap(([role, text]) => (role === 'H1' ? [text] : []))).toEqual(headings)
    expect(parts.every((ofPage) => ofPage.length > 0)).toBe(true)
  })

  test.runIf(hasPdfinfo)('and pdfinfo, another program, finds nothing wrong with it', async () => {
    const file = path.join(makeFolder('onboarding-tagged-'), 'paper.pdf')
    const { itself, parts } = pdfinfo(file, await make())
    expect(itself).toMatch(/^Tagged: +yes$/mu)
    expect(itself + parts).not.toMatch(/error/iu)
    const spoken = [...parts.matchAll(/^ {2}H1 .*\n +"(.*)"$/gmu)].map(([, text]) => text)
    expect(spoken).toEqual(headings)
  })
})

test.skipIf(hasPdfinfo)('pdfinfo (poppler-utils) is not installed: skipped', () => undefined)

describe('the certificate page', () => {
  test('is read in order, with text for what is drawn', async () => {
    const [page = []] = (await readPdf(await makeCertificatePage(drawn))).parts
    expect(page.map(([role]) => role)).toEqual([
      'P',
      'P',
      'H1',
      'P',
      'Figure',
      'Table',
      'Figure',
      'P',
      'P',
      'P',
    ])
    expect(page.flatMap(([role, text]) => (role === 'Figure' ? [text] : []))).toEqual([
      'Signature of Thandiwe Nkosi, drawn by hand',
      'QR code of https://onboarding.example/verify',
    ])
    const { parts } = await readPdf(await makeCertificatePage(typed))
    expect(parts[0]?.slice(3, 5)).toEqual([
      ['P', 'FAIS disclosure letter, version 3'],
      ['P', 'Thandiwe Nkosi'],
    ])
  })

  test.each([
    ['in one piece', undefined],
    ['in several', inLeaves],
  ])('is added behind the structure of a letter, which is unchanged and stored %s', async (_, change) => {
    const alone = await readPdf(await letter())
    const both = await readPdf(await withCertificate(await letter(), change))
    expect(both.parts.slice(0, alone.pages)).toEqual(alone.parts)
    expect(both.parts.slice(alone.pages)).toEqual((await readPdf(await makeCertificatePage(drawn))).parts)
  })

  test('leaves an untagged letter untagged', async () => {
    const bytes = await withCertificate(await makePdf({ text: 'A letter of another firm' }))
    expect((await PDF.load(bytes)).getCatalog().has('StructTreeRoot')).toBe(false)
    const { pages, parts, texts } = await readPdf(bytes)
    expect([pages, parts.flat()]).toEqual([2, []])
    expect(texts.some(({ text }) => text === 'Certificate of signature')).toBe(true)
  })
})
