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
  const { PDFDocument, drawFooters, embedFaces, openSheets, paintBlocks, palette } =
    await import('#server/pdf/kit.ts')
  const document = await PDFDocument.create()
  document.setTitle(title)
  document.setAuthor(issuer)
  document.setLanguage('en-ZA')
  const faces = await embedFaces(document)
  const sheets = openSheets(document)
  sheets.text(issuer, { font: faces.sansBold, size: 11, leading: 16 }, { colour: palette.soft })
  sheets.skip(4)
  sheets.rule({ thickness: 1 })
  sheets.skip(18)
  sheets.text(title, { font: faces.serif, size: 21, leading: 28 }, { colour: palette.primary })
  sheets.skip(10)
  paintBlocks(sheets, faces, blocks)
  drawFooters(document.getPages(), faces, footer)
  return Buffer.from(await document.save())
}
