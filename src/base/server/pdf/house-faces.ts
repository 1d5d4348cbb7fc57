import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import { create, type Font } from 'fontkit'
import type { Face, Faces } from './type.ts'
import { unpackFont } from './woff.ts'

const EUROPEAN = [
  'latin',
  'latin-ext',
  'vietnamese',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
] as const

/**
 * Font families of the screens with fallbacks for missing letters (all SIL Open Font License 1.1), in their subsets;
 * the first has the space.
 */
const families = {
  newsreader: ['latin', 'latin-ext', 'vietnamese'],
  'source-sans-3': EUROPEAN,
  'noto-serif': EUROPEAN,
  'noto-sans': EUROPEAN,
} as const

type Family = keyof typeof families
type Cut = '400-normal' | '400-italic' | '600-normal'

/**
 * Newsreader lacks Greek and Cyrillic, and neither screen family has all letters of Tshivenda (docs/decisions/0079).
 */
const serif: readonly Family[] = ['newsreader', 'noto-serif', 'noto-sans']
const sans: readonly Family[] = ['source-sans-3', 'noto-sans']

/** A subset of a family in one style. */
interface Part {
  bytes: Buffer
  font: Font
  letters: ReadonlySet<number>
}

/**
 * Embeds the firm's fonts: the subsets that a text needs, and their used letters.
 *
 * @param text the document's non-Latin content, in any order
 */
export async function embedHouseFaces(document: PDFDocument, text: string): Promise<Faces> {
  const letters = new Set(Array.from(text.normalize('NFC'), (letter) => letter.codePointAt(0) ?? 0))
  const embedded = new Map<Part, PDFFont>()
  document.registerFontkit({ create: (bytes) => fontOfBytes.get(bytes) ?? null })
  const fontOf = async (part: Part) => {
    const known = embedded.get(part)
    if (known !== undefined) return known
    const customName = `${subsetTag()}+${part.font.postscriptName}`
    const font = await document.embedFont(part.bytes, { subset: true, customName })
    embedded.set(part, font)
    return font
  }
  const face = async (names: readonly Family[], cut: Cut): Promise<Face> => {
    const [first, ...others] = partsFor(letters, names, cut)
    const fonts: [PDFFont, ...PDFFont[]] = [await fontOf(first)]
    for (const part of others) fonts.push(await fontOf(part))
    return fonts
  }
  return {
    serif: await face(serif, '400-normal'),
    serifBold: await face(serif, '600-normal'),
    serifItalic: await face(serif, '400-italic'),
    sans: await face(sans, '400-normal'),
    sansBold: await face(sans, '600-normal'),
  }
}

/**
 * Prefix of a subset font's name: six capitals (ISO 32000-1, 9.6.4), unique also when pages of two documents are
 * merged.
 */
function subsetTag(): string {
  return Array.from({ length: 6 }, () => String.fromCodePoint('A'.charCodeAt(0) + randomInt(26))).join('')
}

/** The first subset, and every other with a letter that the ones before lack. */
function partsFor(letters: ReadonlySet<number>, names: readonly Family[], cut: Cut): [Part, ...Part[]] {
  const [first, ...others] = names.flatMap((family) =>
    families[family].map((name) => ({ family, name: `${family}-${name}-${cut}` })),
  )
  if (first === undefined) throw new Error('A face has no fonts.')
  const found: [Part, ...Part[]] = [partOf(first)]
  let missing = letters.difference(found[0].letters)
  for (const other of others) {
    if (missing.size === 0) break
    const part = partOf(other)
    const left = missing.difference(part.letters)
    if (left.size < missing.size) found.push(part)
    missing = left
  }
  return found
}

const fontOfBytes = new WeakMap<Uint8Array, Font>()
const opened = new Map<string, Part>()

/** Cached per process: font tables are read as letters are needed. */
function partOf({ name, family }: { name: string; family: Family }): Part {
  const known = opened.get(name) ?? openPart(name, family)
  opened.set(name, known)
  return known
}

function openPart(name: string, family: Family): Part {
  const file = fileURLToPath(import.meta.resolve(`@fontsource/${family}/files/${name}.woff`))
  const bytes = unpackFont(readFileSync(file))
  const font = create(bytes)
  if ('fonts' in font) throw new Error(`${name} holds several fonts.`)
  setLetterByLetter(font)
  fontOfBytes.set(bytes, font)
  return { bytes, font, letters: new Set(font.characterSet) }
}

/**
 * Maps letters to glyphs without OpenType substitutions. Pages are drawn by glyph widths only, and ligatures alone
 * would take nine tenths of the time.
 */
function setLetterByLetter(font: Font): void {
  const layout = (text: string) => ({
    glyphs: Array.from(text, (letter) => {
      const codePoint = letter.codePointAt(0) ?? 0
      const glyph = font.glyphForCodePoint(codePoint)
      // Fonts cache composite parts (the O of an Ö) without their letters, which copying and reading aloud need.
      if (glyph.codePoints.length === 0) glyph.codePoints = [codePoint]
      return glyph
    }),
  })
  Object.defineProperty(font, 'layout', { value: layout })
}
