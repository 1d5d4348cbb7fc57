/* Loaded by layout-worker.ts only: layout on the main thread would delay requests (docs/decisions/0042). */
import { PDFDocument, type PDFImage } from '@cantoo/pdf-lib'
import { paintBlocks, type Block } from './blocks.ts'
import { embedHouseFaces } from './house-faces.ts'
import { drawFooters, drawLetterhead, type Letterhead } from './letterhead.ts'
import { palette, setPrintColours } from './palette.ts'
import { measures, openSheets, type Sheets } from './sheets.ts'
import { openTags } from './tags.ts'
import { embedFaces, type Faces } from './type.ts'

/** A PDF's content and metadata. */
export interface Paper {
  /** The firm's letterhead, or another issuer's name without the firm's fonts. */
  head: Letterhead | { issuer: string }
  /** Title above the text. */
  title: string
  /** A line below the title. */
  below?: string
  blocks: readonly Block[]
  /** At the foot of every page. */
  footer: string
  /** Title of the reader's window. */
  windowTitle: string
  author: string
  subject?: string
  /** Creation time; default: now. */
  at?: Date
}

/** Minimum filling of the last page of several. */
const MIN_FILL = 1 / 4
const PAGE_HEIGHT = measures.top - measures.bottom

/** Maximum layout attempts for the last page. */
const ATTEMPTS = 4

/** Lays out a tagged PDF on A4. If the last page would be nearly empty, the pages before it end sooner. */
export async function drawPaper(paper: Paper): Promise<Buffer> {
  let bottom: number = measures.bottom
  for (let attempt = 1; ; attempt += 1) {
    const { document, pages, lastFull } = await layOut(paper, bottom)
    const missing = MIN_FILL * PAGE_HEIGHT - lastFull
    if (pages === 1 || missing <= 0 || attempt === ATTEMPTS) return Buffer.from(await document.save())
    bottom += Math.ceil(missing / (pages - 1)) + 4
  }
}

/** A layout with a given page end; `lastFull`: filling of the last page, in points. */
async function layOut(
  paper: Paper,
  bottom: number,
): Promise<{ document: PDFDocument; pages: number; lastFull: number }> {
  const document = await PDFDocument.create()
  describe(document, paper)
  const faces =
    'issuer' in paper.head
      ? await embedFaces(document)
      : await embedHouseFaces(document, JSON.stringify({ ...paper, head: { ...paper.head, logo: null } }))
  const tags = openTags(document, paper.windowTitle)
  const sheets = openSheets(document, tags, bottom)
  const logo = await embedLogo(document, paper)
  setPrintColours('issuer' in paper.head ? null : (paper.head.colours ?? null))
  paintHead(sheets, faces, paper, logo)
  paintBlocks(sheets, faces, paper.blocks)
  const pages = document.getPages()
  drawFooters(pages, tags, faces, paper.footer)
  tags.write()
  return { document, pages: pages.length, lastFull: measures.top - sheets.y }
}

async function embedLogo(document: PDFDocument, { head }: Paper): Promise<PDFImage | null> {
  if ('issuer' in head || !head.logo) return null
  return document.embedPng(head.logo.content)
}

function describe(document: PDFDocument, { author, subject, at }: Paper): void {
  document.setAuthor(author)
  if (subject !== undefined) document.setSubject(subject)
  if (at === undefined) return
  document.setCreationDate(at)
  document.setModificationDate(at)
}

function paintHead(sheets: Sheets, faces: Faces, { head, title, below }: Paper, logo: PDFImage | null): void {
  if ('issuer' in head) {
    sheets.text(head.issuer, { font: faces.sansBold, size: 11, leading: 16 }, { colour: palette.soft })
    sheets.skip(4)
    sheets.rule({ thickness: 1 })
    sheets.skip(18)
  } else {
    drawLetterhead(sheets, faces, head, logo)
    sheets.skip(26)
  }
  const as = sheets.tags.part('H1')
  sheets.text(title, { font: faces.serif, size: 25, leading: 32 }, { colour: palette.primary, as })
  if (below !== undefined) {
    sheets.text(below, { font: faces.serifItalic, size: 10.4, leading: 15 }, { colour: palette.soft })
  }
  sheets.skip(12)
}
