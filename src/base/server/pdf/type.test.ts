import { PDFDocument } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { embedHouseFaces } from './house-faces.ts'
import { embedFaces, printable, widthOfLine, wrap } from './type.ts'

const faces = await embedFaces(await PDFDocument.create())
const style = { font: faces.serif, strong: faces.serifBold, size: 10, leading: 14 }
const textOf = (lines: ReturnType<typeof wrap>) => lines.map((line) => line.map((run) => run.text).join(''))

const house = await embedHouseFaces(await PDFDocument.create(), 'Łukasz Nguyễn Ελένη Ольга')

test('text is wrapped between words, and no line is too wide', () => {
  const lines = wrap('It is a truth that a single line is never long enough for a whole letter', style, 120)
  expect(textOf(lines).join('')).toBe(
    'It is a truth that a single line is never long enough for a whole letter',
  )
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) {
    expect(widthOfLine(line, 10)).toBeLessThanOrEqual(120)
  }
})

test('text between asterisks is strong, and a line has one run per font in a row', () => {
  const [line = []] = wrap('We are **paid well**, and say so.', style, 500)
  expect(line.map(({ text, font }) => [text, faces.serifBold.includes(font)])).toEqual([
    ['We are ', false],
    ['paid well', true],
    [', and say so.', false],
  ])
})

test('a word that is wider than the line is broken, and keeps all its letters', () => {
  const lines = wrap('a incomprehensibilities b', style, 30)
  expect(textOf(lines).join('')).toBe('a incomprehensibilities b')
  for (const line of lines) expect(widthOfLine(line, 10)).toBeLessThanOrEqual(30)
})

test('letters that a font lacks lose their accents, or are named by their script', () => {
  expect(printable('Nguyễn, Côte d’Azur, 王 💰', faces.serif)).toBe(
    'Nguyen, Côte d’Azur, [Chinese text] [symbol]',
  )
})

test('the firm’s fonts have Latin, Greek and Cyrillic letters, and name other scripts', () => {
  for (const face of Object.values(house)) {
    const name = 'Łukasz Żółć, Nguyễn Văn, Ελένη, Ольга'
    expect(printable(name, face)).toBe(name)
    expect(printable('王小明 (Wang) \u202Eeman', face)).toBe('[Chinese text] (Wang) ?eman')
  }
})

test.each([
  ['محمد', '[Arabic text]'],
  ['प्रिया', '[Hindi text]'],
  ['ትዕግስት', '[Ethiopic text]'],
  ['さくら', '[Japanese text]'],
  ['ᏣᎳᎩ', '[other script]'],
  ['👩‍👧', '[symbol]'],
])('%s, which cannot be drawn, is %s', (text, named) => expect(printable(text, house.serif)).toBe(named))

test('words have the spaces of their font, whatever letters they contain', () => {
  const lines = wrap(
    'Ελένη **Ольга Иванова** Łukasz',
    { ...style, font: house.serif, strong: house.serifBold },
    500,
  )
  expect(textOf(lines)).toEqual(['Ελένη Ольга Иванова Łukasz'])
})

test.each([
  ['that every reader has', faces],
  ['of the house', house],
])('any text can be set in the fonts %s', (_, { serif, serifBold }) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const line of wrap(text, { ...style, font: serif, strong: serifBold }, 200)) {
        for (const run of line) expect(() => run.font.encodeText(run.text)).not.toThrow()
      }
    }),
  )
})
