import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import type { BrandingSettings } from '#server/config/branding.ts'
import type { SignatureRow } from '#server/signing/queries.ts'
import { summaryBlocks } from './summary-blocks.ts'

const TITLE = 'Application summary'

/** What a summary says. */
export interface Summarised {
  application: ReviewedApplication
  /** Of the documents that were signed on the screen. */
  signatures: ReadonlyMap<string, SignatureRow>
}

/** The application on paper, as a PDF in the firm's branding. */
export async function makeSummary(
  { application, signatures }: Summarised,
  branding: BrandingSettings,
  now: Date,
): Promise<Buffer> {
  const { PDFDocument, drawFooters, drawLetterhead, embedFaces, openSheets, paintBlocks, palette } =
    await import('#server/pdf/kit.ts')
  const document = await PDFDocument.create()
  const name = application.fullName ?? application.username
  document.setTitle(`${TITLE}: ${name}`, { showInWindowTitleBar: true })
  document.setAuthor(branding.firmName)
  document.setLanguage('en-ZA')
  document.setCreationDate(now)
  document.setModificationDate(now)
  const faces = await embedFaces(document)
  const sheets = openSheets(document)
  const { firmName, tagline, supportPhone, supportEmail } = branding
  drawLetterhead(sheets, faces, { firmName, tagline, contact: [supportPhone, supportEmail] })
  sheets.skip(26)
  sheets.text(TITLE, { font: faces.serif, size: 25, leading: 32 }, { colour: palette.primary })
  sheets.text(
    `${name}  ·  ${formatDateTime(now)}`,
    { font: faces.serifItalic, size: 10.4, leading: 15 },
    { colour: palette.soft },
  )
  sheets.skip(12)
  paintBlocks(sheets, faces, summaryBlocks(application, [...signatures.values()]))
  drawFooters(document.getPages(), faces, `${firmName}  ·  ${TITLE}  ·  ${application.id}`)
  return Buffer.from(await document.save())
}
