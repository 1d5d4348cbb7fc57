import type { LetterTemplate } from './content.ts'
import { parseLetter, type LetterPart } from '#features/brand/rules/letter/markup.ts'

/** Of a letter: about twelve pages, before what the product adds. */
const MAX_LINES = 600
const LINE_LENGTH = 90
/** Headings and blocks take more space than their text. */
const LINES_OF = { heading: 3, block: 20 } as const
const PLACEHOLDER = /\{[^{}]*\}/gu
/** About as long as the longest value, an address. */
const VALUE = 'x'.repeat(LINE_LENGTH)

function linesOf(part: LetterPart): number {
  if (part.kind === 'heading' || part.kind === 'block') return LINES_OF[part.kind]
  const texts = part.kind === 'list' ? part.items : [part.text]
  const lengths = texts.map((text) => Math.ceil(text.replaceAll(PLACEHOLDER, VALUE).length / LINE_LENGTH))
  return 1 + lengths.reduce((sum, lines) => sum + lines, 0)
}

/** Why a letter is too long to be read, and to be laid out quickly; null if it is not. */
export function letterLengthProblem(text: Partial<LetterTemplate['letterText']>): string | null {
  const parts = Object.values(text).flatMap(parseLetter)
  const lines = parts.reduce((sum, part) => sum + linesOf(part), 0)
  if (lines <= MAX_LINES) return null
  return `The letter has about ${lines} lines; at most ${MAX_LINES} (twelve pages) are possible. Please shorten it.`
}
