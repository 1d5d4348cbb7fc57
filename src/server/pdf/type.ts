import { StandardFonts, type PDFDocument, type PDFFont } from '@cantoo/pdf-lib'

/** The faces of a document: those that every PDF reader has, so that none has to be embedded. */
export interface Faces {
  serif: PDFFont
  serifBold: PDFFont
  serifItalic: PDFFont
  sans: PDFFont
  sansBold: PDFFont
}

/** Text in one face and size (points), with the distance from line to line. */
export interface TextStyle {
  font: PDFFont
  /** Where `**` marks words as strong. */
  strong?: PDFFont
  size: number
  leading: number
}

/** A word, or a part of one, in one face. */
export interface Run {
  text: string
  font: PDFFont
}

/** Embeds the faces into a document. */
export async function embedFaces(document: PDFDocument): Promise<Faces> {
  const [serif, serifBold, serifItalic, sans, sansBold] = await Promise.all([
    document.embedFont(StandardFonts.TimesRoman),
    document.embedFont(StandardFonts.TimesRomanBold),
    document.embedFont(StandardFonts.TimesRomanItalic),
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.HelveticaBold),
  ])
  return { serif, serifBold, serifItalic, sans, sansBold }
}

/** A text in the letters that a face has: accents that it lacks are dropped, what remains becomes a question mark. */
export function printable(text: string, font: PDFFont): string {
  const known = charactersOf(font)
  const has = (letter: string) => known.has(letter.codePointAt(0) ?? 0)
  return Array.from(text.normalize('NFC'), (letter) => {
    if (has(letter)) return letter
    const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    return plain !== '' && [...plain].every(has) ? plain : '?'
  }).join('')
}

const characterSets = new WeakMap<PDFFont, Set<number>>()

function charactersOf(font: PDFFont): Set<number> {
  const known = characterSets.get(font) ?? new Set(font.getCharacterSet())
  characterSets.set(font, known)
  return known
}

/** Width of a text in points. */
export function widthOf({ text, font }: Run, size: number): number {
  return font.widthOfTextAtSize(text, size)
}

/** Breaks a text into lines of a width. Words between `**` are strong; a line has one run for each face in a row. */
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
    const wide = word.reduce((sum, run) => sum + widthOf(run, style.size), 0)
    const space = spaceBefore(lines.at(-1) ?? [])
    const gap = space === null ? 0 : widthOf(space, style.size)
    if (space !== null && used + gap + wide > width) {
      lines.push([...word])
      used = wide
    } else {
      lines.at(-1)?.push(...(space === null ? [] : [space]), ...word)
      used += gap + wide
    }
  }
  return lines
}

function spaceBefore(line: readonly Run[]): Run | null {
  const last = line.at(-1)
  return last === undefined ? null : { text: ' ', font: last.font }
}

/** The words of a text; one that is strong in part has several runs. */
function wordsOf(text: string, { font, strong = font }: TextStyle): Run[][] {
  const words: Run[][] = []
  let word: Run[] = []
  for (const [index, part] of text.split('**').entries()) {
    const face = index % 2 === 1 ? strong : font
    for (const [place, piece] of part.split(/[ \n]+/u).entries()) {
      if (place > 0 && word.length > 0) {
        words.push(word)
        word = []
      }
      if (piece !== '') word.push({ text: printable(piece, face), font: face })
    }
  }
  return word.length > 0 ? [...words, word] : words
}
