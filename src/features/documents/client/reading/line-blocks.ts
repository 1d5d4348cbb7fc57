import { tidy, type Block } from './blocks.ts'

/** Text at its position on the page, in points from the left and the bottom. */
export interface PositionedText {
  text: string
  left: number
  right: number
  baseline: number
  height: number
  endsLine: boolean
}

interface Line {
  text: string
  left: number
  right: number
  baseline: number
  height: number
}

/** Gaps within a line, in line heights: of a space, and between columns. */
const SPACE = 0.2
const COLUMN = 2.5
/** The distance between lines of one paragraph, in line heights. */
const MAX_LEADING = 1.75
/** How much larger than most text a heading is. */
const HEADING = 1.15
const MAX_HEADING_LENGTH = 120
const LIST_ITEM = /^(?:[\u2022\u25AA\u25CF\u25E6\uF0B7\u00B7-]|\(?(?:\d{1,2}|[a-z])[.)](?=\s))\s*/u

/** Paragraphs and headings of an untagged page, guessed from the position and size of its lines. */
export function blocksOfLines(texts: readonly PositionedText[]): Block[] {
  const lines = linesOf(texts)
  const usual = medianHeight(lines)
  const widest = Math.max(...lines.map(({ right }) => right))
  const blocks: { line: Line; text: string; isHeading: boolean }[] = []
  for (const line of lines) {
    const isHeading = line.height > usual * HEADING && line.text.length <= MAX_HEADING_LENGTH
    const last = blocks.at(-1)
    if (last?.isHeading === isHeading && continues(last.line, line, widest)) {
      last.text = joined(last.text, line.text)
      last.line = line
    } else blocks.push({ line, text: line.text, isHeading })
  }
  return blocks.map(({ text, isHeading }) => ({ kind: isHeading ? 'heading' : 'paragraph', text }))
}

function linesOf(texts: readonly PositionedText[]): Line[] {
  const lines: Line[] = []
  let endsLine = true
  for (const { text, left, right, baseline, height, endsLine: ends } of texts) {
    if (text.trim() === '') {
      endsLine ||= ends
      continue
    }
    const last = lines.at(-1)
    const size = Math.max(height, last?.height ?? 0)
    const isSame = last !== undefined && Math.abs(last.baseline - baseline) < size * 0.5
    if (last !== undefined && isSame && left >= last.left) {
      last.text += `${separator((left - last.right) / size, endsLine)}${text}`
      last.right = Math.max(last.right, right)
      last.height = size
    } else lines.push({ text, left, right, baseline, height })
    endsLine = ends
  }
  return lines.map((line) => ({ ...line, text: tidy(line.text) }))
}

function separator(gap: number, endsLine: boolean): string {
  if (gap > COLUMN) return ' \u00B7 '
  return gap > SPACE || endsLine ? ' ' : ''
}

/** Whether a line is of the same paragraph as the one above it. */
function continues(above: Line, line: Line, widest: number): boolean {
  const distance = above.baseline - line.baseline
  const isNear = distance > 0 && distance < MAX_LEADING * Math.max(above.height, line.height)
  const isSameSize = Math.abs(above.height - line.height) < 0.6
  const isFull = above.right > widest * 0.8
  const isOpen = !/[.:;!?]$/u.test(above.text)
  return (
    isNear &&
    isSameSize &&
    (isFull || isOpen) &&
    !LIST_ITEM.test(line.text) &&
    !line.text.includes(' \u00B7 ')
  )
}

function joined(above: string, line: string): string {
  return /\p{L}-$/u.test(above) ? `${above}${line}` : `${above} ${line}`
}

function medianHeight(lines: readonly Line[]): number {
  const heights = lines.flatMap(({ text, height }) =>
    Array.from<number>({ length: text.length }).fill(height),
  )
  return heights.toSorted((one, other) => one - other)[Math.floor(heights.length / 2)] ?? 0
}
