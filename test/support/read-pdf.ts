import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Spaces are spaces, of whatever kind. */
const plain = (text: string) => text.replaceAll(/\s+/gu, ' ')

/** A stretch of text where it is on its page, in points from the left and from the foot. */
export interface PositionedText {
  page: number
  text: string
  left: number
  right: number
  baseline: number
  /** Whether programs that read aloud pass it over. */
  artifact: boolean
}

/** A part of a document as it is read aloud: `[role, text]`, or `[role, parts]`. */
export type ReadPart = readonly [role: string, content: string | ReadPart[]]

/** A PDF as another library reads it. */
export interface ReadPdf {
  pages: number
  texts: PositionedText[]
  /** What each page has to read aloud. */
  parts: ReadPart[][]
  /** All that is read aloud, in its order. */
  spoken: string
}

/** Reads a tagged PDF: where its texts stand, and in which order and as what they are read aloud. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS })
  const document = await task.promise
  const texts: PositionedText[] = []
  const parts: ReadPart[][] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const output = new Map<string, string>()
    let id = ''
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    for (const item of items) {
      if ('str' in item) {
        output.set(id, `${output.get(id) ?? ''}${item.str}`)
        const [, , , , left = 0, baseline = 0] = item.transform as number[]
        const right = left + item.width
        texts.push({ page: number, text: plain(item.str), left, right, baseline, artifact: id === '' })
      } else id = item.type === 'endMarkedContent' ? '' : (item.id ?? '')
    }
    parts.push(partsOf(await page.getStructTree(), output))
  }
  await task.destroy()
  return {
    pages: parts.length,
    texts: texts.filter(({ text }) => text.trim() !== ''),
    parts,
    spoken: textOf(parts.flat()),
  }
}

interface Node {
  role?: string
  id?: string
  /** What is said in place of a figure. */
  alt?: string
  children?: readonly object[]
}

function partsOf(tree: object | null, output: ReadonlyMap<string, string>): ReadPart[] {
  const { children = [] }: Node = tree ?? {}
  return children.flatMap((child): ReadPart[] => {
    const { role, alt, children: kids = [] }: Node = child
    if (role === undefined) return []
    if (alt !== undefined) return [[role, alt]]
    const own = kids.flatMap(({ id, role: inner }: Node) =>
      inner === undefined && id ? [output.get(id) ?? ''] : [],
    )
    if (role === 'Root' || role === 'Document') return partsOf(child, output)
    return own.length > 0 ? [[role, plain(own.join(' ')).trim()]] : [[role, partsOf(child, output)]]
  })
}

/** What parts say, one after the other. */
export function textOf(parts: readonly ReadPart[]): string {
  return parts.map(([, content]) => (typeof content === 'string' ? content : textOf(content))).join(' ')
}
