import type { Block } from '#server/pdf/blocks.ts'

/** A paper that somebody could hand in: who issued it, what it is, and what it says. */
export interface Paper {
  issuer: string
  title: string
  blocks: readonly Block[]
  footer?: string
}

/** Makes a paper a PDF. */
export async function makePaper({ issuer, title, blocks, footer = issuer }: Paper): Promise<Buffer> {
  const { drawPaper } = await import('#server/pdf/draw-paper.ts')
  return drawPaper({ head: { issuer }, title, blocks, footer, windowTitle: title, author: issuer })
}
