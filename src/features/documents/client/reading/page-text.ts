import type { PDFPageProxy } from 'pdfjs-dist'
import type { PageText } from './blocks.ts'
import { blocksOfLines, type PositionedText } from './line-blocks.ts'
import { blocksOfTree, contentIds, type StructureNode } from './tagged-blocks.ts'

type Content = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

/**
 * A page's text in reading order: by its tags if they cover all of it, so that nothing is missing from what is read;
 * otherwise by the position of its lines.
 */
export async function readPageText(
  page: Pick<PDFPageProxy, 'getTextContent' | 'getStructTree'>,
): Promise<PageText> {
  const [content, tree] = await Promise.all([
    page.getTextContent({ includeMarkedContent: true }),
    page.getStructTree().catch(() => null),
  ])
  const texts = textsOf(content)
  if (texts.every(({ text }) => text.trim() === '')) return null
  const root: StructureNode = tree ?? {}
  const tagged = contentIds(root)
  const isCovered = texts.every(({ text, id }) => text.trim() === '' || tagged.has(id))
  return isCovered ? blocksOfTree(root, textById(texts)) : blocksOfLines(texts)
}

/** The id of the marked content that a text belongs to; empty without one. */
type MarkedText = PositionedText & { id: string }

/** The texts of a page. Artifacts, such as page numbers, are left out. */
function textsOf({ items }: Content): MarkedText[] {
  const texts: MarkedText[] = []
  const open: { id: string | undefined; artifact: boolean }[] = []
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') open.pop()
      else open.push({ id: item.id, artifact: 'tag' in item && item.tag === 'Artifact' })
      continue
    }
    if (open.some(({ artifact }) => artifact)) continue
    const id = open.findLast((one) => one.id !== undefined)?.id ?? ''
    const [, , , , left = 0, baseline = 0] = item.transform as number[]
    const { str: text, width, height, hasEOL: endsLine } = item
    texts.push({ id, text, left, baseline, right: left + width, height, endsLine })
  }
  return texts
}

function textById(texts: readonly MarkedText[]): Map<string, string> {
  const byId = new Map<string, string>()
  for (const { id, text, endsLine } of texts) {
    byId.set(id, `${byId.get(id) ?? ''}${text}${endsLine ? ' ' : ''}`)
  }
  return byId
}
