import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { someLetter } from '#test/support/letters.ts'
import { withWholeTables, type PageText } from './blocks.ts'
import { readPageText } from './page-text.ts'

async function read(bytes: Uint8Array): Promise<PageText[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS })
  const document = await task.promise
  const pages: PageText[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    pages.push(await readPageText(await document.getPage(number)))
  }
  await task.destroy()
  return withWholeTables(pages)
}

/** A page whose lines stand one below the other, without tags. */
async function untagged(lines: readonly (readonly [text: string, y: number, size: number])[]) {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage()
  for (const [text, y, size] of lines) page.drawText(text, { x: 72, y, size, font })
  return document.save()
}

test('a tagged letter: headings, paragraphs across lines, lists and tables, without page furniture', async () => {
  const [first, ...others] = await read(await someLetter())
  expect(first).toContainEqual({ kind: 'heading', text: '1 Who we are' })
  expect(first).toContainEqual({ kind: 'paragraph', text: 'Dear Client' })
  expect(first).toContainEqual({
    kind: 'table',
    rows: expect.arrayContaining([
      [
        { isHead: true, text: 'Compliance officer' },
        {
          isHead: false,
          text: 'Vusi Ngcobo, Cape Compliance Services · compliance@proteawealth.example',
        },
      ],
    ]),
  })
  const [continued] = (others[0] ?? []).flatMap((block) => (block.kind === 'table' ? [block.rows] : []))
  expect(continued?.map((cells) => cells.map(({ text }) => text)).slice(0, 2)).toEqual([
    ['Sub-category', 'Financial product', 'Advice', 'Intermediary services'],
    ['1.3', 'Long-term insurance, subcategory B1', 'Yes', 'Yes'],
  ])
  const all = others.flatMap((blocks) => blocks ?? [])
  const lists = all.flatMap((block) => (block.kind === 'list' ? block.items : []))
  expect(lists).toContain(
    'If we recommend that you replace a product, we set out the costs, waiting periods and benefits of both.',
  )
  expect(lists).toContain(
    '2. We acknowledge your complaint within two business days, and tell you who is looking into it.',
  )
  expect(JSON.stringify(all)).not.toContain('Page 2')
})

test('an untagged letter: lines become paragraphs again', async () => {
  const pages = await read(
    await untagged([
      ['How we are paid', 720, 18],
      ['You will know what our advice costs, in rand, before you commit yourself to', 690, 11],
      ['anything at all.', 676, 11],
      ['- An initial fee', 662, 11],
      ['- An annual fee', 648, 11],
      ['We hold no shares in any product supplier.', 610, 11],
    ]),
  )
  expect(pages).toEqual([
    [
      { kind: 'heading', text: 'How we are paid' },
      {
        kind: 'paragraph',
        text: 'You will know what our advice costs, in rand, before you commit yourself to anything at all.',
      },
      { kind: 'paragraph', text: '- An initial fee' },
      { kind: 'paragraph', text: '- An annual fee' },
      { kind: 'paragraph', text: 'We hold no shares in any product supplier.' },
    ],
  ])
})

test('tags that leave out a part of the page are not used: all of its text is shown', async () => {
  const document = await PDFDocument.load(await someLetter())
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.getPage(0).drawText('A clause that no tag covers', { x: 72, y: 40, size: 11, font })
  const [first] = await read(await document.save())
  expect(JSON.stringify(first)).toContain('A clause that no tag covers')
  expect(JSON.stringify(first)).toContain('Dear Client')
})

test('a page without text has none', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  expect(await read(await document.save())).toEqual([null])
})
