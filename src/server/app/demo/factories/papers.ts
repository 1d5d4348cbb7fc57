import type { Block } from '#server/platform/pdf/blocks.ts'
import { layOut } from '#server/platform/pdf/lay-out.ts'

/** A paper that somebody could hand in: who issued it, what it is, and what it says. */
export interface Paper {
  issuer: string
  title: string
  blocks: readonly Block[]
  footer?: string
}

/** Makes a paper a PDF. */
export function makePaper({ issuer, title, blocks, footer = issuer }: Paper): Promise<Buffer> {
  return layOut('demo', { head: { issuer }, title, blocks, footer, windowTitle: title, author: issuer })
}
