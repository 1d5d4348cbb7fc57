import type { Block } from '#base/server/pdf/blocks.ts'
import { layOut } from '#base/server/pdf/lay-out.ts'

/** A document to upload: issuer, title and content. */
export interface Paper {
  issuer: string
  title: string
  blocks: readonly Block[]
  footer?: string
}

/** Renders it as a PDF. */
export function makePaper({ issuer, title, blocks, footer = issuer }: Paper): Promise<Buffer> {
  return layOut('demo', { head: { issuer }, title, blocks, footer, windowTitle: title, author: issuer })
}
