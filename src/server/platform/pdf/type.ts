import { StandardFonts, type PDFDocument, type PDFFont } from '@cantoo/pdf-lib'

/** Fonts that stand in for each other: the first that has a letter sets it. */
export type Face = readonly [PDFFont, ...PDFFont[]]

/** The faces of a document. */
export interface Faces {
  serif: Face
  serifBold: Face
  serifItalic: Face
  sans: Face
  sansBold: Face
}

/** Text in one face and size (points), with the distance from line to line. */
export interface TextStyle {
  font: Face
  /** Where `**` marks words as strong. */
  strong?: Face
  size: number
  leading: number
}

/** A word, or a part of one, in one font. */
export interface Run {
  text: string
  font: PDFFont
}

/** The faces that every PDF reader has, so that none has to be embedded. */
export async function embedFaces(document: PDFDocument): Promise<Faces> {
  const face = async (name: StandardFonts): Promise<Face> => [await document.embedFont(name)]
  const [serif, serifBold, serifItalic, sans, sansBold] = await Promise.all([
    face(StandardFonts.TimesRoman),
    face(StandardFonts.TimesRomanBold),
    face(StandardFonts.TimesRomanItalic),
    face(StandardFonts.Helvetica),
    face(StandardFonts.HelveticaBold),
  ])
  return { serif, serifBold, serifItalic, sans, sansBold }
}

/**
 * A text in the fonts of a face, and in the letters that they have: accents that they lack are dropped, letters in a
 * script that they lack are named ("[Chinese text]"), and an invisible character becomes a question mark.
 */
export function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = []
  /** The script of the letters just before that cannot be drawn. */
  let missing: string | null = null
  for (const letter of text.normalize('NFC')) {
    if (missing !== null && JOINER.test(letter)) continue
    const drawn = runsOfLetter(letter, face)
    const script = drawn === null ? scriptOf(letter) : null
    if (drawn !== null) runs.push(...drawn)
    else if (script !== missing) runs.push({ text: `[${script}]`, font: face[0] })
    missing = script
  }
  return joined(runs)
}

/** What joins or changes the letters around it in scripts and symbols that cannot be drawn. */
const JOINER = /^(?:\p{M}|\p{Join_Control})$/u

/** Scripts of names that the fonts lack, as a reader knows them. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['Arabic text', /\p{Script=Arabic}/u],
  ['Bengali text', /\p{Script=Bengali}/u],
  ['Chinese text', /\p{Script=Han}/u],
  ['Ethiopic text', /\p{Script=Ethiopic}/u],
  ['Gujarati text', /\p{Script=Gujarati}/u],
  ['Hebrew text', /\p{Script=Hebrew}/u],
  ['Hindi text', /\p{Script=Devanagari}/u],
  ['Japanese text', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Korean text', /\p{Script=Hangul}/u],
  ['Punjabi text', /\p{Script=Gurmukhi}/u],
  ['Tamil text', /\p{Script=Tamil}/u],
  ['Telugu text', /\p{Script=Telugu}/u],
  ['Thai text', /\p{Script=Thai}/u],
]

function scriptOf(letter: string): string {
  const known = scripts.find(([, pattern]) => pattern.test(letter))?.[0]
  return known ?? (/\p{L}/u.test(letter) ? 'other script' : 'symbol')
}

/** Null where none of the fonts has the letter, with or without its accents. */
function runsOfLetter(letter: string, face: Face): Run[] | null {
  if (/\p{C}/u.test(letter)) return [{ text: '?', font: face[0] }]
  const font = fontOf(letter, face)
  if (font !== undefined) return [{ text: letter, font }]
  const plain = Array.from(letter.normalize('NFKD').replaceAll(/\p{M}/gu, ''), (part) => ({
    text: part,
    font: fontOf(part, face),
  }))
  const isSet = (run: { text: string; font: PDFFont | undefined }): run is Run => run.font !== undefined
  return plain.length > 0 && plain.every(isSet) ? plain : null
}

function fontOf(letter: string, face: Face): PDFFont | undefined {
  return face.find((font) => charactersOf(font).has(letter.codePointAt(0) ?? 0))
}

