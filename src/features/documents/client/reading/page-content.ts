import { OPS, Util, type PDFPageProxy } from 'pdfjs-dist'

/** A matrix of a PDF: `[a, b, c, d, e, f]`. */
type Matrix = number[]

/** Left, top, right and bottom in pixels of a drawn page. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** A glyph as the library passes it on. */
export interface Glyph {
  unicode: string
  originalCharCode: number
  isSpace: boolean
}

/** A font as the library passes it on; a text where it could not be read. */
export type LoadedFont =
  | string
  | {
      composite?: boolean
      missingFile?: boolean
      isSymbolicFont?: boolean
      differences?: (string | undefined)[]
      defaultEncoding?: (string | undefined)[]
    }

/** What a page paints besides its annotations. */
export interface PageContent {
  paints: boolean
  /** Whether a text is written without being painted, as under a scan. */
  hidesText: boolean
  /** Pictures with their identifiers; null where there is none to ask for. */
  pictures: { id: string | null; box: Box }[]
  /** Curves that are painted, such as those of letters that were converted to outlines. */
  curves: Box[]
  /** The glyphs shown with each font. */
  glyphs: Map<string, Glyph[]>
}

const INVISIBLE = new Set([3, 7])
const PICTURES = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintInlineImageXObjectGroup,
])
const FILLS = new Set<number>([OPS.shadingFill, OPS.paintSolidColorImageMask])
const TEXTS = new Set<number>([
  OPS.showText,
  OPS.showSpacedText,
  OPS.nextLineShowText,
  OPS.nextLineSetSpacingShowText,
])
const BEGINS = new Set<number>([OPS.save, OPS.beginGroup, OPS.paintFormXObjectBegin])
const ENDS = new Set<number>([OPS.restore, OPS.endGroup, OPS.paintFormXObjectEnd])
/** The codes of a path, and how many numbers follow each. */
const PATH_NUMBERS = [2, 2, 6, 4, 0] as const
const [CURVE, QUADRATIC] = [2, 3]
/** Ends a path without painting it, as a clip does. */
const UNPAINTED = new Set<number>([OPS.endPath])

interface State {
  matrix: Matrix
  font: string
  mode: number
}

/** Reads what a page paints, at the position where `base` draws it. */
export async function readContent(page: PDFPageProxy, base: Matrix): Promise<PageContent> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const found: PageContent = { paints: false, hidesText: false, pictures: [], curves: [], glyphs: new Map() }
  let state: State = { matrix: base, font: '', mode: 0 }
  const states: State[] = []
  let annotations = 0
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as unknown[]
    if (operator === OPS.beginAnnotation) annotations += 1
    if (operator === OPS.endAnnotation) annotations -= 1
    if (annotations > 0) continue
    if (BEGINS.has(operator)) states.push(state)
    if (ENDS.has(operator)) state = states.pop() ?? state
    state = changed(state, operator, args)
    note(found, state, operator, args)
  }
  return found
}

function changed(state: State, operator: number, args: unknown[]): State {
  switch (operator) {
    case OPS.transform:
      return { ...state, matrix: Util.transform(state.matrix, args) }
    case OPS.paintFormXObjectBegin:
      return Array.isArray(args[0])
        ? { ...state, matrix: Util.transform(state.matrix, args[0] as Matrix) }
        : state
    case OPS.setFont:
      return { ...state, font: String(args[0]) }
    case OPS.setTextRenderingMode:
      return { ...state, mode: Number(args[0]) }
    default:
      return state
  }
}

function note(found: PageContent, state: State, operator: number, args: unknown[]): void {
  if (FILLS.has(operator)) found.paints = true
  if (PICTURES.has(operator)) {
    found.paints = true
    const id = typeof args[0] === 'string' ? args[0] : null
    const isSingle = operator === OPS.paintImageXObject || operator === OPS.paintImageMaskXObject
    found.pictures.push({
      id,
      // A picture that is repeated counts as one that covers the page.
      box: isSingle ? boxOf([0, 0, 1, 1], state.matrix) : [0, 0, Infinity, Infinity],
    })
  }
  if (TEXTS.has(operator)) noteText(found, state, args)
  if (operator === OPS.constructPath && !UNPAINTED.has(Number(args[0]))) notePath(found, state, args)
}

function noteText(found: PageContent, { font, mode }: State, args: unknown[]): void {
  const shown = ((args.at(-1) ?? []) as (Glyph | number)[]).filter(
    (glyph): glyph is Glyph => typeof glyph === 'object' && !glyph.isSpace,
  )
  if (shown.length === 0) return
  if (INVISIBLE.has(mode)) found.hidesText = true
  else found.paints = true
  found.glyphs.set(font, [...(found.glyphs.get(font) ?? []), ...shown])
}

function notePath(found: PageContent, { matrix }: State, [, paths, bounds]: unknown[]): void {
  found.paints = true
  const [path] = (paths ?? []) as (ArrayLike<number> | null)[]
  const curves = path ? countCurves(path) : 0
  if (curves === 0 || !bounds) return
  const box = boxOf(Array.from(bounds as ArrayLike<number>), matrix)
  for (let count = 0; count < curves; count += 1) found.curves.push(box)
}

function countCurves(path: ArrayLike<number>): number {
  let curves = 0
  for (let at = 0; at < path.length;) {
    const code = path[at] ?? 0
    if (code === CURVE || code === QUADRATIC) curves += 1
    at += 1 + (PATH_NUMBERS[code] ?? 0)
  }
  return curves
}

/** The box around a rectangle that a matrix moves. */
export function boxOf([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], matrix: Matrix): Box {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix
  const corners = [
    [x1, y1],
    [x2, y1],
    [x1, y2],
    [x2, y2],
  ] as const
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Names that programs give to glyphs by number: they say nothing about the letter. */
const NUMBERED = /^(?:[a-z]{1,2}|cid|glyph|index|char)_?\d+$/iu
/** Bullets of Symbol and Wingdings, which have no place in Unicode: what they are is clear. */
const BULLETS = new Set(['\uF0A7', '\uF0B7', '\uF0D8'])
const MEANINGLESS = /[\p{Cc}\p{Co}\uFFFD]/u

/** Whether a font says which letters its glyphs are. */
export function isMapped(font: LoadedFont, glyphs: readonly Glyph[]): boolean {
  if (typeof font === 'string') return false
  if (glyphs.some(({ unicode }) => MEANINGLESS.test(unicode) && !BULLETS.has(unicode))) return false
  const isByCode = glyphs.every(
    ({ unicode, originalCharCode }) => unicode === String.fromCodePoint(originalCharCode),
  )
  if (!isByCode) return true
  if (font.composite) return font.missingFile === true
  return glyphs.every(({ originalCharCode }) => {
    const name = font.differences?.[originalCharCode] ?? font.defaultEncoding?.[originalCharCode]
    return name ? !NUMBERED.test(name) : font.isSymbolicFont !== true
  })
}
