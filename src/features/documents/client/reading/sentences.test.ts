import { expect, test } from 'vitest'
import type { Block, PageText } from './blocks.ts'
import { withWholeSentences } from './sentences.ts'
import { withSignatureLines } from './signature-lines.ts'

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
const heading = (text: string): Block => ({ kind: 'heading', text })
const list = (...items: string[]): Block => ({ kind: 'list', items })
const shown = (pages: readonly PageText[]) =>
  pages.map(
    (blocks) => blocks?.map((block) => ('text' in block ? block.text : JSON.stringify(block))) ?? null,
  )

test('a sentence that a page break cuts is whole, past what the pages repeat', () => {
  const pages = [
    [paragraph('Protea Wealth'), paragraph('Our yearly fee is 1.25 % of what'), paragraph('Page 1 of 3')],
    [
      paragraph('Protea Wealth'),
      paragraph('you have invested with us.'),
      heading('Costs'),
      paragraph('Page 2 of 3'),
    ],
    [paragraph('Protea Wealth'), paragraph('We charge no other fee.'), paragraph('Page 3 of 3')],
  ]
  expect(shown(withWholeSentences(pages))).toEqual([
    ['Protea Wealth', 'Our yearly fee is 1.25 % of what you have invested with us.', 'Page 1 of 3'],
    ['Protea Wealth', 'Costs', 'Page 2 of 3'],
    ['Protea Wealth', 'We charge no other fee.', 'Page 3 of 3'],
  ])
})

test('items of a list, words with a hyphen, and names after a full line', () => {
  const pages = [
    [list('We tell you what it costs', 'We compare the product with the one that you')],
    [list('have now.', 'We write it down'), paragraph('A long-')],
    [paragraph('term plan, which is administered for all of our clients together by')],
    [paragraph('Momentum Limited.')],
  ]
  expect(withWholeSentences(pages)).toEqual([
    [list('We tell you what it costs', 'We compare the product with the one that you have now.')],
    [
      list('We write it down'),
      paragraph(
        'A long-term plan, which is administered for all of our clients together by Momentum Limited.',
      ),
    ],
    [],
    [],
  ])
})

test('what is whole stays: sentences that end, headings, pages as printed, and short lines', () => {
  const pages = [
    [paragraph('We charge a fee.')],
    [paragraph('we also write in lower case.'), heading('Costs')],
    [paragraph('of our work'), paragraph('Cape Town')],
    null,
    [paragraph('South Africa')],
  ]
  expect(withWholeSentences(pages)).toEqual(pages)
})

test('empty signature lines are one sentence, and what is filled in is not one of them', () => {
  const labels = ['Full name and surname', 'Signature of client', 'Place', 'Date']
  const pages = [
    [paragraph('Date: 5 March 2026'), paragraph('I have read this letter.'), ...labels.map(paragraph)],
    [paragraph('Handtekening: ________ Datum: ________'), paragraph('Signed at ____ on the 5th.')],
    [paragraph('Place')],
  ]
  expect(withSignatureLines(pages)).toEqual([
    [...(pages[0]?.slice(0, 2) ?? []), { kind: 'signature-lines', labels }],
    [{ kind: 'signature-lines', labels: ['Handtekening', 'Datum'] }, pages[1]?.[1]],
    pages[2],
  ])
})