/** A text as `runsOf` sets it. */
export function printable(text: string, face: Face): string {
  return runsOf(text, face)
    .map((run) => run.text)
    .join('')
}

const characterSets = new WeakMap<PDFFont, Set<number>>()

function charactersOf(font: PDFFont): Set<number> {
  const known = characterSets.get(font) ?? new Set(font.getCharacterSet())
  characterSets.set(font, known)
  return known
}

/** Widths of words at a size of one point: a font sets each again for every question. They go with their document. */
const widths = new WeakMap<PDFFont, Map<string, number>>()

/** Width of a run in points. */
export function widthOf({ text, font }: Run, size: number): number {
  const known = widths.get(font) ?? new Map<string, number>()
  widths.set(font, known)
  const width = known.get(text) ?? font.widthOfTextAtSize(text, 1)
  known.set(text, width)
  return width * size
}

/** Width of runs beside each other, in points. */
export function widthOfRuns(runs: readonly Run[], size: number): number {
  return runs.reduce((sum, run) => sum + widthOf(run, size), 0)
}

/** Width of a line in points, without the space that it may end with. */
export function widthOfLine(line: readonly Run[], size: number): number {
  const last = line.at(-1)
  return last === undefined
    ? 0
    : widthOfRuns([...line.slice(0, -1), { ...last, text: last.text.trimEnd() }], size)
}

/**
 * Breaks a text into lines of a width; a word that is wider than that is broken too. Words between `**` are strong; a line
 * has one run for each font in a row, and ends with the space that it was broken at: who hears the text, or copies it, gets
 * its words apart.
 */
export function wrap(text: string, style: TextStyle, width: number): Run[][] {
  return breakLines(text, style, width).map(joined)
}

function joined(line: readonly Run[]): Run[] {
  const runs: Run[] = []
  for (const run of line) {
    const last = runs.at(-1)
    if (last?.font === run.font) last.text += run.text
    else runs.push({ ...run })
  }
  return runs
}

function breakLines(text: string, style: TextStyle, width: number): Run[][] {
  const lines: Run[][] = [[]]
  let used = 0
  for (const word of wordsOf(text, style)) {
    const space = spaceAfter(lines.at(-1) ?? [], style)
    const gap = widthOfRuns(space, style.size)
    const [first = [], ...others] = piecesOf(word, style.size, width)
    lines.at(-1)?.push(...space)
    if (space.length > 0 && used + gap + widthOfRuns(first, style.size) > width) {
      lines.push([])
      used = 0
    } else used += gap
    lines.at(-1)?.push(...first)
    lines.push(...others)
    used =
      others.length === 0
        ? used + widthOfRuns(first, style.size)
        : widthOfRuns(others.at(-1) ?? [], style.size)
  }
  return lines
}

/** A word as it is, or in as many pieces as it needs to fit a width. */
function piecesOf(word: Run[], size: number, width: number): Run[][] {
  if (widthOfRuns(word, size) <= width) return [word]
  const pieces: Run[][] = [[]]
  let used = 0
  for (const letter of word.flatMap(({ text, font }) => Array.from(text, (one) => ({ text: one, font })))) {
    const wide = widthOf(letter, size)
    if (used > 0 && used + wide > width) {
      pieces.push([])
      used = 0
    }
    pieces.at(-1)?.push(letter)
    used += wide
  }
  return pieces
}

function spaceAfter(line: readonly Run[], { font, strong = font }: TextStyle): Run[] {
  const last = line.at(-1)
  return last === undefined ? [] : runsOf(' ', strong.includes(last.font) ? strong : font)
}

/** The words of a text; one that is strong in part has several runs. */
function wordsOf(text: string, { font, strong = font }: TextStyle): Run[][] {
  const words: Run[][] = []
  let word: Run[] = []
  for (const [index, part] of text.split('**').entries()) {
    const face = index % 2 === 1 ? strong : font
    for (const [position, piece] of part.split(/[ \n]+/u).entries()) {
      if (position > 0 && word.length > 0) {
        words.push(word)
        word = []
      }
      if (piece !== '') word.push(...runsOf(piece, face))
    }
  }
  return word.length > 0 ? [...words, word] : words
}
