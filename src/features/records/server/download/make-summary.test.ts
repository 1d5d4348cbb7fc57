import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { assetNames, liabilityNames } from '#features/applications/rules/net-worth/names.ts'
import { someFile } from '#test/support/filed.ts'
import { readPdf, textOf, type ReadPart, type ReadPdf } from '#test/support/read-pdf.ts'
import { makeSummary } from './make-summary.ts'

const branding = {
  firmName: 'Protea Private Wealth',
  tagline: 'Protect. Create. Wealth.',
  supportPhone: '+27 21 555 0140',
  supportEmail: 'support@proteawealth.example',
}

const A4 = { height: 842, right: 595 - 68, top: 842 - 76, bottom: 84 }

const draw = (facts?: Parameters<typeof someFile>[0]) => makeSummary('a test', someFile(facts), branding)
const read = async (facts?: Parameters<typeof someFile>[0]) => readPdf(await draw(facts))

const someChildren = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ fullName: `Child ${index}`, idNumber: '8001015009087' }))
const manyAmounts = {
  assets: Object.fromEntries(assetNames.map((name, index) => [name, 10 ** (index % 9) + 0.05])),
  liabilities: Object.fromEntries(liabilityNames.map((name, index) => [name, 7 * 10 ** (index % 8)])),
}

function found(parts: readonly ReadPart[], role: string): string[] {
  return parts.flatMap(([own, content]) => [
    ...(own === role && content !== '' ? [typeof content === 'string' ? content : textOf(content)] : []),
    ...(typeof content === 'string' ? [] : found(content, role)),
  ])
}

/** How much of a page's height its text uses, as a fraction. */
function fullness({ texts }: ReadPdf, page: number): number {
  const lowest = Math.min(
    ...texts.flatMap((text) => (text.page === page && !text.artifact ? text.baseline : [])),
  )
  return (A4.top - lowest) / (A4.top - A4.bottom)
}

