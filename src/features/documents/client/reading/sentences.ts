import type { Block, PageText } from './blocks.ts'

/** Text that a page break cuts: it ends without a mark, and continues in lower case or after a full line. */
const ENDS = /[.!?:;\u2026]["'\u2019\u201D)\]]*$/u
const CONTINUES = /^[\p{Ll}(]/u
const FULL_LINE = 60

/**
 * The pages with whole sentences: the rest of one that continues on the next page is moved to where it began. What the
 * pages repeat at their ends, such as page numbers, is not in between.
 */
export function withWholeSentences(pages: readonly PageText[]): PageText[] {
  const repeated = repeatedTexts(pages)
  const isRepeated = (block: Block) => 'text' in block && repeated.has(withoutNumbers(block.text))
  const whole = pages.map((blocks) => (blocks === null ? null : [...blocks]))
  // From the end, since a sentence may continue over more than one page.
  for (let index = whole.length - 2; index >= 0; index -= 1) {
    const [page, next] = [whole[index], whole[index + 1]]
    if (!page || !next) continue
    const last = page.findLastIndex((block) => !isRepeated(block))
    const first = next.findIndex((block) => !isRepeated(block))
    const [above, below] = [page[last], next[first]]
    const joined = above && below && joinedBlock(above, below)
    if (!joined) continue
    page[last] = joined.whole
    next.splice(first, 1, ...joined.rest)
  }
  return whole
}

/** The first or last texts of several pages, whose numbers may differ. */
function repeatedTexts(pages: readonly PageText[]): Set<string> {
  const seen = new Map<string, number>()
  for (const blocks of pages) {
    const ends = new Set(
      [...(blocks?.slice(0, 2) ?? []), ...(blocks?.slice(-2) ?? [])].flatMap((block) =>
        'text' in block ? [withoutNumbers(block.text)] : [],
      ),
    )
    for (const text of ends) seen.set(text, (seen.get(text) ?? 0) + 1)
  }
  return new Set([...seen].filter(([, times]) => times > 1).map(([text]) => text))
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/gu, '#')
}

/** A block with the rest of its sentence, and what remains of the block that held the rest. */
function joinedBlock(above: Block, below: Block): { whole: Block; rest: Block[] } | null {
  if (above.kind === 'paragraph' && below.kind === 'paragraph' && isCut(above.text, below.text)) {
    return { whole: { ...above, text: joinedText(above.text, below.text) }, rest: [] }
  }
  if (above.kind !== 'list') return null
  const [start = '', begun] = [above.items.at(-1), above.items.slice(0, -1)]
  const [end = '', others] = below.kind === 'list' ? [below.items[0], below.items.slice(1)] : textOf(below)
  if (end === '' || !CONTINUES.test(end) || !isCut(start, end)) return null
  return {
    whole: { ...above, items: [...begun, joinedText(start, end)] },
    rest: below.kind === 'list' && others.length > 0 ? [{ ...below, items: others }] : [],
  }
}

function textOf(block: Block): [string, string[]] {
  return [block.kind === 'paragraph' ? block.text : '', []]
}

function isCut(above: string, below: string): boolean {
  return (
    !ENDS.test(above) && (CONTINUES.test(below) || (above.length >= FULL_LINE && /^[\p{Lu}\d]/u.test(below)))
  )
}

function joinedText(above: string, below: string): string {
  return /\p{L}-$/u.test(above) ? `${above}${below}` : `${above} ${below}`
}
