import { formatDate } from '#domain/time/dates.ts'
import type { LetterFacts } from './letter-facts.ts'
import { letterBlocks } from './letter-text.ts'

const TITLE = 'Disclosure letter'

/** Makes the disclosure letter that a representative gives a client before advising: A4, in the firm's branding. */
export async function makeFaisLetter(facts: LetterFacts): Promise<Buffer> {
  const { PDFDocument, drawFooters, drawLetterhead, embedFaces, openSheets, paintBlocks, palette } =
    await import('#server/pdf/kit.ts')
  const { firm, representative, issuedOn, version } = facts
  const document = await PDFDocument.create()
  document.setTitle(`${TITLE}: ${representative.name}, ${firm.name}`, { showInWindowTitleBar: true })
  document.setAuthor(firm.name)
  document.setSubject(
    'Disclosure in terms of the Financial Advisory and Intermediary Services Act 37 of 2002',
  )
  document.setLanguage('en-ZA')
  document.setCreationDate(issuedOn)
  document.setModificationDate(issuedOn)
  const faces = await embedFaces(document)
  const sheets = openSheets(document)
  drawLetterhead(sheets, faces, {
    firmName: firm.name,
    tagline: firm.tagline,
    contact: [...firm.addressLines, firm.phone, firm.email],
  })
  sheets.skip(26)
  sheets.text(TITLE, { font: faces.serif, size: 25, leading: 32 }, { colour: palette.primary })
  sheets.text(
    `In terms of the Financial Advisory and Intermediary Services Act 37 of 2002  ·  ${formatDate(issuedOn)}`,
    { font: faces.serifItalic, size: 10.4, leading: 15 },
    { colour: palette.soft },
  )
  sheets.skip(12)
  paintBlocks(sheets, faces, letterBlocks(facts))
  drawFooters(
    document.getPages(),
    faces,
    `${firm.name}  ·  ${firm.fspNumber}  ·  Disclosure letter, version ${version}`,
  )
  return Buffer.from(await document.save())
}
