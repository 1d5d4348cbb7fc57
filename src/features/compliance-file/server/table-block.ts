import type { Block } from '#base/server/pdf/blocks.ts'

type Title = readonly [title: string, share: number, set?: 'small']

/** A table, or a sentence where it has no rows. */
export function table(columns: readonly Title[], rows: string[][], none: string): Block {
  if (rows.length === 0) return { kind: 'paragraph', text: none }
  return {
    kind: 'table',
    columns: columns.map(([title, share, set]) => ({ title, share, ...(set !== undefined && { set }) })),
    rows,
  }
}