describe("the firm's record of an application", () => {
  test('lists its documents with sums and sizes, the history, the statements, and its author and time', async () => {
    const { spoken, texts, pages } = await read()
    for (const text of [
      'PPW-7Q3K-29',
      'Payslip: Payslip March 2026.pdf',
      '0123456789abcdef0123456789abcdef',
      '248 312',
      'Approved. All in order.',
      'Pieter van Wyk, Wealth Manager',
      'I confirm that all the information I have given is accurate and complete.',
      '4 November 2026, 11:30',
      '21 November 2026',
      'I agree to the Terms of Service and the Privacy Policy. (current version)',
      '1 January 2026',
      'Not confirmed',
      'Signed: FAIS disclosure letter',
      'ab'.repeat(16),
      'downloaded by Lerato Mokoena, Admin',
      '6 November 2026, 11:30:00 (South African time)',
      'Version 41',
    ]) {
      expect(spoken).toContain(text)
    }
    const numbers = texts.flatMap(({ text, artifact }) => (artifact && text.startsWith('Page ') ? text : []))
    expect(numbers).toEqual(Array.from({ length: pages }, (_, index) => `Page ${index + 1} of ${pages}`))
  })

  test('says that an imported application was not completed here, with the reference before', async () => {
    const { application } = someFile()
    const imported = { at: '2026-11-02T09:30:00.000Z', reference: 'OLD-4711', notInvited: true }
    const { spoken } = await read({ application: { ...application, imported } })
    for (const text of ['Imported, not completed here', '2 November 2026, 11:30', 'OLD-4711']) {
      expect(spoken).toContain(text)
    }
    expect((await read()).spoken).not.toContain('Imported')
  })

  test('is tagged for screen readers', async () => {
    const bytes = await draw()
    const { parts, texts } = await readPdf(bytes)
    const all = parts.flat()
    expect(found(all, 'H1')).toEqual(['Application summary'])
    expect(found(all, 'H2')).toEqual([
      '1 Status',
      '2 Decisions',
      '3 Personal information',
      '4 Address',
      '5 Employment and finances',
      '6 Net worth',
      '7 Documents',
      '8 Client declarations',
      '9 Signed: FAIS disclosure letter',
      '10 About this record',
    ])
    expect(found(all, 'TH')).toEqual(expect.arrayContaining(['Full Name', 'When', 'Amount', 'SHA-256']))
    expect(found(all, 'TD')).toEqual(expect.arrayContaining(['Thandiwe Nkosi', 'R 310 000.00']))
    const passedOver = texts.filter(({ artifact }) => artifact)
    for (const { baseline } of passedOver) expect(baseline).toBeLessThan(A4.bottom)

    const document = await PDFDocument.load(bytes)
    expect(document.catalog.get(PDFName.of('MarkInfo'))?.toString()).toContain('/Marked true')
    expect(document.catalog.get(PDFName.of('Lang'))?.toString()).toBe('(en-ZA)')
    expect(document.getTitle()).toBe('Application summary: Thandiwe Nkosi')
    const scopes = document.context.enumerateIndirectObjects().flatMap(([, object]) => {
      const isHead = object instanceof PDFDict && object.get(PDFName.of('S'))?.toString() === '/TH'
      return isHead ? [object.lookup(PDFName.of('A'), PDFDict).get(PDFName.of('Scope'))?.toString()] : []
    })
    expect(new Set(scopes)).toEqual(new Set(['/Row', '/Column']))
  })

  test('embeds the brand fonts, subset to the letters that it needs', async () => {
    const document = await PDFDocument.load(await draw())
    const names = document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFDict && object.get(PDFName.of('Type'))?.toString() === '/FontDescriptor'
          ? [object.get(PDFName.of('FontName'))?.toString()]
          : [],
      )
    expect(names.length).toBeGreaterThan(3)
    for (const name of names) expect(name).toMatch(/^\/[A-Z]{6}(?:#2B|\+)(?:Newsreader|SourceSans3)-/u)
  })

  test('aligns its amounts at the right', async () => {
    const { texts } = await read({ answers: manyAmounts })
    const amounts = texts.filter(({ text, left }) => /^−?R /u.test(text) && left > 300)
    expect(amounts.length).toBeGreaterThan(assetNames.length)
    for (const { right } of amounts) expect(right).toBeCloseTo(A4.right, 0)
  })

  test.each([0, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 33, 36, 40])(
    'with %i children has no page that is nearly empty, and nothing outside of its margins',
    async (count) => {
      const summary = await read({ answers: { hasChildren: true, childrenDetails: someChildren(count) } })
      for (let page = 1; page <= summary.pages; page += 1)
        expect(fullness(summary, page)).toBeGreaterThan(0.24)
      for (const { right, baseline, artifact } of summary.texts) {
        expect(right).toBeLessThan(A4.right + 1)
        if (!artifact) expect(baseline).toBeGreaterThan(A4.bottom - 1)
      }
      expect(summary.spoken.match(/Child \d+,/gu)?.length ?? 0).toBe(count)
    },
  )

  test('writes names as their owners do', async () => {
    const names = [
      'Žofia Müller-Łukasiewicz',
      'ŝanĝo',
      'ǃXóõ ǀǁǂ',
      'Nontsikelelo Xhentsa',
      'Nguyễn Văn',
      'Ελένη',
      'Ольга',
    ]
    for (const fullName of names) {
      const { spoken, texts } = await read({ answers: { fullName } })
      expect(spoken.normalize('NFC')).toContain(fullName)
      expect(texts.some(({ text }) => text.includes('?') && !text.startsWith('Do you'))).toBe(false)
    }
  })

  test('breaks words wider than their column without losing letters', async () => {
    const word = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(5)
    const [document] = someFile().documents
    const { texts, spoken } = await read({
      answers: { employerName: word },
      ...(document && { documents: [{ ...document, name: `${word}.pdf` }] }),
    })
    for (const { right } of texts) expect(right).toBeLessThan(A4.right + 1)
    expect(spoken.replaceAll(' ', '').split(word)).toHaveLength(3)
  })

  test('continues a reason of many lines on the next page, below the table header', async () => {
    const why = 'The statement does not show the account. '.repeat(150).trim()
    const { parts, texts, pages } = await read({
      trail: [{ at: new Date(0), what: 'Rejected', who: 'Pieter van Wyk, Wealth Manager', why }],
    })
    expect(textOf(parts.flat()).replaceAll(/\s+/gu, ' ')).toContain('Pieter van Wyk, Wealth Manager')
    expect(pages).toBeGreaterThan(4)
    expect(
      texts.filter(({ text, page, artifact }) => text === 'Decision' && page > 1 && artifact).length,
    ).toBeGreaterThan(0)
  })
})
