import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Normalises all kinds of spaces. */
const plain = (text: string) => text.replaceAll(/\s+/gu, ' ')

/** A text and its position on the page, in points from left and bottom. */
export interface PositionedText {
  page: number
  text: string
  left: number
  right: number
  baseline: number
  /** Whether screen readers skip it. */
  artifact: boolean
}

/** A structure element as read aloud: `[role, text]` or `[role, parts]`. */
export type ReadPart = readonly [role: string, content: string | ReadPart[]]

/** A PDF as parsed by an independent library. */
export interface ReadPdf {
  pages: number
  texts: PositionedText[]
  /** Structure of each page. */
  parts: ReadPart[][]
  /** All texts in reading order. */
  spoken: string
}

/** Reads a tagged PDF: positions of texts, structure, and reading order. */
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
  /** Alternative text of a figure. */
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

/** Texts of parts, in order. */
export function textOf(parts: readonly ReadPart[]): string {
  return parts.map(([, content]) => (typeof content === 'string' ? content : textOf(content))).join(' ')
}
