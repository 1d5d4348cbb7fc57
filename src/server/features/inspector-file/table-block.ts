import type { Block } from '#server/platform/pdf/blocks.ts'

/** A table, or a sentence where it has no rows. */
export function table(columns: readonly [string, number][], rows: string[][], none: string): Block {
  if (rows.length === 0) return { kind: 'paragraph', text: none }
  return { kind: 'table', columns: columns.map(([title, share]) => ({ title, share })), rows }
}
