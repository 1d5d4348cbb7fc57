import type { RoundView } from '#domain/api/corrections.ts'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import type { BrandingSettings } from '#server/config/branding.ts'
import type { SignatureRow } from '#server/signing/queries.ts'
import type { Block } from '#server/pdf/blocks.ts'
import { roundBlocks } from './round-blocks.ts'
import { summaryBlocks } from './summary-blocks.ts'

/** What a summary says. */
export interface Summarised {
  application: ReviewedApplication
  /** Of the documents that were signed on the screen. */
  signatures: ReadonlyMap<string, SignatureRow>
}

/** The application on paper, as a PDF in the firm's branding. */
export function makeSummary(
  { application, signatures }: Summarised,
  branding: BrandingSettings,
  now: Date,
): Promise<Buffer> {
  const blocks = summaryBlocks(application, [...signatures.values()])
  return drawPaper({ title: 'Application summary', blocks, ...aboutOf(application) }, branding, now)
}

/** A round of corrections on paper. */
export function makeRoundPaper(
  application: About,
  round: RoundView,
  branding: BrandingSettings,
  now: Date,
): Promise<Buffer> {
  const title = `Corrections, round ${round.number}`
  return drawPaper({ title, blocks: roundBlocks(round), ...aboutOf(application) }, branding, now)
}

/** Whose papers they are. */
type About = Pick<ReviewedApplication, 'id' | 'reference' | 'fullName' | 'username'>

const aboutOf = ({ id, reference, fullName, username }: About) => ({
  id,
  reference,
  name: fullName ?? username,
})

interface Paper {
  title: string
  id: string
  reference: string
  name: string
  blocks: Block[]
}

async function drawPaper(
  { title, id, reference, name, blocks }: Paper,
  branding: BrandingSettings,
  now: Date,
): Promise<Buffer> {
  const { PDFDocument, drawFooters, drawLetterhead, embedFaces, openSheets, paintBlocks, palette } =
    await import('#server/pdf/kit.ts')
  const document = await PDFDocument.create()
  document.setTitle(`${title}: ${name}`, { showInWindowTitleBar: true })
  document.setAuthor(branding.firmName)
  document.setLanguage('en-ZA')
  document.setCreationDate(now)
  document.setModificationDate(now)
  const faces = await embedFaces(document)
  const sheets = openSheets(document)
  const { firmName, tagline, supportPhone, supportEmail } = branding
  drawLetterhead(sheets, faces, { firmName, tagline, contact: [supportPhone, supportEmail] })
  sheets.skip(26)
  sheets.text(title, { font: faces.serif, size: 25, leading: 32 }, { colour: palette.primary })
  sheets.text(
    `${name}  ·  ${reference}  ·  ${formatDateTime(now)}`,
    { font: faces.serifItalic, size: 10.4, leading: 15 },
    { colour: palette.soft },
  )
  sheets.skip(12)
  paintBlocks(sheets, faces, blocks)
  drawFooters(document.getPages(), faces, `${firmName}  ·  ${title}  ·  ${id}`)
  return Buffer.from(await document.save())
}
