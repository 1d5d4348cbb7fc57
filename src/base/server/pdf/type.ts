import { StandardFonts, type PDFDocument, type PDFFont } from '@cantoo/pdf-lib'

/** Fonts with fallbacks: the first that has a letter is used. */
export type Face = readonly [PDFFont, ...PDFFont[]]

/** The fonts of a document. */
export interface Faces {
  serif: Face
  serifBold: Face
  serifItalic: Face
  sans: Face
  sansBold: Face
}

/** Font, size and line height of a text, in points. */
export interface TextStyle {
  font: Face
  /** Font of strong text between `**`. */
  strong?: Face
  size: number
  leading: number
}

/** A word, or a part of one, in one font. */
export interface Run {
  text: string
  font: PDFFont
}

/** The standard PDF fonts, which need no embedding. */
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
 * A text in the fonts of a face: missing accents are dropped, letters of missing scripts are named ("[Chinese text]"),
 * and invisible characters become question marks.
 */
export function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = []
  /** The script of the previous letters that cannot be drawn. */
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

/** Characters that modify others, in scripts and symbols that cannot be drawn. */
const JOINER = /^(?:\p{M}|\p{Join_Control})$/u

/** Names of scripts that the fonts lack. */
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

/** Null if no font has the letter, with or without accents. */
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

/** A text as `runsOf` renders it. */
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

/** Cached word widths at one point, per document: fonts compute them each time. */
const widths = new WeakMap<PDFFont, Map<string, number>>()

/** Width of a run in points. */
export function widthOf({ text, font }: Run, size: number): number {
  const known = widths.get(font) ?? new Map<string, number>()
  widths.set(font, known)
  const width = known.get(text) ?? font.widthOfTextAtSize(text, 1)
  known.set(text, width)
  return width * size
}

/** Width of adjacent runs in points. */
export function widthOfRuns(runs: readonly Run[], size: number): number {
  return runs.reduce((sum, run) => sum + widthOf(run, size), 0)
}

/** Width of a line in points, without a trailing space. */
export function widthOfLine(line: readonly Run[], size: number): number {
  const last = line.at(-1)
  return last === undefined
    ? 0
    : widthOfRuns([...line.slice(0, -1), { ...last, text: last.text.trimEnd() }], size)
}

/**
 * Wraps a text to a width; wider words are broken too. Text between `**` is strong; a line has one run per font in a
 * row, and keeps the space it was broken at, for screen readers and copying.
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

/** A word in one piece, or in as many as fit a width. */
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

/** The words of a text; a partly strong one has several runs. */
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
